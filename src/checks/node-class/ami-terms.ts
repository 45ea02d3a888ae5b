import { areWhole } from '../are-whole.ts';
import { nodeClassRule } from '../rule.ts';
import { listed } from '../words.ts';
import { fieldOrigin, finding, firstLine } from './finding.ts';

/** Fields that select by themselves; each needs the others of its row to be absent. */
const EXCLUSIVE = [
  { field: 'alias', others: ['id', 'name', 'owner', 'tags', 'ssmParameter'] },
  { field: 'id', others: ['name', 'owner', 'tags', 'ssmParameter'] },
  { field: 'ssmParameter', others: ['name', 'owner', 'tags'] },
] as const;

/**
 * What an image term may combine. The CRD does not mention `ssmParameter`; at run time `id` wins over it and it wins over
 * the rest, silently (Karpenter 1.14, `DescribeImageQueries`), so that is refused here too.
 */
export const amiTerms = nodeClassRule(['PW3104', 'PW3105', 'PW3106'], function* (nodeClass, pool) {
  const terms = nodeClass.spec.amiSelectorTerms;
  // What selected may be what has an error.
  const isWhole = areWhole(['node_class.amiSelectorTerms'], pool.pool.incomplete);
  for (const [i, term] of terms.entries()) {
    const path = ['amiSelectorTerms', i];
    const chosen = EXCLUSIVE.find(({ field }) => term[field] !== undefined);
    if (isWhole && chosen === undefined && term.name === undefined && term.tags === undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3104',
        path,
        message:
          term.owner === undefined
            ? 'this image term selects nothing'
            : 'an owner alone does not select an image',
        help: 'Give it an `alias`, an `id`, a `name`, `tags` or an `ssm_parameter`.',
      });
    }
    const extra = (chosen?.others ?? []).filter((field) => term[field] !== undefined);
    const [first] = extra;
    if (chosen !== undefined && first !== undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3105',
        path: [...path, first],
        blame: 'key',
        message: `${listed(extra.map(ourName))} cannot stand beside \`${ourName(chosen.field)}\` in an image term`,
        help: 'Fields of one term must all match. Put them into terms of their own, or take one of them out.',
      });
    }
  }
  const alias = terms.findIndex((term) => term.alias !== undefined);
  if (alias >= 0 && terms.length > 1) {
    const other = fieldOrigin(nodeClass, ['amiSelectorTerms', alias === 0 ? 1 : 0]);
    yield finding(nodeClass, pool, {
      code: 'PW3106',
      path: ['amiSelectorTerms', alias],
      message: `the alias \`${terms[alias]?.alias}\` must be the only image term`,
      related: [{ span: firstLine(other.span), message: 'another term' }],
      help: 'Keep the alias alone, or choose all images by `id`, `name` or `tags`.',
    });
  }
});

function ourName(field: string): string {
  return field === 'ssmParameter' ? 'ssm_parameter' : field;
}
