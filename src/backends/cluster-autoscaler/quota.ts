import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import { POOL_LABEL } from '../../expansion/keys.ts';
import { poolOrigin } from '../../expansion/machine-plan.ts';
import { formatQuantity, parseQuantity, type Quantity } from '../../kubernetes/quantity.ts';
import type { ClusterApiSettings, PoolClusterApi } from '../../model/cluster-api.ts';
import type { ClusterApiObject } from '../../model/compilation.ts';
import type { Pool } from '../../model/pool.ts';
import { autoscalerMinor } from './autoscaler-version.ts';

const FIRST_WITH_QUOTAS = 36;
const FIRST_WITH_V1BETA1 = 37;
const NANO_PER_UNIT = 1_000_000_000n;

/** What every cloud provider counts. */
const COUNTED: ReadonlySet<string> = new Set(['cpu', 'memory', 'nodes']);

export interface QuotaResult {
  readonly objects: readonly ClusterApiObject[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: QuotaResult = { objects: [], diagnostics: [] };

/** The CapacityQuota that keeps a pool within its limits, where `limit_strategy: quota` asks for one. */
export function capacityQuota(
  pool: Pool,
  { limitStrategy }: PoolClusterApi,
  { autoscalerVersion }: ClusterApiSettings,
): QuotaResult {
  if (limitStrategy.value !== 'quota' || pool.limits.size === 0) return NOTHING;
  const minor = autoscalerMinor(autoscalerVersion.value);
  if (minor !== undefined && minor < FIRST_WITH_QUOTAS) {
    return { objects: [], diagnostics: [tooOld(pool, limitStrategy.origin, autoscalerVersion.value)] };
  }
  const resources: Record<string, string> = {};
  const origins = new Map<string, Origin>([
    ['', poolOrigin(pool)],
    ['/spec/limits', limitStrategy.origin],
  ]);
  const diagnostics: Diagnostic[] = [];
  for (const [resource, { value, origin }] of pool.limits) {
    const read = parseQuantity(value);
    if (!read.ok || read.quantity.nano < 0n) continue;
    if (!COUNTED.has(resource)) {
      diagnostics.push(uncounted(pool, resource, origin));
      continue;
    }
    if (read.quantity.nano % NANO_PER_UNIT !== 0n) diagnostics.push(fraction(pool, resource, origin));
    resources[resource] = wholeUnits(read.quantity);
    origins.set(`/spec/limits/resources/${resource}`, origin);
  }
  if (Object.keys(resources).length === 0) return { objects: [], diagnostics };
  const version = minor === undefined || minor < FIRST_WITH_V1BETA1 ? 'v1alpha1' : 'v1beta1';
  return {
    objects: [
      {
        tree: 'workload',
        apiVersion: `autoscaling.x-k8s.io/${version}`,
        kind: 'CapacityQuota',
        name: pool.name,
        spec: { selector: { matchLabels: { [POOL_LABEL]: pool.name } }, limits: { resources } },
        origins,
        pool: pool.name,
      },
    ],
    diagnostics,
  };
}

/** The API takes whole numbers only. */
function wholeUnits({ nano, format }: Quantity): string {
  return formatQuantity({ nano: nano - (nano % NANO_PER_UNIT), format });
}

function tooOld(pool: Pool, origin: Origin, version: string): Diagnostic {
  return diagnostic(
    'PW9028',
    origin.span,
    `the Cluster Autoscaler ${version} knows no quotas, so nothing would keep pool \`${pool.name}\` within its limits`,
    {
      related: usedHere(origin, pool),
      help: `Use \`limit_strategy: split\`, or a Cluster Autoscaler of 1.${FIRST_WITH_QUOTAS} or later and say so in \`autoscaler_version\`.`,
    },
  );
}

function uncounted(pool: Pool, resource: string, origin: Origin): Diagnostic {
  return diagnostic(
    'PW9029',
    origin.span,
    `the quota of pool \`${pool.name}\` holds no limit on \`${resource}\`: not every autoscaler counts it`,
    {
      related: usedHere(origin, pool),
      help: 'Each MachineDeployment alone is within it. Limit `nodes` instead, or use `limit_strategy: split`.',
    },
  );
}

function fraction(pool: Pool, resource: string, origin: Origin): Diagnostic {
  return diagnostic(
    'PW9029',
    origin.span,
    `a quota takes whole numbers, so the limit of pool \`${pool.name}\` on \`${resource}\` is rounded down`,
    { related: usedHere(origin, pool), help: 'Write a whole number.' },
  );
}
