import { expect, it } from 'vitest';
import { readBaseUrl } from '../../src/forge/base-url.ts';

it.each([
  ['https://api.github.com', 'https://api.github.com'],
  ['https://git.example.com/api/v3/', 'https://git.example.com/api/v3'],
  ['https://git.example.com:8443/git/api/v4', 'https://git.example.com:8443/git/api/v4'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost/api/v4', 'http://localhost/api/v4'],
  ['http://[::1]:1', 'http://[::1]:1'],
])('%s', (text, baseUrl) => {
  expect(readBaseUrl(text, { allowHttp: false })).toEqual({ baseUrl });
});

it.each([
  ['git.example.com', /not an address/],
  ['ftp://git.example.com', /must start with https/],
  ['file:///etc/passwd', /must start with https/],
  ['https://user:secret@git.example.com', /must not contain a user or password/],
  ['https://git.example.com?private_token=secret', /must end with the path/],
  ['http://git.example.com', /unencrypted/],
  ['http://127.0.0.1.evil.example', /unencrypted/],
  ['http://localhost.evil.example', /unencrypted/],
])('%s is refused, without repeating it', (text, problem) => {
  const result = readBaseUrl(text, { allowHttp: false });
  expect(result).toEqual({ problem: expect.stringMatching(problem) as unknown });
  expect(JSON.stringify(result)).not.toContain('secret');
});

it('is unencrypted only on demand', () => {
  expect(readBaseUrl('http://git.internal', { allowHttp: true })).toEqual({ baseUrl: 'http://git.internal' });
});
