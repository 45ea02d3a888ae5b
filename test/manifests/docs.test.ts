import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DUMP_LIMITS } from '../../src/documents/input-limits.ts';
import { KIND_NAMES } from '../../src/manifests/kinds.ts';
import { MAX_PODS } from '../../src/manifests/pod-budget.ts';

const PAGE = readFileSync('docs/workloads.md', 'utf8');

describe('docs/workloads.md', () => {
  it('has every kind that is read in its table, and no other', () => {
    const table = PAGE.split('| kind |')[1]?.split('\n\n')[0] ?? '';
    const named = [...table.matchAll(/^\| ([A-Z][^|]*) \|/gm)].flatMap(
      (match) => match[1]?.split(', ') ?? [],
    );
    expect(named.sort()).toEqual([...KIND_NAMES].sort());
  });

  it('tells the limits', () => {
    expect(PAGE).toContain(`${MAX_PODS / 1000},000 pods`);
    expect(PAGE).toContain(`${DUMP_LIMITS.fileBytes / 2 ** 20} MiB`);
  });
});
