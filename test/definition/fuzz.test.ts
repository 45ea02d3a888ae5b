import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/diagnostics/diagnostic.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';
import { readDefinition } from '../../src/definition/read-definition.ts';
import { atDepth } from '../at-depth.ts';

// Mutated definitions: whatever the text, there is a result, and no fix makes valid YAML invalid. A failure prints
// the run, which is its seed.

const RUNS = atDepth(700);

const EVERYTHING = `poolwright:
  cluster: all
  region: eu-west-1
  zones: [a, b]
  kubernetes_version: 1.30
  pool_defaults: &base {labels: {a: 010}, expire_after: 1h}
  profiles: {spot: {<<: *base, weight: 3, node_class: {volume_size: 10Gi}}}
  price_adjustments: [{where: {node: {key: a, operator: In, values: [b]}}, percent: -3}]
  scenarios: {down: {unavailable: [{zones: [a]}], replicas_percent: 120}}
  rules: {PW2012: off}
node_pools:
  a:
    profile: spot
    dedicated: x
    limits: {cpu: 1, memory: 100GB}
    requirements:
      key: a
      operator: in
      values: 4
    taints:
      - key: a
        value: ""
        effect: noschedule
    disruption: {budgets: {nodes: 10, reasons: empty}}
    node_class: {public: yes, tags: {a: b}}
  b: *base
`;

const folder = new URL('documented/', import.meta.url);
const SEEDS = [
  EVERYTHING,
  ...readdirSync(folder)
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8')),
];

const SNIPPETS = [
  'null',
  '~',
  '[]',
  '{}',
  '- ',
  ': ',
  '"',
  "'",
  '|\n',
  '<<: *base',
  '*base',
  '&base ',
  '1.30',
  '010',
  'yes',
  '.nan',
  '-1',
  '9007199254740993',
  '__proto__: {a: b}',
  'constructor',
  'requirements:',
  'profile: spot',
  'taints:',
  '\n---\n',
  'node_pools:',
  'karpenter:',
  'value: ""',
  '{key: a, operator: In, values: [b]}',
  '\t',
  '\r\n',
  '#',
  ',',
  '\u{1F600}',
  '?',
];

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function mutate(text: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const at = below(text.length + 1);
  switch (below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + below(8));
    case 1:
      return text.slice(0, at) + (SNIPPETS[below(SNIPPETS.length)] ?? '') + text.slice(at);
    case 2: {
      const lines = text.split('\n');
      const line = below(lines.length);
      lines.splice(below(lines.length), 0, lines[line] ?? '');
      return lines.join('\n');
    }
    case 3: {
      const lines = text.split('\n');
      lines.splice(below(lines.length), 1);
      return lines.join('\n');
    }
    case 4: {
      // A value of one line at another one's key.
      const lines = text.split('\n');
      const value = /: (.*)$/.exec(lines[below(lines.length)] ?? '')?.[1] ?? '';
      const target = below(lines.length);
      lines[target] = (lines[target] ?? '').replace(/: .*$/, () => `: ${value}`);
      return lines.join('\n');
    }
    default: {
      const lines = text.split('\n');
      const line = below(lines.length);
      lines[line] = `${random() < 0.5 ? '  ' : ''}${(lines[line] ?? '').slice(random() < 0.5 ? 2 : 0)}`;
      return lines.join('\n');
    }
  }
}

function parses(source: Source): boolean {
  return parseYaml(source).diagnostics.every(({ severity }) => severity !== 'error');
}

function brokenBy(source: Source, fixes: readonly Fix[]): string | undefined {
  const { text } = applyFixes(source, fixes);
  return parses(new Source('a.yaml', text)) ? undefined : text;
}

describe('mutated definitions', () => {
  it(`are read without an internal error, and fixes keep them readable (${RUNS} runs)`, () => {
    let withFixes = 0;
    for (let seed = 0; seed < RUNS; seed++) {
      const random = mulberry32(seed);
      let text = SEEDS[seed % SEEDS.length] ?? '';
      for (let i = Math.floor(random() * 4); i >= 0; i--) text = mutate(text, random);
      const source = new Source('a.yaml', text);
      const defaults = seed % 3 === 0 ? new Source('_defaults.yaml', mutate(EVERYTHING, random)) : undefined;
      const context = `seed ${seed}:\n${text}`;
      const { diagnostics } = run(() => readDefinition({ source, ...(defaults && { defaults }) }), context);
      for (const { span, related, fix } of diagnostics) {
        for (const place of [
          span,
          ...related.map((one) => one.span),
          ...(fix?.edits.map((one) => one.span) ?? []),
        ]) {
          expect(place.start <= place.end && place.end <= place.source.text.length, context).toBe(true);
        }
      }
      const fixes = diagnostics.flatMap(({ fix, span }) =>
        fix !== undefined && span.source === source ? [fix] : [],
      );
      if (fixes.length === 0 || !parses(source)) continue;
      withFixes++;
      expect(brokenBy(source, fixes), context).toBeUndefined();
      for (const fix of fixes) expect(brokenBy(source, [fix]), `${fix.title}, ${context}`).toBeUndefined();
    }
    expect(withFixes).toBeGreaterThan(RUNS / 20);
  });
});

function run<Result>(read: () => Result, context: string): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`${String(error)}\n${context}`, { cause: error });
  }
}
