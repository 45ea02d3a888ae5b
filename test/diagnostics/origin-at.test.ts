import { describe, expect, it } from 'vitest';
import { originAt } from '../../src/diagnostics/origin-at.ts';
import type { Origin } from '../../src/diagnostics/origin.ts';
import { Source } from '../../src/diagnostics/source.ts';

const source = new Source('demo.yaml', 'abc');
const at = (start: number): Origin => ({ span: { source, start, end: start + 1 } });

describe('originAt', () => {
  const origins = new Map([
    ['', at(0)],
    ['/spec/tags', at(1)],
    ['/spec/tags/a~1b', at(2)],
  ]);

  it.each([
    ['/spec/tags/a~1b', 2],
    ['/spec/tags/a~1b/0', 2],
    ['/spec/tags/a', 1],
    ['/spec/tagsets', 0],
    ['/spec', 0],
    ['', 0],
  ])('finds the nearest ancestor of %s', (pointer, start) => {
    expect(originAt(origins, pointer).span.start).toBe(start);
  });

  it('takes a map without the document for a bug', () => {
    expect(() => originAt(new Map(), '/spec')).toThrow('invariant broken');
  });
});
