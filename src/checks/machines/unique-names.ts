import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../words.ts';

interface Named {
  readonly kind: string;
  readonly name: string;
}

/** Names end in a hash where they would be ambiguous, so this takes two equal hashes, or names that pools choose. */
export const uniqueNames: Rule = {
  codes: ['PW9041'],
  *check({ pools }) {
    const first = new Map<string, CompiledPool>();
    for (const compiled of pools) {
      const own = new Set(namesOf(compiled).map(({ kind, name }) => `${kind} ${quoted(name)}`));
      for (const title of own) {
        const earlier = first.get(title);
        if (earlier === undefined) {
          first.set(title, compiled);
          continue;
        }
        yield diagnostic(
          'PW9041',
          compiled.pool.keySpan,
          `pool \`${compiled.pool.name}\` makes ${title}, and so does pool \`${earlier.pool.name}\``,
          {
            related: [{ span: earlier.pool.keySpan, message: 'the other pool' }],
            help: 'Rename one of the pools.',
          },
        );
      }
    }
  },
};

/** With a topology the MachineDeployments are no objects of their own, and have names all the same. */
function namesOf({ machines, nodePool, backend }: CompiledPool): readonly Named[] {
  if (backend === 'karpenter' || machines === undefined) return nodePool === undefined ? [] : [nodePool];
  return [
    ...(nodePool === undefined ? [] : [nodePool]),
    ...machines.objects,
    ...machines.nodeGroups.map(({ name }) => ({ kind: 'MachineDeployment', name })),
  ];
}
