import { describe, expect, it } from 'vitest';
import { layerName, usedHere, writtenHere } from '../../src/diagnostics/describe-origin.ts';
import type { Layer, Origin } from '../../src/diagnostics/origin.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';

const source = new Source('a.yaml', 'value key profile anchor');
const span = (word: string): Span => {
  const start = source.text.indexOf(word);
  return { source, start, end: start + word.length };
};

const user = { name: 'x', keySpan: span('key'), profile: { origin: { span: span('profile') } } };

function origin(layer?: Layer, definedAt?: Span): Origin {
  return {
    span: span('value'),
    ...(layer === undefined ? {} : { layer }),
    ...(definedAt === undefined ? {} : { definedAt }),
  };
}

function print(related: readonly { span: Span; message: string }[]): string[] {
  return related.map((one) => `${source.text.slice(one.span.start, one.span.end)}: ${one.message}`);
}

describe('layerName', () => {
  it('names every layer', () => {
    const layers: Layer[] = [
      { kind: 'built-in', set: 1 },
      { kind: 'settings' },
      { kind: 'node_class' },
      { kind: 'pool_defaults' },
      { kind: 'profile', name: 'spot' },
      { kind: 'pool', name: 'a' },
    ];
    expect(layers.map(layerName)).toEqual([
      'built-in set 1',
      'the `poolwright` settings',
      '`node_class`',
      '`pool_defaults`',
      'profile `spot`',
      'pool `a`',
    ]);
  });
});

describe('usedHere', () => {
  it('shows the pool that inherits a value, at the profile it names', () => {
    expect(print(usedHere(origin({ kind: 'profile', name: 'spot' }), user))).toEqual([
      'profile: pool `x` takes it from profile `spot`',
    ]);
    expect(print(usedHere(origin({ kind: 'pool_defaults' }), user))).toEqual([
      'key: pool `x` takes it from `pool_defaults`',
    ]);
  });

  it('has nothing to add to what the pool or nobody wrote', () => {
    expect(usedHere(origin({ kind: 'pool', name: 'x' }), user)).toEqual([]);
    expect(usedHere(origin({ kind: 'built-in', set: 1 }), user)).toEqual([]);
    expect(usedHere(origin(), user)).toEqual([]);
  });

  it('shows what an alias stands for', () => {
    expect(print(usedHere(origin({ kind: 'pool', name: 'x' }, span('anchor')), user))).toEqual([
      'anchor: the alias stands for this value',
    ]);
  });
});

describe('writtenHere', () => {
  it('shows where a value is written', () => {
    expect(print(writtenHere(origin({ kind: 'profile', name: 'spot' }), '`limits.cpu`'))).toEqual([
      'value: `limits.cpu` is written here in profile `spot`',
    ]);
    expect(print(writtenHere(origin({ kind: 'pool', name: 'x' }, span('anchor')), '`weight`'))).toEqual([
      'value: `weight` is written here',
      'anchor: the alias stands for this value',
    ]);
    expect(writtenHere(origin({ kind: 'built-in', set: 1 }), '`weight`')).toEqual([]);
  });
});
