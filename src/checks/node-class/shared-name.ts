import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { NodeClassObject } from '../../model/provider.ts';
import type { Rule } from '../rule.ts';
import { listed } from '../words.ts';

/** One object cannot say two things. Karpenter's backend alone writes node classes. */
export const sharedName: Rule = {
  codes: ['PW3250'],
  needs: ['node_class', 'node_class_name', 'backend'],
  *check({ pools }) {
    const first = new Map<string, CompiledPool>();
    for (const compiled of pools) {
      const { nodeClass, pool } = compiled;
      if (nodeClass === undefined || pool.backend.value !== 'karpenter') continue;
      const earlier = first.get(nodeClass.name);
      if (earlier?.nodeClass === undefined) {
        first.set(nodeClass.name, compiled);
        continue;
      }
      const different = differentFields(earlier.nodeClass, nodeClass);
      if (different.length === 0) continue;
      const span = pool.nodeClassName?.origin.span ?? pool.keySpan;
      yield diagnostic(
        'PW3250',
        span,
        `pools \`${earlier.pool.name}\` and \`${pool.name}\` share the node class \`${nodeClass.name}\`, but differ in ${listed(different)}`,
        {
          related: [{ span: earlier.pool.keySpan, message: 'the other pool' }],
          help: 'Give both the same `node_class`, best in a profile, or each its own `node_class_name`. A pool that gets another one replaces its nodes.',
        },
      );
    }
  },
};

/** Names of the spec's fields whose values are not the same. Fields and maps are written in one order. */
function differentFields(one: NodeClassObject, other: NodeClassObject): string[] {
  const values = [one, other].map(({ spec }) => new Map<string, unknown>(Object.entries(spec)));
  const names = new Set(values.flatMap((fields) => [...fields.keys()]));
  return [...names].filter((name) => {
    const [a, b] = values.map((fields) => JSON.stringify(fields.get(name)));
    return a !== b;
  });
}
