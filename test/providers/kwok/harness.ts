import { compile } from '../../../src/compile.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { parseQuantity } from '../../../src/kubernetes/quantity.ts';
import {
  labelRequirements,
  type RequirementInput,
  requirementOf,
} from '../../../src/kubernetes/requirement.ts';
import { Requirements } from '../../../src/kubernetes/requirements.ts';
import type { CompiledCluster, CompiledPool } from '../../../src/model/compilation.ts';
import type { Rehearsal } from '../../../src/model/rehearsal.ts';

const provider = builtInProvider();

const SETTINGS =
  'poolwright: {region: eu-west-1, zones: [eu-west-1a, eu-west-1b], kubernetes_version: 1.34.2}\n';

export interface Rehearsed {
  readonly compiled: CompiledCluster;
  readonly rehearsal: Rehearsal;
  /** Codes of the rehearsal's own findings, sorted. */
  readonly codes: readonly string[];
}

/** `pools` is what stands under `node_pools`, in flow style. */
export function rehearsed(pools: string, settings = SETTINGS): Rehearsed {
  return rehearsedText(`${settings}karpenter: {node_pools: ${pools}}\n`);
}

/** With the settings that it inherits. */
export function rehearsedText(text: string, defaults?: string): Rehearsed {
  const file = {
    source: new Source('example.yaml', text),
    ...(defaults === undefined ? {} : { defaults: new Source('_defaults.yaml', defaults) }),
    clusterName: 'example',
    origin: 'argument',
  } as const;
  const [compiled] = compile({ files: [file], provider: () => provider, rehearsal: 'kwok' }).clusters;
  const rehearsal = compiled?.rehearsal;
  if (compiled === undefined || rehearsal === undefined) throw new Error('nothing was rehearsed');
  const codes = compiled.diagnostics.map(({ code }) => code).filter((code) => code.startsWith('PW97'));
  return { compiled, rehearsal, codes: [...new Set(codes)].sort() };
}

export interface KwokType {
  readonly name: string;
  readonly requirements: Requirements;
  readonly offerings: readonly KwokOffering[];
  /** What pods can use, by resource name: nano-units. */
  readonly allocatable: ReadonlyMap<string, bigint>;
}

export interface KwokOffering {
  readonly price: number;
  readonly inputs: readonly RequirementInput[];
  readonly requirements: Requirements;
}

export interface KwokCatalogue {
  readonly types: readonly KwokType[];
  /** Karpenter's well-known labels, and every key of an offering. */
  readonly wellKnown: ReadonlySet<string>;
}

interface FileType {
  readonly name: string;
  readonly architecture: string;
  readonly operatingSystems: readonly string[];
  readonly resources: Readonly<Record<string, string>>;
  readonly offerings: readonly {
    readonly Price: number;
    readonly Requirements: readonly RequirementInput[];
  }[];
}

const WELL_KNOWN = [
  'karpenter.sh/nodepool',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'karpenter.sh/capacity-type',
  'node.kubernetes.io/windows-build',
];

/** The instance types as Karpenter 1.14's KWOK provider makes them of its file (kwok/cloudprovider/helpers.go). */
export function readAsKwok(text: string): KwokCatalogue {
  const file = JSON.parse(text) as readonly FileType[];
  const types = file.map((one): KwokType => {
    const values = (key: string) => [
      ...new Set(
        one.offerings.flatMap(
          ({ Requirements: all }) => all.find((requirement) => requirement.key === key)?.values ?? [],
        ),
      ),
    ];
    const own = (key: string, list: readonly string[]) =>
      requirementOf({ key, operator: 'In', values: list });
    return {
      name: one.name,
      requirements: Requirements.of([
        own('node.kubernetes.io/instance-type', [one.name]),
        own('kubernetes.io/arch', [one.architecture]),
        own('kubernetes.io/os', one.operatingSystems),
        own('topology.kubernetes.io/zone', values('topology.kubernetes.io/zone')),
        own('karpenter.sh/capacity-type', values('karpenter.sh/capacity-type')),
      ]),
      offerings: one.offerings.map(({ Price, Requirements: inputs }) => ({
        price: Price,
        inputs,
        requirements: Requirements.of(inputs.map((input) => requirementOf(input))),
      })),
      allocatable: new Map(
        Object.entries(one.resources).map(([name, amount]) => [
          name,
          nano(amount) - nano(OVERHEAD.get(name) ?? '0'),
        ]),
      ),
    };
  });
  const offered = types.flatMap(({ offerings }) => offerings.flatMap(({ inputs }) => inputs));
  return { types, wellKnown: new Set([...WELL_KNOWN, ...offered.map(({ key }) => key)]) };
}

const OVERHEAD: ReadonlyMap<string, string> = new Map([
  ['cpu', '100m'],
  ['memory', '10Mi'],
]);

export function nano(text: string): bigint {
  const result = parseQuantity(text);
  if (!result.ok) throw new Error(`${text} is no quantity`);
  return result.quantity.nano;
}

/** The types that Karpenter would try for a NodePool of the rehearsal (`filterInstanceTypesByRequirements`). */
export function admittedByKarpenter(
  spec: Rehearsal['nodePools'][number]['spec'],
  { types, wellKnown }: KwokCatalogue,
): readonly string[] {
  const wanted = Requirements.of([
    ...spec.template.spec.requirements.map((one) => requirementOf(one)),
    ...labelRequirements(spec.template.metadata?.labels),
  ]);
  return types
    .filter(
      ({ requirements, offerings }) =>
        requirements.intersects(wanted) &&
        offerings.some((one) => wanted.compatible(one.requirements, { allowUndefined: wellKnown })),
    )
    .map(({ name }) => name);
}

/** Allocatable of a type for the pool, as the packer has it: nano-units by resource name. */
export function packed({ table, selection }: CompiledPool, name: string): ReadonlyMap<string, bigint> {
  const type = selection.types.find((one) => one.name === name);
  if (type === undefined) throw new Error(`${name} is not admitted`);
  const { cpuMilli, memoryBytes, ephemeralStorageBytes, pods, extended } =
    table.resourcesOf(type).allocatable;
  const whole = { memory: memoryBytes, 'ephemeral-storage': ephemeralStorageBytes, pods, ...extended };
  return new Map([
    ['cpu', BigInt(cpuMilli) * 10n ** 6n],
    ...Object.entries(whole).map(([key, amount]) => [key, BigInt(amount) * 10n ** 9n] as const),
  ]);
}
