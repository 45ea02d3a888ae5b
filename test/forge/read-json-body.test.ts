import { expect, it } from 'vitest';
import { readJsonBody } from '../../src/forge/read-json-body.ts';

it.each([
  ['{"a":[1,"ü"]}', { a: [1, 'ü'] }],
  ['', undefined],
  [null, undefined],
])('%j', async (text, value) => {
  expect(await readJsonBody(new Response(text))).toEqual(value);
});

it('keeps characters whole that come in parts', async () => {
  const bytes = new TextEncoder().encode('"🦭"');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await readJsonBody(new Response(body))).toBe('🦭');
});

it.each([
  ['[1, 2', 'the answer is not JSON; is this the address of the API?'],
  [`"${'x'.repeat(100)}"`, 'the answer is larger than 100 bytes'],
])('%.9j is refused', async (text, message) => {
  await expect(readJsonBody(new Response(text), 100)).rejects.toMatchObject({ kind: 'unexpected', message });
});
