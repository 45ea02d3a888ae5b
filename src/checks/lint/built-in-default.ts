import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Pool, PoolRequirement } from '../../model/pool.ts';
import { isBuiltIn } from '../constraints.ts';
import { CAPACITY_TYPE_KEY } from '../label-domain.ts';
import type { Rule } from '../rule.ts';
import { listed, requirementText } from '../words.ts';

/** Keys of the built-in requirements, with what writing one would allow to say. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/arch', 'allow `arm64`, which is often cheaper, if the images are built for it'],
  ['kubernetes.io/os', ''],
  [CAPACITY_TYPE_KEY, 'allow `spot`'],
]);
const MAX_RELATED = 5;

/** One note for a cluster: most pools take most defaults, and a note for each would drown the rest. */
export const builtInDefault: Rule = {
  codes: ['PW4005'],
  *check({ pools }) {
    const users = new Map<string, Pool[]>();
    for (const { pool } of pools) {
      for (const text of pool.requirements.filter(isDefault).map(textOf)) {
        const known = users.get(text);
        if (known === undefined) users.set(text, [pool]);
        else known.push(pool);
      }
    }
    yield* note(users, pools.length);
  },
};

function isDefault({ key, origin }: PoolRequirement): boolean {
  return isBuiltIn(origin) && CHOICES.has(key.value);
}

function* note(users: ReadonlyMap<string, readonly Pool[]>, pools: number): Iterable<Diagnostic> {
  const concerned = [...new Set([...users.values()].flat())];
  const [first, ...others] = concerned;
  if (first === undefined) return;
  const keys = concerned.flatMap(({ requirements }) => requirements.filter(isDefault));
  const choices = [...CHOICES].filter(
    ([key, choice]) => choice !== '' && keys.some((one) => one.key.value === key),
  );
  yield diagnostic('PW4005', first.keySpan, messageOf(users, concerned, pools), {
    related: others.slice(0, MAX_RELATED).map(({ keySpan }) => ({ span: keySpan, message: 'and here' })),
    help: `Write such a requirement to make the choice visible${choices.map(([, choice]) => `, or to ${choice}`).join('')}.`,
  });
}

function messageOf(
  users: ReadonlyMap<string, readonly Pool[]>,
  concerned: readonly Pool[],
  pools: number,
): string {
  const alike = [...users.values()].every(({ length }) => length === concerned.length);
  if (alike)
    return `built-in requirements apply to ${whoText(concerned, pools)}: ${[...users.keys()].join(', ')}`;
  const parts = [...users].map(([text, names]) => `${text} to ${whoText(names, pools)}`);
  return `built-in requirements apply: ${parts.join(', ')}`;
}

function whoText(users: readonly Pool[], pools: number): string {
  const names = listed(users.map(({ name }) => name));
  if (users.length === 1) return `pool ${names}`;
  return users.length === pools ? `all ${pools} pools` : `pools ${names}`;
}

function textOf({ key, operator, values }: PoolRequirement): string {
  return requirementText({
    key: key.value,
    operator: operator.value,
    values: values.map(({ value }) => value),
  });
}
