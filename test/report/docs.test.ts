import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { poolwright } from '../cli/harness.ts';

test('the example of docs/json-report.md is what check prints', async () => {
  const docs = readFileSync('docs/json-report.md', 'utf8');
  const block = (name: string) =>
    new RegExp(`<!-- test: ${name} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(docs)?.[1] ?? '';
  const { stdout, code } = await poolwright(['check', '--format', 'json'], {
    files: { 'clusters/web.yaml': block('input') },
  });
  expect(code).toBe(1);
  expect(JSON.parse(block('output'))).toEqual(JSON.parse(stdout));
});
