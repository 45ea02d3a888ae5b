import { Agent, request } from 'node:https';
import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import type { Answer, Send } from './ask.ts';

/** Requests over kept connections; the server's self-signed certificate is taken as it is. */
export function httpSend(server: string, token: string): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  return (method, path, text, contentType = 'application/json') =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text === undefined
          ? {}
          : { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }),
      };
      const asked = request(`${server}${path}`, { method, agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(parts).toString('utf8')) }),
        );
      });
      asked.on('error', reject);
      if (text !== undefined) asked.write(text);
      asked.end();
    });
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
