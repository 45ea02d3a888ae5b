import { describe, expect, it } from 'vitest';
import type { JsonMap } from '../../src/diagnostics/json-value.ts';
import { selectedChange } from '../../src/drift/selected-change.ts';
import { invariant } from '../../src/diagnostics/invariant.ts';
import { provider } from './harness.ts';

function told(field: string, before: readonly JsonMap[], after: readonly JsonMap[]): string {
  const rules = provider.adoption?.selectors?.find((one) => one.field === field);
  invariant(rules !== undefined, `no rules for ${field}`);
  const { scope, names, isUndecided } = selectedChange(before, after, rules);
  return [scope, ...names, ...(isUndecided ? ['?'] : [])].join(' ');
}

const id = (name: string) => ({ id: name });
const tags = (map: Readonly<Record<string, string>>) => ({ tags: map });
const alias = (name: string) => ({ alias: name });

type Case = readonly [what: string, before: readonly JsonMap[], after: readonly JsonMap[], expected: string];

describe('other terms', () => {
  it.each<Case>([
    ['a release for another', [alias('al2023@v1')], [alias('al2023@v2')], 'all'],
    ['the newest release from now on', [alias('al2023@v1')], [alias('al2023@latest')], 'none ?'],
    ['a release instead of the newest', [alias('al2023@latest')], [alias('al2023@v1')], 'none ?'],
    ['one more id, perhaps newer', [id('a')], [id('a'), id('b')], 'none ?'],
    ['one id less', [id('a'), id('b')], [id('a')], 'partial b'],
    ['an id for another, beside one that stays', [id('a'), id('b')], [id('a'), id('c')], 'partial b ?'],
    ['all ids for others', [id('a'), id('b')], [id('c')], 'all'],
    ['an alias for an id', [alias('al2023@v1')], [id('a')], 'none ?'],
    ['other names', [{ name: 'x-*' }], [{ name: 'y-*' }], 'none ?'],
    ['another order, a term twice', [id('a'), id('b')], [id('b'), id('a'), id('b')], 'none'],
  ])('of images: %s', (_what, before, after, expected) => {
    expect(told('amiSelectorTerms', before, after)).toBe(expected);
  });

  it.each<Case>([
    ['one more', [tags({ a: '1' })], [tags({ a: '1' }), id('x')], 'none'],
    ['fewer tags in a term', [tags({ a: '1', b: '2' })], [tags({ a: '1' })], 'none'],
    ['any value of a tag', [tags({ a: '1' })], [tags({ a: '*' })], 'none'],
    ['a value instead of any', [tags({ a: '*' })], [tags({ a: '1' })], 'none ?'],
    ['more tags in a term', [tags({ a: '1' })], [tags({ a: '1', b: '2' })], 'none ?'],
    ['an id less', [id('x'), id('y'), id('z')], [id('z')], 'partial x y'],
    ['an id less, which tags may find', [id('x'), tags({ a: '1' })], [tags({ a: '1' })], 'none ?'],
    ['a term of tags less', [id('x'), tags({ a: '1' })], [id('x')], 'none ?'],
    ['all ids for others', [id('x')], [id('y')], 'all'],
  ])('of subnets: %s', (_what, before, after, expected) => {
    expect(told('subnetSelectorTerms', before, after)).toBe(expected);
  });

  it.each<Case>([
    ['an id more', [tags({ a: '1' })], [tags({ a: '1' }), id('x')], 'all'],
    ['a name less', [{ name: 'n' }, id('x')], [id('x')], 'all'],
    ['tags for others', [tags({ a: '1' })], [tags({ a: '2' })], 'none ?'],
  ])('of security groups: %s', (_what, before, after, expected) => {
    expect(told('securityGroupSelectorTerms', before, after)).toBe(expected);
  });

  it.each<Case>([
    ['one less', [id('cr-1'), id('cr-2')], [id('cr-2')], 'partial cr-1'],
    ['none any more', [id('cr-1')], [], 'partial cr-1'],
    ['one more', [], [id('cr-1')], 'none'],
    ['of one owner only', [tags({ a: '1' })], [{ ...tags({ a: '1' }), ownerID: '1' }], 'none ?'],
  ])('of reservations: %s', (_what, before, after, expected) => {
    expect(told('capacityReservationSelectorTerms', before, after)).toBe(expected);
  });
});
