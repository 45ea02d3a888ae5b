import { ForgeError } from './forge-error.ts';

/** A hundred comments as large as GitHub takes them, in characters of four bytes, and what is around them. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The body as JSON, bounded; undefined if there is none. @throws ForgeError if it is too large or no JSON */
export async function readJsonBody(response: Response, maxBytes = MAX_BYTES): Promise<unknown> {
  const { status } = response;
  const text = await readText(response, maxBytes);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ForgeError('the answer is not JSON; is this the address of the API?', {
      kind: 'unexpected',
      status,
    });
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new ForgeError(`the answer is larger than ${maxBytes} bytes`, {
        kind: 'unexpected',
        status: response.status,
      });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
