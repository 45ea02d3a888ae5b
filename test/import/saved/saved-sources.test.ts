import { expect, it } from 'vitest';
import { originAt } from '../../../src/diagnostics/origin-at.ts';
import { SavedSources } from '../../../src/import/saved/saved-sources.ts';

const RANGE = { start: { line: 3, column: 3 }, end: { line: 3, column: 6 } };
const OBJECT = { apiVersion: 'v1', kind: 'X', metadata: { name: 'x' } };

it('puts lines at their numbers, where that is all there is', () => {
  const sources = new SavedSources({ 'a.yaml': { lines: { 3: 'a: one', 5: 'b' } } });
  const { source, start, end } = sources.span({ file: 'a.yaml', range: RANGE });
  expect(source.text).toBe('\n\na: one\n\nb');
  expect(source.text.slice(start, end)).toBe(' on');
  expect(source.positionAt(start)).toEqual(RANGE.start);
  expect(sources.whole('a.yaml')).toBeUndefined();
});

it('has whole texts, each once', () => {
  const sources = new SavedSources({ 'a.yaml': { text: '1\r\n2\r\n3 3 3\r\n', lines: {} } });
  const { source, start, end } = sources.span({ file: 'a.yaml', range: RANGE });
  expect(source).toBe(sources.whole('a.yaml'));
  expect(source.text.slice(start, end)).toBe('3 3');
});

it('takes places beyond the end, and files that are not there, for the end of what there is', () => {
  const sources = new SavedSources({ 'a.yaml': { text: 'x\n', lines: {} } });
  expect(sources.span({ file: 'a.yaml', range: RANGE })).toMatchObject({ start: 2, end: 2 });
  expect(sources.span({ file: 'b.yaml', range: RANGE })).toMatchObject({ start: 0, end: 0 });
});

it('finds an origin for every value, even where a document has none', () => {
  const sources = new SavedSources({});
  const origins = sources.origins({ object: OBJECT, origins: {} });
  expect(originAt(origins, '/spec/deep').span.start).toBe(0);
});
