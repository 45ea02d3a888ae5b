import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap } from '../diagnostics/json-value.ts';
import type { SelectorRules } from '../model/provider.ts';
import { canonical } from './differences.ts';

/** What other terms are known to mean for nodes, whatever the cloud has. */
export interface SelectedChange {
  readonly scope: 'none' | 'partial' | 'all';
  /** What the nodes of a part use. */
  readonly names: readonly string[];
  /** More nodes may be replaced. */
  readonly isUndecided: boolean;
}

const NOTHING: SelectedChange = { scope: 'none', names: [], isUndecided: false };
const ALL: SelectedChange = { scope: 'all', names: [], isUndecided: false };
const UNDECIDED: SelectedChange = { scope: 'none', names: [], isUndecided: true };

/** Terms are alternatives; neither their order nor repetition has a meaning. */
export function selectedChange(
  before: readonly JsonMap[],
  after: readonly JsonMap[],
  rules: SelectorRules,
): SelectedChange {
  const gone = without(before, after);
  const added = without(after, before);
  if (gone.length === 0 && added.length === 0) return NOTHING;
  if (rules.replaces === 'another set') return anotherSet(gone, added, rules);
  if (rules.replaces === 'not picked') return notPicked({ before, after, gone, added }, rules);
  return notFound({ before, after, gone }, rules);
}

/** A term that names a thing adds or takes that thing; what qualities find may be the same things. */
function anotherSet(
  gone: readonly JsonMap[],
  added: readonly JsonMap[],
  rules: SelectorRules,
): SelectedChange {
  return [...gone, ...added].some((term) => nameOf(term, rules) !== undefined) ? ALL : UNDECIDED;
}

interface Terms {
  readonly before: readonly JsonMap[];
  readonly after: readonly JsonMap[];
  readonly gone: readonly JsonMap[];
  readonly added: readonly JsonMap[];
}

function notPicked({ before, after, gone, added }: Terms, rules: SelectorRules): SelectedChange {
  const releases = [before, after].map((terms) => {
    const [only, ...others] = terms;
    return only === undefined || others.length > 0 ? undefined : rules.release?.(only);
  });
  if (releases.every((release) => release?.isFixed === true)) return ALL;
  if ([...before, ...after].some((term) => nameOf(term, rules) === undefined)) return UNDECIDED;
  // Of several that fit, the newest is picked.
  return namedGone({ before, gone }, { rules, isUndecided: added.length > 0 });
}

function notFound({ before, after, gone }: Omit<Terms, 'added'>, rules: SelectorRules): SelectedChange {
  const lost = gone.filter((term) => !after.some((other) => finds(other, term)));
  if (lost.length === 0) return NOTHING;
  const isNamed = (term: JsonMap) => nameOf(term, rules) !== undefined;
  return [...lost, ...after].every(isNamed)
    ? namedGone({ before, gone: lost }, { rules, isUndecided: false })
    : UNDECIDED;
}

function namedGone(
  { before, gone }: Pick<Terms, 'before' | 'gone'>,
  { rules, isUndecided }: { readonly rules: SelectorRules; readonly isUndecided: boolean },
): SelectedChange {
  if (gone.length === 0) return { ...NOTHING, isUndecided };
  if (gone.length === before.length && rules.capacityType === undefined) return ALL;
  return { scope: 'partial', names: gone.flatMap((term) => nameOf(term, rules) ?? []), isUndecided };
}

/** What a term names, if it says nothing else. */
function nameOf(term: JsonMap, { naming }: SelectorRules): string | undefined {
  const [entry, ...others] = Object.entries(term);
  if (entry === undefined || others.length > 0) return undefined;
  const [key, value] = entry;
  return naming.has(key) && typeof value === 'string' ? value : undefined;
}

/** Whether a term certainly finds all that another one does: it says the same, or less. */
function finds(wide: JsonMap, narrow: JsonMap): boolean {
  return Object.entries(wide).every(([key, value]) => {
    const other = narrow[key];
    if (!isJsonMap(value) || !isJsonMap(other)) return isSameJson(value, other);
    return Object.entries(value).every(
      ([tag, wanted]) => wanted === other[tag] || (wanted === '*' && other[tag] !== undefined),
    );
  });
}

function without(terms: readonly JsonMap[], others: readonly JsonMap[]): readonly JsonMap[] {
  const known = new Set(others.map(canonical));
  return terms.filter((term) => !known.has(canonical(term)));
}
