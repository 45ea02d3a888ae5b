import type { NodePoolSpec, NodeRequirement } from '../../kubernetes/api/node-pool.ts';
import type { Requirements } from '../../kubernetes/requirements.ts';
import type { CompiledObject } from '../../model/compiled-object.ts';
import type { KwokNodeClassObject } from '../../model/rehearsal.ts';
import type { KwokInstanceType } from './instance-type.ts';
import { ARCH, INSTANCE_TYPE, TYPE_KEYS } from './label-keys.ts';
import { admits } from './offering-labels.ts';
import type { RehearsedPool } from './pools.ts';

const GROUP = 'karpenter.kwok.sh';
const KIND = 'KWOKNodeClass';

/** About what a machine needs until its kubelet says that it is there. */
const REGISTRATION_DELAY = '30s';

/** One for each node class that the pools refer to, under its name. Fake nodes have no images, disks or networks. */
export function kwokNodeClasses(pools: readonly RehearsedPool[]): readonly KwokNodeClassObject[] {
  const byName = new Map<string, KwokNodeClassObject>();
  for (const { nodePool } of pools) {
    const { name } = nodePool.spec.template.spec.nodeClassRef;
    if (byName.has(name)) continue;
    byName.set(name, {
      apiVersion: `${GROUP}/v1alpha1`,
      kind: KIND,
      name,
      spec: { nodeRegistrationDelay: REGISTRATION_DELAY },
      origins: nodePool.origins,
      pool: nodePool.pool,
    });
  }
  return [...byName.values()];
}

/** The pool's own NodePool, but for its node class and for what KWOK would fail on. `types` are those of the file. */
export function kwokNodePool(
  pool: RehearsedPool,
  types: readonly KwokInstanceType[],
): CompiledObject<NodePoolSpec> {
  const { nodePool } = pool;
  const { template } = nodePool.spec;
  const { nodeClassRef, requirements } = template.spec;
  return {
    ...nodePool,
    spec: {
      ...nodePool.spec,
      template: {
        ...template,
        spec: {
          ...template.spec,
          nodeClassRef: { group: GROUP, kind: KIND, name: nodeClassRef.name },
          requirements: [
            ...requirements.map((one) => {
              if (isCounted(one.key)) return one;
              const { minValues: _, ...rest } = one;
              return rest;
            }),
            ...(nodePool.spec.replicas === undefined ? [] : namedTypes(pool, types)),
          ],
        },
      },
    },
  };
}

/**
 * Karpenter leaves the types of a static pool to its provider, and KWOK launches only what is named, and of that only
 * what has an offering for the pool.
 */
function namedTypes(
  { requirements }: RehearsedPool,
  types: readonly KwokInstanceType[],
): readonly NodeRequirement[] {
  const values = types.filter((type) => canLaunch(type, requirements)).map(({ name }) => name);
  return values.length === 0 ? [] : [{ key: INSTANCE_TYPE, operator: 'In', values }];
}

function canLaunch({ name, architecture, offerings }: KwokInstanceType, requirements: Requirements): boolean {
  return offerings.some(({ Requirements: all }) => {
    const offered = all.map(({ key, values }): [string, string | undefined] => [key, values?.[0]]);
    return admits(requirements, new Map([...offered, [INSTANCE_TYPE, name], [ARCH, architecture]]));
  });
}

/** Whether KWOK counts the values of a key for `minValues`; of any other it finds none, and launches nothing. */
export function isCounted(key: string): boolean {
  return TYPE_KEYS.has(key);
}
