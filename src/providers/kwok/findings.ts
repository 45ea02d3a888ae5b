import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { Rehearsal } from '../../model/rehearsal.ts';
import type { KwokInstanceType } from './instance-type.ts';
import { type SharedType, UNPRICED_PER_HOUR_USD } from './instance-types.ts';
import { ZONE_ID } from './label-keys.ts';
import { isCounted } from './objects.ts';
import { zoneName } from './offering-labels.ts';
import type { RehearsedPool } from './pools.ts';
import { sizeFindings } from './size-findings.ts';

export interface FindingsInput {
  readonly compiled: readonly CompiledPool[];
  readonly pools: readonly RehearsedPool[];
  readonly shared: readonly SharedType[];
  readonly types: readonly KwokInstanceType[];
  readonly rehearsal: Rehearsal;
}

/** What a rehearsal with fake nodes cannot show, of what the pools ask for. */
export function findings(input: FindingsInput): readonly Diagnostic[] {
  return [
    ...input.compiled.flatMap(otherBackend),
    ...input.pools.flatMap((pool) => [
      ...uncountedMinValues(pool),
      ...reservedCapacity(pool),
      ...startupTaints(pool),
      ...unknownZoneIds(pool),
    ]),
    ...sizeFindings(input.shared),
    ...aboutAll(input),
  ];
}

function otherBackend({ backend, pool }: CompiledPool): readonly Diagnostic[] {
  if (backend === 'karpenter') return [];
  return [
    diagnostic(
      'PW9701',
      pool.keySpan,
      `pool \`${pool.name}\` is not rehearsed: its backend is \`${backend}\``,
      {
        help: 'KWOK plays the machines of NodePools only. Nothing is written for this pool.',
      },
    ),
  ];
}

function uncountedMinValues({ nodePool }: RehearsedPool): readonly Diagnostic[] {
  return nodePool.spec.template.spec.requirements.flatMap(({ key, minValues }, i) => {
    if (minValues === undefined || isCounted(key)) return [];
    const { span } = originAt(nodePool.origins, `/spec/template/spec/requirements/${i}/minValues`);
    return [
      diagnostic('PW9703', span, `\`minValues\` of \`${key}\` is left out of the rehearsal`, {
        help: 'KWOK counts no values of this label and would launch nothing. To rehearse a minimum, put `minValues` on `node.kubernetes.io/instance-type`.',
      }),
    ];
  });
}

function reservedCapacity({ pool, selection }: RehearsedPool): readonly Diagnostic[] {
  const isReserved = selection.types.some(({ offerings }) =>
    offerings.some(({ capacityType }) => capacityType === 'reserved'),
  );
  if (!isReserved) return [];
  return [
    diagnostic('PW9705', pool.keySpan, `reserved capacity of pool \`${pool.name}\` is not rehearsed`, {
      help: 'KWOK knows no reservations. The pool plays with what else its requirements admit.',
    }),
  ];
}

function startupTaints({ pool }: RehearsedPool): readonly Diagnostic[] {
  const [first] = pool.startupTaints;
  if (first === undefined) return [];
  return [
    diagnostic(
      'PW9708',
      first.origin.span,
      `nothing takes the startup taints off fake nodes of \`${pool.name}\``,
      {
        help: `Until \`kubectl taint nodes -l karpenter.sh/nodepool=${pool.name} ${first.key.value}-\` does, Karpenter holds them to be starting and never consolidates them.`,
      },
    ),
  ];
}

/** Which zone an id means is a matter of the account: without a catalogue that says it, every zone is as good. */
function unknownZoneIds({ pool, nodePool, selection }: RehearsedPool): readonly Diagnostic[] {
  const { requirements } = nodePool.spec.template.spec;
  const at = requirements.findIndex(({ key, operator }) => key === ZONE_ID && operator !== 'Exists');
  const isUnknown = selection.types.some(({ offerings }) =>
    offerings.some(({ zoneId }) => zoneId === undefined),
  );
  if (at < 0 || !isUnknown) return [];
  const { span } = originAt(nodePool.origins, `/spec/template/spec/requirements/${at}`);
  return [
    diagnostic(
      'PW9710',
      span,
      `fake nodes of \`${pool.name}\` come up in any zone, whatever its \`${ZONE_ID}\``,
      {
        help: 'Which zone an id means differs between AWS accounts. Import a catalogue with the spot prices of yours, which name both, or rehearse with `topology.kubernetes.io/zone`.',
      },
    ),
  ];
}

/** Once for a cluster, at its first pool. */
function aboutAll({ pools, shared, types, rehearsal }: FindingsInput): readonly Diagnostic[] {
  const [first] = pools;
  if (first === undefined) return [];
  const span = first.pool.keySpan;
  const found: Diagnostic[] = [];
  if (rehearsal.exceedsConfigMap) {
    const size = (rehearsal.instanceTypes.length / 1024 ** 2).toFixed(1);
    found.push(
      diagnostic(
        'PW9704',
        span,
        `the ${types.length} instance types are ${size} MiB, more than a ConfigMap holds`,
        {
          help: '`values.yaml` mounts the file from the node instead; `kind.yaml` puts it there. For a ConfigMap narrow the requirements.',
        },
      ),
    );
  }
  const unpriced = types.filter(({ offerings }) =>
    offerings.some(({ Price }) => Price === UNPRICED_PER_HOUR_USD),
  );
  if (unpriced.length > 0) {
    found.push(
      diagnostic('PW9706', span, `${unpriced.length} of ${types.length} instance types have no known price`, {
        help: `KWOK needs one: they cost ${UNPRICED_PER_HOUR_USD} $/h in the rehearsal, so that they are taken last.`,
      }),
    );
  }
  const limited = pools.find(({ nodePool }) =>
    Object.keys(nodePool.spec.limits ?? {}).some((name) => name !== 'nodes'),
  );
  if (limited !== undefined) {
    found.push(
      diagnostic('PW9707', limited.pool.keySpan, 'limits count differently in the rehearsal', {
        help: 'Of a node that starts KWOK counts what pods can use, with 100m CPU and 10Mi more; once it has registered, only what its pods request. `poolwright plan` counts as the real provider does.',
      }),
    );
  }
  const invented = [
    ...new Set(shared.flatMap(({ uses }) => uses.flatMap(({ type }) => type.offerings))),
  ].filter(({ zone }) => zone.includes('?'));
  if (invented.length > 0) {
    const names = [...new Set(invented.map(zoneName))].sort().map((zone) => `\`${zone}\``);
    found.push(
      diagnostic('PW9709', span, `zones are not known: ${names.join(', ')} stand in`, {
        help: 'Write `poolwright: {region: …, zones: […]}`.',
      }),
    );
  }
  return found;
}
