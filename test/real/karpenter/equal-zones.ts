import type { DecisionForm } from './claim-form.ts';

/** Zones that have changed names among themselves. */
export interface ZoneRenaming {
  readonly of: (text: string) => string;
  /** What was decided under those names, under the real ones. */
  readonly undo: (form: DecisionForm) => DecisionForm;
}

/**
 * Where Karpenter draws one of several equal zones, our packer takes the first by name. So what Karpenter may do is what
 * our packer does when zones are called otherwise: each renaming is another order in which zones are drawn. The first one
 * changes nothing.
 */
export function zoneRenamings(zones: readonly string[]): readonly ZoneRenaming[] {
  return permutations(zones).map((names) => ({
    of: (text) => renamed(text, zones, names),
    undo: (form) => ({
      ...form,
      claims: form.claims.map((claim) => {
        const zone = claim.requirements.get(ZONE);
        if (zone === undefined) return claim;
        return {
          ...claim,
          requirements: new Map(claim.requirements).set(ZONE, sorted(renamed(zone, names, zones))),
        };
      }),
    }),
  }));
}

const ZONE = 'topology.kubernetes.io/zone';

function renamed(text: string, from: readonly string[], to: readonly string[]): string {
  return from.length === 0
    ? text
    : text.replaceAll(new RegExp(from.join('|'), 'g'), (zone) => to[from.indexOf(zone)] ?? zone);
}

/** `In b, a` as `In a, b`. */
function sorted(requirement: string): string {
  const [operator = '', ...values] = requirement.split(/,? /);
  return `${operator} ${values.sort().join(', ')}`;
}

function permutations(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
