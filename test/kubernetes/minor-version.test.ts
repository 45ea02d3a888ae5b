import { expect, it } from 'vitest';
import { minorVersion } from '../../src/kubernetes/minor-version.ts';

it.each([
  ['1.14', '1.14'],
  ['1.14.1', '1.14'],
  ['v1.14.1', '1.14'],
  ['v10.0', '10.0'],
  ['1', undefined],
  ['1.14.x', undefined],
  ['1.14.1-rc.1', undefined],
  ['', undefined],
])('the minor version of %j is %j', (text, expected) => {
  expect(minorVersion(text)).toBe(expected);
});
