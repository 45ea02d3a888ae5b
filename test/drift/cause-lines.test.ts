import { describe, expect, it } from 'vitest';
import { BASE } from './forecast-cases.ts';
import { forecast } from './harness.ts';
import { replaced } from './machine-cases.ts';

const ALIASED = replaced(
  BASE,
  ['karpenter:', 'x-tags: &tags\n  team: core\nx-families: &families [m5, m6i, i4i]\nkarpenter:'],
  ['tags: {team: core, cost-centre: "12"}', 'tags: *tags'],
  ['values: [m5, m6i, i4i]', 'values: *families'],
);

function lines(head: string): readonly string[] {
  return forecast({ base: ALIASED, head }).causes.map(({ source }) => {
    if (source === undefined) return 'nowhere';
    const { text, file } = source.source;
    const { line } = source.source.positionAt(source.start);
    return `${file}: ${text.split('\n')[line - 1]?.trim() ?? ''}`;
  });
}

describe('the line of a cause', () => {
  it('is the anchored one where an alias stays', () => {
    expect(lines(replaced(ALIASED, ['  team: core\n', '  team: shop\n']))).toEqual(['head.yaml: team: shop']);
    expect(lines(replaced(ALIASED, ['  team: core\n', '  team: core\n  cost: a\n']))).toEqual([
      'head.yaml: cost: a',
    ]);
  });

  it('is the use where another alias is used', () => {
    const other = replaced(
      ALIASED,
      ['karpenter:', 'x-other: &other\n  team: shop\nkarpenter:'],
      ['tags: *tags', 'tags: *other'],
    );
    expect(lines(other)).toEqual(['head.yaml: tags: *other']);
  });
});
