import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { compilationJson } from '../../src/report/compilation-json.ts';
import { compileText, onePool } from './harness.ts';

function errors({ diagnostics }: Compilation): string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, span }) => `${code} ${span.source.text.slice(span.start, span.end)}`);
}

function others({ diagnostics }: Compilation): string[] {
  return diagnostics.filter(({ severity }) => severity !== 'error').map(({ code }) => code);
}

/** One slot of a pool: sound text, and mistakes in its place with the errors that they alone make. */
interface Slot {
  readonly sound: string;
  readonly mistakes: readonly (readonly [text: string, ...errors: readonly string[]])[];
}

const requirement = (key: string, operator: string, values: string) =>
  `{key: ${key}, operator: ${operator}, values: [${values}]}`;
const CATEGORY = 'karpenter.k8s.aws/instance-category';

const FAMILY = `  - ${requirement('karpenter.k8s.aws/instance-family', 'In', 'm7g, c7g, r7g')}`;

const SLOTS: Readonly<Record<string, Slot>> = {
  limits: {
    sound: 'limits: {cpu: "100", memory: 400Gi}',
    mistakes: [
      ['limits: {cpu: 100GB, memory: 400Gi}', 'PW2026 100GB'],
      ['limits: {cpu: x, memory: y}', 'PW2026 x', 'PW2026 y'],
      ['limits: 7', 'PW2021 7'],
      ['limit: {cpu: "100"}', 'PW2001 limit'],
      ['limits: {cpu: {}, memory: "-1"}', 'PW2021 {}', 'PW3561 "-1"'],
    ],
  },
  labels: {
    sound: 'labels: {team: a}',
    mistakes: [
      ['labels: {"a b": c}', 'PW3520 "a b"'],
      ['labels: {team: [a], karpenter.sh/bar: y}', 'PW2021 [a]', 'PW3502 karpenter.sh/bar'],
    ],
  },
  arch: {
    sound: `requirements:\n  - ${requirement('kubernetes.io/arch', 'In', 'arm64')}`,
    mistakes: [
      [`requirements:\n  - ${requirement('kubernetes.io/arch', 'Inn', 'arm64')}`, 'PW2022 Inn'],
      [`requirements:\n  - ${requirement('kubernetes.io/arch', 'In', 'x86')}`, 'PW3510 x86'],
      ['requirements:\n  - {key: kubernetes.io/arch}', 'PW2020 key'],
    ],
  },
  family: {
    sound: FAMILY,
    mistakes: [
      [`${FAMILY}\n  - ${requirement('karpenter.sh/foo', 'In', 'x')}`, 'PW3502 karpenter.sh/foo'],
      [`${FAMILY}\n  - ${requirement(CATEGORY, 'In', 'C')}`, 'PW3510 C'],
    ],
  },
  taints: {
    sound: 'taints: [{key: a, value: b, effect: NoSchedule}]',
    mistakes: [
      ['taints: [{key: a, value: "b c", effect: NoSchedule}]', 'PW3523 "b c"'],
      [
        'taints: [{key: a, effect: NoSchedul}, {key: b c, effect: NoExecute}]',
        'PW2022 NoSchedul',
        'PW3522 b c',
      ],
      ['taints: [{key: a, value: "", effect: NoSchedule}]', 'PW2028 ""'],
    ],
  },
  weight: {
    sound: 'weight: 5',
    mistakes: [
      ['weight: 0', 'PW3563 0'],
      ['weight: x', 'PW2021 x'],
      ['typo: 5', 'PW2001 typo'],
    ],
  },
  expiry: {
    sound: 'expire_after: Never',
    mistakes: [
      ['expire_after: 30d', 'PW3545 30d'],
      ['expire_after: [Never]', 'PW2021 [Never]'],
    ],
  },
  disruption: {
    sound: 'disruption: {budgets: [{nodes: "0"}, {nodes: "5", schedule: "@daily", duration: 8h}]}',
    mistakes: [
      ['disruption: {budgets: [{nodes: 200%}]}', 'PW3540 200%'],
      [
        'disruption: {budgets: [{nodes: "5", schedul: "@daily", duration: 8h}], consolidate_after: 1d}',
        'PW2001 schedul',
        'PW3545 1d',
      ],
    ],
  },
  image: {
    sound: 'node_class:\n  ami: al2023@v20260101',
    mistakes: [
      ['node_class:\n  ami: al2023', 'PW3101 al2023'],
      ['node_class:\n  amy: al2023@v20260101', 'PW2001 amy'],
      ['node_class:\n  ami: al2032@v20260101', 'PW3102 al2032@v20260101'],
      ['node_class:\n  ami: [{id: x}]', 'PW2023 x'],
    ],
  },
  disk: {
    sound: '  volumeSize: 100Gi',
    mistakes: [
      ['  volumeSize: 100GB', 'PW3301 100GB'],
      ['  volumsize: 100Gi', 'PW2001 volumsize'],
      ['  volumeSize: {}', 'PW2021 {}'],
    ],
  },
  mappings: {
    sound: '  block_device_mappings: [{device_name: /dev/xvda}]',
    mistakes: [
      [
        '  block_device_mappings: [{device_nam: /dev/xvda}]',
        'PW2020 {device_nam: /dev/xvda}',
        'PW2001 device_nam',
      ],
      ['  block_device_mappings: [{device_name: /dev/xvda, ebs: {iops: x}}]', 'PW2021 x'],
    ],
  },
  tags: {
    sound: '  tags: {team: a}',
    mistakes: [
      ['  tags: {karpenter.sh/nodepool: x}', 'PW3320 karpenter.sh/nodepool'],
      ['  tags: {team: {}, aws:x: y}', 'PW2021 {}', 'PW3321 aws:x'],
    ],
  },
  role: {
    sound: '  role: nodes',
    mistakes: [
      ['  rol: nodes', 'PW2001 rol'],
      ['  role: "a b"', 'PW3203 "a b"'],
    ],
  },
  terms: {
    sound: '  subnet_selector_terms: [{id: subnet-1}]',
    mistakes: [
      ['  subnet_selector_terms: [{idd: subnet-1}]', 'PW2001 idd'],
      ['  subnet_selector_terms: [{id: x}, {id: subnet-1, tags: {a: b}}]', 'PW2023 x', 'PW3205 tags'],
    ],
  },
  kubelet: {
    sound:
      '  kubelet: {eviction_soft: {memory.available: 5%}, eviction_soft_grace_period: {memory.available: 1m}}',
    mistakes: [
      [
        '  kubelet: {eviction_soft: {memory.available: 5%}, eviction_soft_grace_periodd: {}}',
        'PW2001 eviction_soft_grace_periodd',
      ],
      ['  kubelet: {max_pods: x, pods_per_core: y}', 'PW2021 x', 'PW2021 y'],
    ],
  },
};

