import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { overreserved, type ReservableResource } from '../../kubernetes/resources.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { amountOf, amountText, limitFit } from '../limits.ts';
import { reservationsOf } from '../reservations.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { counted, listed, quoted } from '../words.ts';

/**
 * Types on which reservations and the eviction threshold exceed what the machine has: no pod ever fits one
 * (Karpenter 1.14, pkg/controllers/provisioning/scheduling/nodeclaim.go, `fits`), and nothing says so.
 */
export const nothingLeftForPods = poolRule(
  {
    codes: ['PW3582', 'PW3583'],
    needs: [...ADMITTED_TYPES, 'limits', 'node_class.kubelet', 'node_class.image_family'],
  },
  function* (compiled) {
    const { fitting, overreserved: short } = limitFit(compiled);
    if (short.length === 0) return;
    // That no type is within the limits has a finding of its own.
    const admitted = fitting.length > 0 ? fitting : compiled.selection.types;
    const among = new Set(admitted);
    const hopeless = short.filter((type) => among.has(type));
    if (hopeless.length > 0) yield* findings(compiled, admitted, hopeless);
  },
);

function* findings(
  compiled: CompiledPool,
  admitted: readonly InstanceType[],
  hopeless: readonly InstanceType[],
): Iterable<Diagnostic> {
  const { pool, selection, table } = compiled;
  const resource = scarcest(compiled, hopeless);
  const nearest = nearestMiss(compiled, hopeless, resource);
  const [main, ...others] = reservationsOf(compiled, resource, table.resourcesOf(nearest).capacity);
  const isAll = hopeless.length === admitted.length;
  const isOwn = main !== undefined && !isBuiltIn(main.origin);
  // Windows reserves more than its smallest types have, whatever anybody sets: that is no news.
  if (!isAll && !isOwn) return;
  const extent = isAll ? (admitted.length === 1 ? '' : 'any of ') : `${hopeless.length} of `;
  const within = admitted.length < selection.types.length ? ' within its limits' : '';
  const cause = main === undefined ? 'what is reserved' : quoted(main.name);
  yield diagnostic(
    isAll ? 'PW3582' : 'PW3583',
    isOwn ? main.origin.span : pool.keySpan,
    `${cause} leaves nothing for pods on ${extent}the ${counted(admitted.length, 'instance type')} of pool \`${pool.name}\`${within}`,
    {
      related: [
        ...others.flatMap(({ origin, name }) => writtenHere(origin, quoted(name))),
        ...(main === undefined ? [] : usedHere(main.origin, pool)),
      ],
      help: `Karpenter never launches ${listed(hopeless.map(({ name }) => name))} for pods: ${missingText(compiled, nearest, resource)}`,
    },
  );
}

/** The resource that most of the types lack; of equals, in the order in which they are listed. */
function scarcest({ table }: CompiledPool, types: readonly InstanceType[]): ReservableResource {
  const counts = new Map<ReservableResource, number>();
  for (const type of types) {
    for (const resource of overreserved(table.resourcesOf(type).allocatable)) {
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'memory';
}

/** The type that lacks least of a resource. */
function nearestMiss(
  { table }: CompiledPool,
  types: readonly InstanceType[],
  resource: ReservableResource,
): InstanceType {
  const left = (type: InstanceType) => amountOf(table.resourcesOf(type).allocatable, resource);
  return types
    .filter((type) => left(type) < 0)
    .reduce((best, type) => (left(type) > left(best) ? type : best));
}

function missingText({ table }: CompiledPool, type: InstanceType, resource: ReservableResource): string {
  const { capacity, allocatable } = table.resourcesOf(type);
  const has = amountOf(capacity, resource);
  const taken = has - amountOf(allocatable, resource);
  return `of the ${amountText(resource, has)} of ${quoted(resource)} that \`${type.name}\` has, ${amountText(resource, taken)} are kept back.`;
}
