import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../../src/documents/apply-fixes.ts';
import { compileNodeClass, findingsIn, specOf } from './node-class-harness.ts';

describe('images', () => {
  it('takes an alias as it is', () => {
    expect(specOf('ami: bottlerocket@1.50.0').amiSelectorTerms).toEqual([{ alias: 'bottlerocket@1.50.0' }]);
  });

  it('takes a list of terms', () => {
    expect(specOf('ami_family: AL2023\nami: [{id: ami-1}, {owner: self, name: golden-*}]')).toMatchObject({
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ id: 'ami-1' }, { name: 'golden-*', owner: 'self' }],
    });
  });

  it.each([
    ['Bottlerocket', 'bottlerocket@latest', ['PW3111']],
    ['AL2', 'al2@latest', ['PW3111']],
    // Windows cannot be pinned, so there is nothing to warn of.
    ['Windows2022', 'windows2022@latest', []],
  ])('assumes the latest image of %s when only the family is written', (family, alias, codes) => {
    const { object, diagnostics } = compileNodeClass(`ami_family: ${family}`);
    expect(object?.spec).toMatchObject({ amiFamily: family, amiSelectorTerms: [{ alias }] });
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ['al2023', 'PW3101 at al2023: the image alias `al2023` is not of the form `family@version`'],
    ['"al2023@"', 'PW3101 at "al2023@": the image alias `al2023@` is not of the form `family@version`'],
    ['a@b@c', 'PW3101 at a@b@c: the image alias `a@b@c` is not of the form `family@version`'],
    ['ami-0abc', 'PW3101 at ami-0abc: `ami-0abc` is an image id, not an alias'],
    ['AL2023@latest', 'PW3102 at AL2023@latest: there is no image family `AL2023`'],
    ['ubuntu@latest', 'PW3102 at ubuntu@latest: there is no image family `ubuntu`'],
    [
      'windows2022@v1',
      'PW3103 at windows2022@v1: the image alias `windows2022@v1` pins a Windows release, which Karpenter cannot',
    ],
    ['[]', 'PW2023 at []: `ami` must not be empty'],
    ['[{id: x-ami-1}]', 'PW2023 at x-ami-1: `id` must be an image id such as `ami-0123456789abcdef0`'],
  ])('refuses ami: %s, and makes no object of it', (ami, finding) => {
    expect(findingsIn(`ami: ${ami}`)).toEqual([finding]);
    expect(compileNodeClass(`ami: ${ami}`).object).toBeUndefined();
  });

  it.each([
    ['AL2023@latest', 'al2023@latest'],
    ["'Bottlerocket@1.50.0'", "'bottlerocket@1.50.0'"],
    ['windows2022@v1', 'windows2022@latest'],
  ])('mends %s to %s', (ami, mended) => {
    const [found] = compileNodeClass(`ami: ${ami}`).diagnostics;
    if (found?.fix === undefined) throw new Error('no fix');
    expect(applyFixes(found.span.source, [found.fix]).text).toContain(`ami: ${mended}\n`);
  });

  it('needs an image where the family is Custom', () => {
    expect(findingsIn('ami_family: Custom')).toEqual([
      'PW3107 at Custom: `ami_family: Custom` says nothing about which image to use',
    ]);
  });

  it('does not take a broken family for an absent one', () => {
    const { object, diagnostics } = compileNodeClass('ami_family: al2023');
    expect(object).toBeUndefined();
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([['PW2022', 'Did you mean `AL2023`?']]);
  });
});
