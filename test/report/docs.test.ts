import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLEAN, poolwright } from '../cli/harness.ts';

const DOCS = readFileSync('docs/json-report.md', 'utf8');

test('the example of docs/json-report.md is what check prints', async () => {
  const block = (name: string) =>
    new RegExp(`<!-- test: ${name} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(DOCS)?.[1] ?? '';
  const { stdout, code } = await poolwright(['check', '--format', 'json'], {
    files: { 'clusters/web.yaml': block('input') },
  });
  expect(code).toBe(1);
  expect(JSON.parse(block('output'))).toEqual(JSON.parse(stdout));
});

test.each([
  ['PoolExplanation', 'explain pool production/default --format json'],
  ['InstanceTypeList', 'catalogue list --format json'],
  ['CatalogueProvenance', 'catalogue show --format json'],
])('docs/json-report.md names every key of a %s', async (kind, command) => {
  const { stdout } = await poolwright(command.split(' '), { files: { 'clusters/production.yaml': CLEAN } });
  const { apiVersion: _, kind: printed, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
  expect(printed).toBe(kind);
  const section = new RegExp(`^## ${kind}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(DOCS)?.[1] ?? '';
  const named = new Set(
    [...section.matchAll(/`([^`\s]+)`/g)].flatMap(([, code = '']) => code.split(/\[\]\.?|\./)),
  );
  expect(keysOf(rest).filter((key) => !named.has(key))).toEqual([]);
});

/** Of the object and of the items of its lists. */
function keysOf(object: Record<string, unknown>): string[] {
  const keys = Object.entries(object).flatMap(([key, value]) => {
    const item: unknown = Array.isArray(value) ? value[0] : undefined;
    return [key, ...(typeof item === 'object' && item !== null ? Object.keys(item) : [])];
  });
  return [...new Set(keys)];
}
