import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

function nodeClass(text: string, beside = ''): string {
  const lines = text.trim().split('\n');
  return onePool(`${beside}\nnode_class:\n${lines.map((line) => `  ${line}`).join('\n')}`.trim());
}

function onVersion(version: string, text: string): string {
  return nodeClass(text).replace('poolwright: {', `poolwright: {kubernetes_version: "${version}", `);
}

describe('image terms', () => {
  it.each([
    ['{}', 'PW3104', 'this image term selects nothing'],
    ['{owner: self}', 'PW3104', 'an owner alone does not select an image'],
    [
      '{id: ami-1, owner: self, name: x}',
      'PW3105',
      '`name` and `owner` cannot stand beside `id` in an image term',
    ],
    ['{id: ami-1, ssm_parameter: /x}', 'PW3105', '`ssm_parameter` cannot stand beside `id` in an image term'],
    [
      '{ssm_parameter: /x, tags: {a: b}}',
      'PW3105',
      '`tags` cannot stand beside `ssm_parameter` in an image term',
    ],
    ['{alias: al2023@v20260101, id: ami-1}', 'PW3105', '`id` cannot stand beside `alias` in an image term'],
  ] as const)('%s', (term, code, message) => {
    expect(messages(nodeClass(`ami_family: AL2023\nami: [${term}]`), code)).toEqual([message]);
  });

  it('may combine name, owner and tags, and be several', () => {
    const text = nodeClass('ami_family: AL2023\nami: [{name: x, owner: self, tags: {a: b}}, {id: ami-1}]');
    for (const code of ['PW3104', 'PW3105', 'PW3106'] as const) expect(messages(text, code)).toEqual([]);
  });

  it('blames the field that is too much, and the alias that is not alone', () => {
    const [extra] = findings(nodeClass('ami_family: AL2023\nami: [{id: ami-1, owner: self}]'), 'PW3105');
    expect(extra && blamed(extra)).toBe('owner');
    const [alias] = findings(nodeClass('ami: [{id: ami-1}, {alias: al2023@v20260101}]'), 'PW3106');
    expect(alias && blamed(alias)).toBe('{alias: al2023@v20260101}');
    expect(alias?.related.map((related) => blamed({ ...alias, span: related.span }))).toEqual([
      '{id: ami-1}',
    ]);
  });
});

describe('image family', () => {
  it.each([
    ['AL2023', []],
    ['Custom', []],
    ['AL2', ['`ami_family: AL2` contradicts the alias, whose family is `AL2023`']],
  ])('%s beside an AL2023 alias', (family, expected) => {
    expect(messages(nodeClass(`ami: al2023@v20260101\nami_family: ${family}`), 'PW3108')).toEqual(expected);
  });

  it('is needed without an alias', () => {
    expect(messages(nodeClass('ami: [{name: x}]'), 'PW3114')).toHaveLength(1);
    expect(messages(nodeClass('ami: [{name: x}]\nami_family: AL2'), 'PW3114')).toEqual([]);
  });
});

describe('image and Kubernetes version', () => {
  it.each([
    ['al2@v20260101', '1.32', 'PW3109', 0],
    ['al2@v20260101', '1.33', 'PW3109', 1],
    ['al2@v20260101', '1.33.2', 'PW3109', 1],
    ['windows2025@latest', '1.34', 'PW3110', 1],
    ['windows2025@latest', '1.35', 'PW3110', 0],
    ['al2023@v20260101', '1.99', 'PW3109', 0],
  ] as const)('%s on %s', (alias, version, code, count) => {
    expect(messages(onVersion(version, `ami: ${alias}`), code)).toHaveLength(count);
  });

  it('cannot be judged without the version, nor without an alias', () => {
    expect(messages(nodeClass('ami: al2@v20260101'), 'PW3109')).toEqual([]);
    expect(messages(onVersion('1.34', 'ami_family: AL2\nami: [{id: ami-1}]'), 'PW3109')).toEqual([]);
  });
});

describe('image release', () => {
  it.each([
    ['al2023@v20260101', []],
    ['bottlerocket@1.50.0', []],
    ['bottlerocket@v1.50.0', []],
    ['windows2022@latest', []],
    ['al2023@latest', ['PW3112']],
    ['al2023@20260101', ['PW3113']],
    ['al2023@1.50.0', ['PW3113']],
    ['bottlerocket@1.50', ['PW3113']],
    ['al2023@Latest', ['PW3113']],
  ])('%s', (alias, codes) => {
    const text = nodeClass(`ami: ${alias}`);
    const found = [...findings(text, 'PW3112'), ...findings(text, 'PW3113')];
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it('is mended where only the `v` or the case is wrong', () => {
    const fixOf = (alias: string) =>
      findings(nodeClass(`ami: ${alias}`), 'PW3113')[0]?.fix?.edits[0]?.newText;
    expect(fixOf('al2023@20260101')).toBe('"al2023@v20260101"');
    expect(fixOf('"al2023@LATEST"')).toBe('"al2023@latest"');
    expect(fixOf('al2023@today')).toBeUndefined();
  });

  it('says nothing of the assumed image, which has a warning of its own', () => {
    expect(messages(nodeClass('public: false'), 'PW3112')).toEqual([]);
    expect(messages(nodeClass('public: false'), 'PW3111')).toHaveLength(1);
  });
});

describe('user data', () => {
  it.each([
    [16_384, 0],
    [16_385, 1],
  ])('of %d bytes', (bytes, count) => {
    // Two bytes a character, to tell bytes from characters.
    const text = 'é'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2);
    const found = findings(nodeClass(`ami: al2023@v20260101\nuser_data: ${text}`), 'PW3115');
    expect(found).toHaveLength(count);
    for (const one of found) expect(blamed(one)).toBe('user_data');
  });
});

describe('image owner', () => {
  it('is asked for only with a name', () => {
    const text = (term: string) => nodeClass(`ami_family: AL2023\nami: [${term}]`);
    expect(messages(text('{name: golden}'), 'PW3116')).toHaveLength(1);
    expect(messages(text('{name: golden, owner: self}'), 'PW3116')).toEqual([]);
    expect(messages(text('{tags: {a: b}}'), 'PW3116')).toEqual([]);
  });
});
