import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { placeInDefinition } from '../../../src/checks/admission/object-place.ts';
import { fieldPath, refusalFindings } from '../../../src/checks/admission/refusal-finding.ts';
import { compile } from '../../../src/compile.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import { jsonPointer } from '../../../src/diagnostics/json-pointer.ts';
import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { holderKey } from '../../../src/documents/holder-key.ts';
import type { Refusal } from '../../../src/model/admission.ts';
import { writtenObjects } from '../../../src/render/written-objects.ts';
import { shown } from '../harness.ts';

const provider = builtInProvider();

function objectsOf(text: string, defaults = '', file = 'clusters/web.yaml') {
  const [cluster] = compile({
    files: [
      {
        source: new Source(file, text),
        defaults: new Source('clusters/_defaults.yaml', defaults),
        origin: 'argument',
      },
    ],
    provider: () => provider,
  }).clusters;
  if (cluster === undefined) throw new Error('no cluster');
  return writtenObjects(cluster).map(({ object, origins, pool }) => ({
    object,
    place: placeInDefinition({ origins, pool: pool?.pool, holderKey }),
    crd: '`karpenter.sh/v1` in crds/nodepools.yaml',
  }));
}

/** What is said of every NodePool that is refused so. */
function told(refusals: readonly (Partial<Refusal> & { readonly pointer: string })[]): string {
  const refused = objectsOf(DEFINITION, DEFAULTS)
    .filter(({ object }) => object['kind'] === 'NodePool')
    .map((one) => ({
      ...one,
      refusals: refusals.map(
        (refusal): Refusal => ({ reason: 'value', message: 'Invalid value', ...refusal }),
      ),
    }));
  return shown({ clusters: [], diagnostics: refusalFindings(refused) });
}

const DEFAULTS = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a]
  profiles:
    busy:
      disruption: {consolidate_after: 1h}
