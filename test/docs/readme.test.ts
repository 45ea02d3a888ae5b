import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { poolwright } from '../cli/harness.ts';
import { compileDefinition, findingsText, renderedFile } from './definitions.ts';
import { type Block, blocksOf, fillBlocks } from './markdown.ts';

/**
 * The README shows real output: blocks marked `output` and `findings` are filled in from the one marked `input`.
 * `npx vitest run test/docs --update=true` refreshes them.
 */
const README = readFileSync('README.md', 'utf8');
const INPUT = blocksOf(README).find(({ test }) => test[0] === 'input')?.text ?? '';

describe('README.md', () => {
  it('shows what really comes out', async () => {
    expect(INPUT).not.toBe('');
    await expect(await fillBlocks(README, textOf)).toMatchFileSnapshot('../../README.md');
  });
});

function textOf({ test, text }: Block): string | Promise<string> {
  const [kind, ...rest] = test;
  if (kind === 'plan') return plan(rest);
  if (kind === 'diff') return diff(rest.join(' '));
  if (kind === 'output') return renderedFile(compiled(INPUT), rest.join(' '));
  return kind === 'findings' ? findings(rest.join(' ')) : text;
}

/** From the definitions and workloads of this repository. */
async function plan([cluster = '']: readonly string[]): Promise<string> {
  const { code, stdout } = await poolwright(['plan', `${cluster}.yaml`], { folder: 'clusters' });
  expect(code).toBe(0);
  return stdout;
}

/** `production: 100Gi -> 200Gi`: what the review of that change in the example of this repository says. */
async function diff(change: string): Promise<string> {
  const [, cluster = '', from = '', to = ''] = /^(\w+): (.*) -> (.*)$/.exec(change) ?? [];
  const file = `${cluster}.yaml`;
  const base = readFileSync(`clusters/${file}`, 'utf8');
  const head = base.replace(from, to);
  expect(head).not.toBe(base);
  const before = await poolwright(['check', file], { folder: 'clusters' });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: before.root,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'before');
  before.write(file, head);
  const at = '2026-03-04T08:00:00Z';
  const { code, stdout } = await before.again(['diff', 'HEAD', '--definitions', file, '--at', at]);
  expect(code).toBe(0);
  return stdout;
}

function compiled(text: string) {
  return compileDefinition(text, 'clusters/web.yaml');
}

/** `[c] -> [C]`: the report after the first `[c]` became `[C]`. */
function findings(change: string): string {
  const [from = '', to = ''] = change.split(' -> ');
  const text = INPUT.replace(from, to);
  expect(text).not.toBe(INPUT);
  const broken = compiled(text);
  return findingsText({
    ...broken,
    diagnostics: broken.diagnostics.filter(({ severity }) => severity !== 'info'),
  });
}
