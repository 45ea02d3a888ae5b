import { nanoOf } from '../../../kubernetes/quantity.ts';
import type { PackerPool, Problem } from '../../karpenter/problem.ts';
import { type Encoded, encode } from '../../karpenter/encode.ts';
import { Scheduler } from '../../karpenter/scheduler.ts';
import { withPool } from './apply.ts';
import type { Change } from './change.ts';
import { limitStepNano, quantityText } from './quantities.ts';

/** Halvings of the range in which the smallest sufficient limit is looked for. */
const MAX_HALVINGS = 6;
/** More than anybody has, and still exact. */
const PLENTY: Readonly<Record<string, string>> = { cpu: '1000000000', default: '1000000000000000' };

type Works = (change: Change) => boolean;

/**
 * The smallest limit that suffices, in steps that people write. Starts from what the pool would take without the limit, which
 * surely suffices if anything does, and halves the range. `works` tries a change on the whole problem.
 */
export function raisedLimit(
  { problem, earlier }: { readonly problem: Problem; readonly earlier: Encoded },
  pool: PackerPool,
  resources: readonly string[],
  works: Works,
): Change | undefined {
  const { limits = {} } = pool.spec;
  const nodePool = pool.metadata.name;
  const change = (to: (resource: string) => string): Change => ({
    kind: 'raise-limit',
    nodePool,
    limits: resources.map((resource) => ({ resource, from: limits[resource] ?? '', to: to(resource) })),
  });
  if (!works(change(plenty))) return undefined;
  const most = new Map(
    resources.map((resource) => [
      resource,
      neededAtMost({ problem, earlier }, nodePool, resources, resource),
    ]),
  );
  // What is enough already stays as it is: nodes that are only planned do not count against a limit on `nodes`, say.
  const short = resources.filter((resource) => (most.get(resource) ?? 0n) > nanoOf(limits[resource] ?? ''));
  if (short.length < resources.length) {
    return short.length === 0 ? undefined : raisedLimit({ problem, earlier }, pool, short, works);
  }
  const enough = change((resource) => quantityText(resource, most.get(resource) ?? 0n));
  if (!works(enough)) return undefined;
  const [resource] = resources;
  if (resources.length > 1 || resource === undefined) return enough;
  return (
    smallest(nanoOf(limits[resource] ?? ''), most.get(resource) ?? 0n, resource, (nano) => {
      const tried = change(() => quantityText(resource, nano));
      return works(tried) ? tried : undefined;
    }) ?? enough
  );
}

function smallest(
  from: bigint,
  enough: bigint,
  resource: string,
  attempt: (nano: bigint) => Change | undefined,
): Change | undefined {
  const step = limitStepNano(resource, enough);
  let low = from / step;
  let high = enough / step;
  let best: Change | undefined;
  for (let halvings = 0; high - low > 1n && halvings < MAX_HALVINGS; halvings++) {
    const middle = (low + high) / 2n;
    const found = attempt(middle * step);
    if (found === undefined) low = middle;
    else {
      high = middle;
      best = found;
    }
  }
  return best;
}

/** What the pool takes of a resource when it may take as much as it likes, rounded up. */
function neededAtMost(
  { problem, earlier }: { readonly problem: Problem; readonly earlier: Encoded },
  name: string,
  raised: readonly string[],
  resource: string,
): bigint {
  const free = withPool(problem, name, (spec) => ({
    ...spec,
    limits: { ...spec.limits, ...Object.fromEntries(raised.map((one) => [one, plenty(one)])) },
  }));
  const encoded = encode(free, earlier);
  const scheduler = new Scheduler(encoded.scheduler);
  scheduler.run(encoded.queue);
  const column = encoded.resources.column(resource);
  const left = encoded.scheduler.limits.get(name)?.get(column) ?? 0;
  const taken = nanoOf(plenty(resource)) - encoded.resources.toNano(column, left);
  const step = limitStepNano(resource, taken);
  return ((taken + step - 1n) / step) * step;
}

function plenty(resource: string): string {
  return PLENTY[resource] ?? PLENTY['default'] ?? '';
}
