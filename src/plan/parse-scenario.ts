import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Scenario } from '../model/scenario.ts';
import { familyOf } from './availability.ts';

/** What a scenario may name. */
export interface ScenarioSurroundings {
  /** Those of the definition. */
  readonly defined: readonly Scenario[];
  /** Zones of the cluster. */
  readonly zones: readonly string[];
  /** Names of the instance types that the cluster's zones offer. */
  readonly instanceTypes: readonly string[];
}

export type ParsedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** A sentence without a final full stop. */
  | { readonly ok: false; readonly problem: string };

/** Shown where a scenario is not understood. */
export const SCENARIO_FORMS = [
  'zone-outage <zone>',
  'no-spot',
  'unavailable <type>x<zone>',
  'family-withdrawn <family>',
  'replicas +30%',
  'warm',
  'cold',
] as const;

/**
 * A scenario from the command line: the name of one of the definition, one of the forms above, or several of both with
 * commas between them, which then hold together. `=` and `:` stand for the space as well, for shells.
 */
export function parseScenario(text: string, around: ScenarioSurroundings): ParsedScenario {
  const own = around.defined.find(({ name }) => name === text.trim());
  if (own !== undefined) return { ok: true, scenario: own };
  let scenario: Scenario = { ...AS_WRITTEN, name: text.trim() };
  const parts = text.split(',').map((part) => part.trim());
  const memory = new Set(parts.flatMap((part) => memoryOf(part, around)));
  if (memory.size > 1) {
    return { ok: false, problem: '`warm` and `cold` cannot hold together: choose one estimate of memory' };
  }
  for (const part of parts) {
    const parsed = parsePart(part, around);
    if (typeof parsed === 'string') return { ok: false, problem: parsed };
    scenario = together(scenario, parsed);
  }
  return { ok: true, scenario };
}

/** The model of memory that a part chooses. A scenario of the definition is cold where it does not say. */
function memoryOf(part: string, { defined }: ScenarioSurroundings): readonly Scenario['memory'][] {
  const own = defined.find(({ name }) => name === part);
  if (own !== undefined) return own.memory === 'warm' ? ['warm'] : [];
  return part === 'warm' || part === 'cold' ? [part] : [];
}

/** Nothing is different. */
export const AS_WRITTEN: Scenario = {
  name: 'as written',
  unavailable: [],
  lostZones: [],
  replicasPercent: 100,
  memory: 'cold',
};

function together(a: Scenario, b: Partial<Scenario>): Scenario {
  return {
    name: a.name,
    unavailable: [...a.unavailable, ...(b.unavailable ?? [])],
    lostZones: [...a.lostZones, ...(b.lostZones ?? [])],
    replicasPercent: ((b.replicasPercent ?? 100) * a.replicasPercent) / 100,
    memory: b.memory === 'warm' ? 'warm' : a.memory,
  };
}

/** The part, or what is wrong with it. */
function parsePart(part: string, around: ScenarioSurroundings): Partial<Scenario> | string {
  const own = around.defined.find(({ name }) => name === part);
  if (own !== undefined) return own;
  // A sign or a digit ends the word `replicas` as well as a space does.
  const spaced = part.replace(/^replicas(?=[+\d-])/, 'replicas ');
  const [, word = '', argument = ''] = /^([a-z-]+(?: withdrawn)?)(?:\s*[=:\s]\s*(.*))?$/.exec(spaced) ?? [];
  switch (word.replace(' ', '-')) {
    case 'zone-outage':
      return zoneOutage(argument, around);
    case 'no-spot':
      return argument === '' ? { unavailable: [{ capacityTypes: ['spot'] }] } : takesNothing(word);
    case 'unavailable':
      return unavailable(argument, around);
    case 'family-withdrawn':
      return familyWithdrawn(argument, around);
    case 'replicas':
      return replicas(argument);
    case 'warm':
    case 'cold':
      return argument === '' ? { memory: word === 'warm' ? 'warm' : 'cold' } : takesNothing(word);
    case 'all':
      return '`all` stands alone: it plans each scenario of the definition; name those that are to hold together with commas';
    default:
      return unknown(part, around);
  }
}

function takesNothing(word: string): string {
  return `\`${word}\` takes no value`;
}

function unknown(part: string, { defined }: ScenarioSurroundings): string {
  const names = defined.map(({ name }) => name);
  const words = [...names, ...SCENARIO_FORMS.map((form) => form.split(' ', 1)[0] ?? form)];
  const near = didYouMean(part, words);
  const own =
    names.length === 0
      ? 'the definition names none'
      : `the definition names ${names.map((name) => `\`${name}\``).join(', ')}`;
  const forms = SCENARIO_FORMS.map((form) => `\`${form}\``).join(', ');
  return `there is no scenario \`${part}\`${near === undefined ? '' : `; did you mean \`${near}\`?`} (${own}; besides there are ${forms})`;
}

function zoneOutage(zone: string, { zones }: ScenarioSurroundings): Partial<Scenario> | string {
  if (zones.includes(zone)) return { lostZones: [zone] };
  return `\`zone-outage\` needs a zone of the cluster: ${zones.join(', ')}${zone === '' ? '' : `, not \`${zone}\``}`;
}

function familyWithdrawn(
  family: string,
  { instanceTypes }: ScenarioSurroundings,
): Partial<Scenario> | string {
  const families = [...new Set(instanceTypes.map(familyOf))];
  if (families.includes(family)) return { unavailable: [{ instanceFamilies: [family] }] };
  if (family === '') return '`family-withdrawn` needs an instance family, such as `m7i`';
  const near = didYouMean(family, families);
  return `there is no instance family \`${family}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
}

/** `m7i.largexeu-west-1a`: names may contain an x themselves, so every one of them is tried. */
function unavailable(argument: string, around: ScenarioSurroundings): Partial<Scenario> | string {
  const { zones, instanceTypes } = around;
  if (instanceTypes.includes(argument)) return { unavailable: [{ instanceTypes: [argument] }] };
  for (const { index } of argument.matchAll(/[x×@/]/g)) {
    const type = argument.slice(0, index).trim();
    const zone = argument.slice(index + 1).trim();
    if (!instanceTypes.includes(type)) continue;
    if (zones.includes(zone)) return { unavailable: [{ instanceTypes: [type], zones: [zone] }] };
    if (!instanceTypes.some((name) => argument.startsWith(name) && name.length > type.length)) {
      return `\`${zone}\` is no zone of the cluster, which has ${zones.join(', ')}`;
    }
  }
  return '`unavailable` needs an instance type that the zones offer, alone or with a zone: `m7i.largexeu-west-1a`';
}

const MOST_PERCENT = 100_000;

function replicas(argument: string): Partial<Scenario> | string {
  const match = /^([+-]?)([0-9]+)\s*%$/.exec(argument);
  if (match === null)
    return '`replicas` needs a change in percent, such as `+30%` or `-20%`, or `150%` of what is written';
  const [, sign, digits] = match;
  const percent = Number(digits);
  const total = sign === '' ? percent : sign === '+' ? 100 + percent : 100 - percent;
  if (total < 0) return '`replicas` cannot go below nothing';
  return total > MOST_PERCENT
    ? `\`replicas\` takes 0% to ${MOST_PERCENT}% of what is written, and \`${argument}\` is ${total}%`
    : { replicasPercent: total };
}