`;

const DEFINITION = `karpenter:
  node_pools:
    default:
      profile: busy
      limits: &limits {cpu: 8, memory: 32Gi}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}
    second:
      profile: busy
      limits: *limits
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [r]}
`;

describe('a refusal', () => {
  it('stands at the line that somebody wrote, through profiles and aliases', () => {
    expect(
      told([
        { pointer: '/spec/disruption/consolidateAfter', message: 'Invalid value: "1h": must be never' },
        { pointer: '/spec/limits/cpu', message: 'Invalid value: "8": must be less' },
        { pointer: '/spec/template/spec/requirements/0/values/0', message: 'Unsupported value: "m"' },
      ]),
    ).toMatchInlineSnapshot(`
      "error[PW9801]: NodePool \`default\` and 1 more would be refused: \`spec.disruption.consolidateAfter\`: Invalid value: "1h": must be never
       --> clusters/_defaults.yaml:6:39
        |
      6 |       disruption: {consolidate_after: 1h}
        |                                       ^^
       ::: clusters/web.yaml:4:16
        |
      4 |       profile: busy
        |                ---- pool \`default\` takes it from profile \`busy\`
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`default\` would be refused: \`spec.limits.cpu\`: Invalid value: "8": must be less
       --> clusters/web.yaml:5:29
        |
      5 |       limits: &limits {cpu: 8, memory: 32Gi}
        |                             ^
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`default\` would be refused: \`spec.template.spec.requirements[0].values[0]\`: Unsupported value: "m"
       --> clusters/web.yaml:7:77
        |
      7 |         - {key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}
        |                                                                             ^
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`second\` would be refused: \`spec.limits.cpu\`: Invalid value: "8": must be less
        --> clusters/web.yaml:10:15
         |
       5 |       limits: &limits {cpu: 8, memory: 32Gi}
         |                             - the alias stands for this value
      ...
      10 |       limits: *limits
         |               ^^^^^^^
         = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`second\` would be refused: \`spec.template.spec.requirements[0].values[0]\`: Unsupported value: "m"
        --> clusters/web.yaml:12:77
         |
      12 |         - {key: karpenter.k8s.aws/instance-category, operator: In, values: [r]}
         |                                                                             ^
         = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml."
    `);
  });

  it('of a list to which a profile adds stands at its key, even if all that the pool writes of it is an alias', () => {
    const text = `x-req: &gen {key: karpenter.k8s.aws/instance-generation, operator: In, values: ["5"]}
karpenter:
  node_pools:
    default:
      profile: busy
      requirements:
        - *gen
`;
    const defaults = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a]
  profiles:
    busy:
      requirements: [{key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}]
`;
    const pointer = '/spec/template/spec/requirements';
    const refused = objectsOf(text, defaults)
      .filter(({ object }) => object['kind'] === 'NodePool')
      .map((one) => ({ ...one, refusals: [{ reason: 'rule', pointer, message: 'no' } as const] }));
    const [found, ...others] = refusalFindings(refused);
    expect(others).toEqual([]);
    expect(found?.related).toEqual([]);
    expect(found?.span.source.positionAt(found.span.start)).toEqual({ line: 6, column: 7 });
  });

  it('stands at the pool where nobody wrote the value, and says who supplies it', () => {
    expect(
      told([{ pointer: '/spec/template/spec/expireAfter', message: 'Required value' }]),
    ).toMatchInlineSnapshot(`
      "error[PW9801]: NodePool \`default\` would be refused: \`spec.template.spec.expireAfter\`: Required value
       --> clusters/web.yaml:3:5
        |
      3 |     default:
        |     ^^^^^^^
        = help: The value is that of built-in set 1. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`second\` would be refused: \`spec.template.spec.expireAfter\`: Required value
       --> clusters/web.yaml:8:5
        |
      8 |     second:
        |     ^^^^^^
        = help: The value is that of built-in set 1. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml."
    `);
  });

  it('tells of an unknown field by its key, of a rule with the rule, of a change with what to do', () => {
    expect(
      told([
        { pointer: '/spec/limits', reason: 'unknown-field', message: 'unknown field "spec.limits"' },
        { pointer: '/spec', reason: 'rule', message: 'no', rule: 'self.all(x,\n  x > 0)' },
        {
          pointer: '/spec/limits',
          reason: 'rule',
          message: 'immutable.',
          rule: 'self == oldSelf',
          transition: true,
        },
        { pointer: '', reason: 'metadata', message: 'name is too long' },
      ]),
    ).toMatchInlineSnapshot(`
      "error[PW9802]: NodePool \`default\` would be refused: \`spec.limits\`: unknown field "spec.limits"
       --> clusters/web.yaml:5:7
        |
      5 |       limits: &limits {cpu: 8, memory: 32Gi}
        |       ^^^^^^
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9803]: NodePool \`default\` would be refused: \`spec\`: no
       --> clusters/web.yaml:3:5
        |
      3 |     default:
        |     ^^^^^^^
        = help: The rule is \`self.all(x, x > 0)\`. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9804]: NodePool \`default\` would be refused: \`spec.limits\`: immutable
       --> clusters/web.yaml:5:7
        |
      5 |       limits: &limits {cpu: 8, memory: 32Gi}
        |       ^^^^^^
        = help: The rule \`self == oldSelf\` compares with the object that is there: take the change back, or make another object. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`default\` would be refused: name is too long
       --> clusters/web.yaml:3:5
        |
      3 |     default:
        |     ^^^^^^^
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9802]: NodePool \`second\` would be refused: \`spec.limits\`: unknown field "spec.limits"
        --> clusters/web.yaml:10:15
         |
       5 |       limits: &limits {cpu: 8, memory: 32Gi}
         |                             - the alias stands for this value
      ...
      10 |       limits: *limits
         |               ^^^^^^^
         = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9803]: NodePool \`second\` would be refused: \`spec\`: no
       --> clusters/web.yaml:8:5
        |
      8 |     second:
        |     ^^^^^^
        = help: The rule is \`self.all(x, x > 0)\`. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9804]: NodePool \`second\` would be refused: \`spec.limits\`: immutable
        --> clusters/web.yaml:10:15
         |
       5 |       limits: &limits {cpu: 8, memory: 32Gi}
         |                             - the alias stands for this value
      ...
      10 |       limits: *limits
         |               ^^^^^^^
         = help: The rule \`self == oldSelf\` compares with the object that is there: take the change back, or make another object. So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml.

      error[PW9801]: NodePool \`second\` would be refused: name is too long
       --> clusters/web.yaml:8:5
        |
      8 |     second:
        |     ^^^^^^
        = help: So says the CRD \`karpenter.sh/v1\` in crds/nodepools.yaml."
    `);
  });
});

