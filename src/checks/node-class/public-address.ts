import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { nodeClassRule } from '../rule.ts';
import { counted, listed } from '../words.ts';
import { fieldOrigin, finding } from './finding.ts';

const FIELD = 'associatePublicIPAddress';
const EFA = 'vpc.amazonaws.com/efa';

/** EC2 gives no public address to a machine that starts with several network interfaces. */
export const publicAddress = nodeClassRule(
  {
    codes: ['PW3215', 'PW3216', 'PW3222'],
    needs: ['node_class.public', 'node_class.associatePublicIPAddress'],
  },
  function* (nodeClass, pool) {
    const { associatePublicIPAddress, networkInterfaces = [] } = nodeClass.spec;
    if (associatePublicIPAddress === true && networkInterfaces.length > 1) {
      const list = fieldOrigin(nodeClass, ['networkInterfaces']);
      yield finding(nodeClass, pool, {
        code: 'PW3215',
        path: [FIELD],
        message: `a node with ${counted(networkInterfaces.length, 'network interface')} cannot have a public address`,
        related: [{ span: list.keySpan ?? list.span, message: 'the interfaces' }],
        help: 'Leave `public` out, or keep the primary interface only. Such launches fail.',
      });
    }
    const efa = associatePublicIPAddress === true && networkInterfaces.length === 0 ? mostEfaTypes(pool) : [];
    if (efa.length > 0) {
      const names = efa.map(({ name }) => name);
      yield finding(nodeClass, pool, {
        code: 'PW3222',
        path: [FIELD],
        message: `${counted(efa.length, 'instance type')} of pool \`${pool.pool.name}\` cannot have a public address together with several EFA interfaces: ${listed(names, 3)}`,
        help: `Karpenter attaches the EFA interfaces only for pods that request \`${EFA}\`; nodes for other pods do start. Leave \`public\` out if there are such pods.`,
      });
    }
    const wanted = pool.pool.nodeClass.public;
    if (associatePublicIPAddress !== undefined && associatePublicIPAddress !== wanted.value) {
      yield finding(nodeClass, pool, {
        code: 'PW3216',
        path: [FIELD],
        message: associatePublicIPAddress
          ? 'nodes get public addresses in subnets that are chosen as private ones'
          : 'nodes stand in public subnets without public addresses, so that they may reach nothing outside',
        related: [{ span: wanted.origin.span, message: '`public` decides which subnets are chosen' }],
        help: 'Write `public` only, and leave `associate_public_ip_address` to it.',
      });
    }
  },
);

/** The admitted types with more than one EFA interface, if they are more than half: a few among many are no plan. */
function mostEfaTypes({ table, selection }: CompiledPool): readonly InstanceType[] {
  const several = severalEfa(table);
  const found = selection.types.filter((type) => several.has(type));
  return found.length * 2 > selection.types.length ? found : [];
}

const cache = new WeakMap<readonly InstanceType[], ReadonlySet<InstanceType>>();

/** Without configured interfaces the number is a matter of the type alone, so it is looked up once for all pools. */
function severalEfa({ types, resourcesOf }: CompiledPool['table']): ReadonlySet<InstanceType> {
  const known = cache.get(types);
  if (known !== undefined) return known;
  const several = new Set(types.filter((type) => (resourcesOf(type).capacity.extended[EFA] ?? 0) > 1));
  cache.set(types, several);
  return several;
}