const NAMES = Object.keys(SLOTS);
/** Slots whose text only fits below the one before it. */
const text = (of: (slot: Slot, name: string) => string) =>
  onePool(NAMES.map((name) => of(SLOTS[name] as Slot, name)).join('\n'));

const sound = compileText(text((slot) => slot.sound));

describe('independent mistakes in one pool', () => {
  it('are none in the sound pool', () => {
    expect(errors(sound)).toEqual([]);
  });

  it.each(
    NAMES.flatMap((name) => (SLOTS[name] as Slot).mistakes.map((mistake) => [name, ...mistake] as const)),
  )('are reported without what follows from them: %s %s', (name, mistake, ...expected) => {
    const compilation = compileText(text((slot, one) => (one === name ? mistake : slot.sound)));
    expect(errors(compilation)).toEqual(expected);
    expect(others(sound)).toEqual(expect.arrayContaining(others(compilation)));
  });

  it('are all reported in one run, in whatever company', () => {
    const choice = fc.record(
      Object.fromEntries(NAMES.map((name) => [name, fc.nat((SLOTS[name] as Slot).mistakes.length)] as const)),
    );
    fc.assert(
      fc.property(choice, (chosen) => {
        const mistake = (slot: Slot, name: string) => slot.mistakes[(chosen[name] ?? 0) - 1];
        const compilation = compileText(text((slot, name) => mistake(slot, name)?.[0] ?? slot.sound));
        const expected = NAMES.flatMap((name) => mistake(SLOTS[name] as Slot, name)?.slice(1) ?? []);
        expect(errors(compilation)).toEqual(expected);
        expect(others(sound)).toEqual(expect.arrayContaining(others(compilation)));
      }),
      { numRuns: 100 },
    );
  });
});

const provider = builtInProvider();

describe('mistakes in a layer that pools inherit', () => {
  const withDefaults = (defaults: string, definition: string) =>
    compile({
      files: [
        {
          source: new Source('a.yaml', definition),
          defaults: new Source('_defaults.yaml', defaults),
          origin: 'argument',
        },
      ],
      provider: () => provider,
    });

  it('do not hide each other, nor those of the pools', () => {
    const compilation = withDefaults(
      `poolwright:
  node_class: {ami: al2023, volumeSize: 100GB}
  pool_defaults: {typo: 1, labels: {"a b": c}}
  profiles: {p: {weight: x, limits: {cpu: "-1"}}}
`,
      'node_pools: {a: {profile: p, expire_after: 30d}, b: {profile: q, taints: [{key: "x y", effect: NoSchedule}]}}',
    );
    expect(errors(compilation)).toEqual([
      'PW3101 al2023',
      'PW3301 100GB',
      'PW2001 typo',
      'PW3520 "a b"',
      'PW2021 x',
      'PW3561 "-1"',
      'PW3545 30d',
      'PW2050 q',
      'PW3522 "x y"',
    ]);
  });

  it('leave nothing of a lower layer showing in their place', () => {
    const compilation = withDefaults(
      'poolwright: {pool_defaults: {limits: {cpu: "100"}}}',
      'node_pools: {a: {replicas: 3, limits: none}}',
    );
    expect(errors(compilation)).toEqual(['PW2021 none']);
  });
});

describe('a pool with mistakes', () => {
  const compilation = compileText(`karpenter:
  node_pools:
    bad: {limits: {cpu: x}}
    good: {limits: {cpu: "10"}}
`);

  it('is not among the pools of reports, and fails its cluster', () => {
    expect(checkReport(compilation).clusters[0]?.nodePools.map(({ name }) => name)).toEqual(['good']);
    const [cluster] = compilationJson(compilation, { version: '0.0.0' }).clusters;
    expect(cluster?.nodePools.map(({ name }) => name)).toEqual(['good']);
    expect(cluster?.failed).toBe(true);
  });
});
