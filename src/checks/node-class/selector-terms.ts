import type { CompiledPool } from '../../model/compilation.ts';
import type { NodeClassObject } from '../../model/provider.ts';
import { areWhole } from '../are-whole.ts';
import { nodeClassRule } from '../rule.ts';
import { listed } from '../words.ts';
import { finding } from './finding.ts';

interface Kind {
  readonly field: 'subnetSelectorTerms' | 'securityGroupSelectorTerms' | 'capacityReservationSelectorTerms';
  readonly what: string;
  /** Fields that have to stand alone in a term, the strongest first. */
  readonly alone: readonly string[];
  /** Fields one of which a term needs. */
  readonly selecting: readonly string[];
  /** Our spelling where it differs. */
  readonly names?: Readonly<Record<string, string>>;
}

const KINDS: readonly Kind[] = [
  { field: 'subnetSelectorTerms', what: 'subnet', alone: ['id'], selecting: ['id', 'tags'] },
  {
    field: 'securityGroupSelectorTerms',
    what: 'security group',
    alone: ['id', 'name'],
    selecting: ['id', 'name', 'tags'],
  },
  {
    field: 'capacityReservationSelectorTerms',
    what: 'capacity reservation',
    alone: ['id'],
    selecting: ['id', 'tags', 'instanceMatchCriteria'],
    names: { ownerID: 'owner_id', instanceMatchCriteria: 'instance_match_criteria' },
  },
];

/**
 * What a selector term may combine, term by term. The CRD of Karpenter 1.14 refuses a list only when *every* term of
 * subnets or security groups mixes its fields; a single mixed term is admitted and then loses its tags silently.
 */
export const selectorTerms = nodeClassRule(['PW3205', 'PW3206'], function* (nodeClass, pool) {
  for (const kind of KINDS) {
    const terms = nodeClass.spec[kind.field] ?? [];
    for (const [i, term] of terms.entries()) yield* checkTerm(nodeClass, pool, kind, i, Object.keys(term));
  }
});

function* checkTerm(
  nodeClass: NodeClassObject,
  pool: CompiledPool,
  { field, what, alone, selecting, names = {} }: Kind,
  index: number,
  fields: readonly string[],
) {
  const ours = (name: string) => names[name] ?? name;
  // What selected may be what has an error.
  const isWhole = areWhole([`node_class.${field}`], pool.pool.incomplete);
  if (isWhole && !selecting.some((one) => fields.includes(one))) {
    const [only] = fields;
    yield finding(nodeClass, pool, {
      code: 'PW3206',
      path: [field, index],
      message:
        only === undefined
          ? `this ${what} term selects nothing`
          : `\`${ours(only)}\` alone does not select a ${what}`,
      help: `Give it ${listed(selecting.map(ours)).replace(/ and (?=[^ ]*$)/, ' or ')}.`,
    });
  }
  const strongest = alone.find((one) => fields.includes(one));
  const others = fields.filter((one) => one !== strongest);
  const [first] = others;
  if (strongest === undefined || first === undefined) return;
  yield finding(nodeClass, pool, {
    code: 'PW3205',
    path: [field, index, first],
    blame: 'key',
    message: `${listed(others.map(ours))} cannot stand beside \`${ours(strongest)}\` in a ${what} term`,
    help: 'Give each a term of its own: terms add up, while the fields of one term must all match.',
  });
}
