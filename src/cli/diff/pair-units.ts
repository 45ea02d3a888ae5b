import type { LoadedSide, SideUnit } from '../sides/side.ts';
import { UsageError } from '../usage-error.ts';

export interface UnitPair {
  /** At least one of the two is there. */
  readonly base?: SideUnit;
  readonly head?: SideUnit;
}

export interface PairedSides {
  readonly base: LoadedSide;
  readonly head: LoadedSide;
  /** What this side lacks is left out. @default nothing is */
  readonly only?: 'base' | 'head';
}

/** In the order of head; what is only in base comes last. By file, and what is left by the names of the clusters. */
export async function pairUnits({ base, head, only }: PairedSides): Promise<readonly UnitPair[]> {
  const partners =
    base.nameless === true || head.nameless === true ? nameless(base, head) : byFile(base, head);
  await pairByNames(partners, base, head);
  const paired = new Set(partners.values());
  const ofHead = head.units.map((unit): UnitPair => {
    const partner = partners.get(unit);
    return { head: unit, ...(partner === undefined ? {} : { base: partner }) };
  });
  const ofBase = base.units.filter((unit) => !paired.has(unit)).map((unit): UnitPair => ({ base: unit }));
  return [...ofHead, ...ofBase].filter((pair) => only === undefined || pair[only] !== undefined);
}

/** Base's unit by head's. */
type Partners = Map<SideUnit, SideUnit>;

function byFile(base: LoadedSide, head: LoadedSide): Partners {
  const partners: Partners = new Map();
  const free = new Set(base.units);
  for (const same of [(one: SideUnit) => one.key, (one: SideUnit) => one.file]) {
    const waiting = new Map([...free].map((unit) => [same(unit), unit]));
    for (const unit of head.units) {
      const partner = waiting.get(same(unit));
      if (partner === undefined || partners.has(unit)) continue;
      partners.set(unit, partner);
      free.delete(partner);
      waiting.delete(same(unit));
    }
  }
  return partners;
}

/** Files that were renamed or moved. Only what has no partner is looked into. */
async function pairByNames(partners: Partners, base: LoadedSide, head: LoadedSide): Promise<void> {
  const taken = new Set(partners.values());
  const [free, lonely] = [
    base.units.filter((unit) => !taken.has(unit)),
    head.units.filter((unit) => !partners.has(unit)),
  ];
  if (free.length === 0 || lonely.length === 0) return;
  const byName = new Map<string, SideUnit>();
  for (const unit of free) {
    for (const name of await unit.names()) if (!byName.has(name)) byName.set(name, unit);
  }
  for (const unit of lonely) {
    const candidates = (await unit.names()).flatMap((name) => byName.get(name) ?? []);
    const partner = candidates.find((one) => !taken.has(one));
    if (partner === undefined) continue;
    partners.set(unit, partner);
    taken.add(partner);
  }
}

/** A dump belongs to the only cluster that there is to compare it with. */
function nameless(base: LoadedSide, head: LoadedSide): Partners {
  const [dump, other] = base.nameless === true ? [base, head] : [head, base];
  const [[one], [twin, ...more]] = [dump.units, other.units];
  if (one === undefined || twin === undefined) return new Map();
  if (more.length > 0) {
    const files = other.units.map(({ file }) => `\`${file}\``).join(', ');
    throw new UsageError(
      `the objects in ${one.file} do not say which cluster they are of: give its name with \`--name\`, or its definition (one of ${files}) with \`--definitions\``,
    );
  }
  return new Map([dump === base ? [twin, one] : [one, twin]]);
}