describe('a rule over a map', () => {
  const defaults = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a]
  pool_defaults: {limits: {cpu: 100}, labels: {team: a}}
  profiles:
    busy:
      disruption: {budgets: [{nodes: 10%}]}
`;
  const text = `karpenter:
  node_pools:
    default:
      profile: busy
      limits: {memory: 2Ti}
      labels: {b: x}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}
`;
  const pool = objectsOf(text, defaults).find(({ object }) => object['kind'] === 'NodePool');
  const LABELS = '/spec/template/metadata/labels';

  it.each([
    ['/spec/limits', ['/spec/limits/memory'], 'clusters/web.yaml 2Ti'],
    ['/spec/limits', ['/spec/limits/cpu'], 'clusters/_defaults.yaml 100'],
    ['/spec/limits', ['/spec/limits/cpu', '/spec/limits/memory'], 'clusters/web.yaml 2Ti'],
    ['/spec/limits', ['/spec/limits/nodes'], 'clusters/web.yaml limits'],
    ['/spec/limits', [], 'clusters/web.yaml limits'],
    ['/spec', ['/spec/limits/memory'], 'clusters/web.yaml 2Ti'],
    [LABELS, [`${LABELS}/b`], 'clusters/web.yaml x'],
    [LABELS, [`${LABELS}/team`], 'clusters/_defaults.yaml a'],
    ['/spec/template/spec/requirements', [], 'clusters/web.yaml requirements'],
    ['/spec/disruption', [], 'clusters/_defaults.yaml disruption'],
    ['/spec/disruption', ['/spec/disruption/consolidateAfter'], 'clusters/web.yaml default built-in set 1'],
  ])('stands at what it reads: %s, %j', (pointer, reads, expected) => {
    const { span, supplier = '' } = pool?.place(pointer, 'value', reads) ?? {};
    const blamed = span?.source.text.slice(span.start, span.end) ?? '';
    expect(`${span?.source.file ?? ''} ${blamed} ${supplier}`.trim()).toBe(expected);
  });
});

describe('fieldPath', () => {
  it('writes a pointer as the API server does', () => {
    const object = { spec: { list: [{ key: 1 }], labels: { 'a.b/c~d': 'x' }, map: { '0': 'x' } } };
    const paths = ['', '/spec/list/0/key', '/spec/labels/a.b~1c~0d', '/spec/map/0', '/spec/new/0/x'];
    expect(paths.map((path) => fieldPath(object, path))).toEqual([
      '',
      'spec.list[0].key',
      'spec.labels[a.b/c~d]',
      'spec.map[0]',
      'spec.new[0].x',
    ]);
  });
});

describe('every part of every example object', () => {
  const defaults = readFileSync('clusters/_defaults.yaml', 'utf8');
  const files = readdirSync('clusters').filter((name) => /^[a-z]+\.yaml$/.test(name));

  it.each(files)('has a place of one line in %s or its defaults', (name) => {
    const objects = objectsOf(readFileSync(`clusters/${name}`, 'utf8'), defaults, `clusters/${name}`);
    let places = 0;
    for (const { object, place } of objects) {
      for (const pointer of pointersIn(object)) {
        for (const what of ['value', 'key'] as const) {
          const { span } = place(pointer, what);
          const text = span.source.text.slice(span.start, span.end);
          expect(text, `${String(object['kind'])} ${pointer}`).toMatch(/^\S(?:.*\S)?$/);
          places += 1;
        }
      }
    }
    expect(places).toBeGreaterThan(100);
  });
});

function pointersIn(value: JsonValue, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pointersIn(inner, at + jsonPointer(key)))];
}
