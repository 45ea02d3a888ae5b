import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { Pool, PoolRequirement } from '../../model/pool.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { CAPACITY_TYPE_KEY } from '../label-domain.ts';
import { areWhole } from '../are-whole.ts';
import type { Rule } from '../rule.ts';
import { listed, requirementText } from '../words.ts';

const OS_KEY = 'kubernetes.io/os';
/** Keys of the built-in requirements, with what writing one would allow to say. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/arch', 'allow `arm64`, which is often cheaper, if the images are built for it'],
  [OS_KEY, ''],
  [CAPACITY_TYPE_KEY, 'allow `spot`'],
]);
const MAX_RELATED = 5;

/** One note for a cluster: most pools take most defaults, and a note for each would drown the rest. */
export const builtInDefault: Rule = {
  codes: ['PW4005'],
  needs: ['requirements', 'labels'],
  *check({ pools }) {
    const users = new Map<string, Pool[]>();
    const keys = new Set<string>();
    for (const compiled of pools) {
      for (const requirement of defaultsOf(compiled)) {
        const text = textOf(requirement);
        const known = users.get(text);
        if (known === undefined) users.set(text, [compiled.pool]);
        else known.push(compiled.pool);
        keys.add(requirement.key.value);
      }
    }
    yield* note(users, keys, pools.length);
  },
};

function defaultsOf({ pool, nodeClass }: CompiledPool): PoolRequirement[] {
  // Every family but `Custom` is of one system: with its image chosen there is no choice left to point at. Nor is there
  // one where the family has an error.
  const isSystemKnown =
    !areWhole(['node_class.image_family'], pool.incomplete) ||
    (nodeClass !== undefined && amiFamilyOf(nodeClass.spec) !== 'Custom');
  return pool.requirements.filter(
    ({ key, origin }) =>
      isBuiltIn(origin) && CHOICES.has(key.value) && !(isSystemKnown && key.value === OS_KEY),
  );
}

function* note(
  users: ReadonlyMap<string, readonly Pool[]>,
  keys: ReadonlySet<string>,
  pools: number,
): Iterable<Diagnostic> {
  const concerned = [...new Set([...users.values()].flat())];
  const [first, ...others] = concerned;
  if (first === undefined) return;
  const choices = [...CHOICES].flatMap(([key, choice]) => (choice !== '' && keys.has(key) ? [choice] : []));
  yield diagnostic('PW4005', first.keySpan, messageOf(users, concerned, pools), {
    related: others.slice(0, MAX_RELATED).map(({ keySpan }) => ({ span: keySpan, message: 'and here' })),
    help: `Write such a requirement to make the choice visible${choices.map((choice) => `, or to ${choice}`).join('')}.`,
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
