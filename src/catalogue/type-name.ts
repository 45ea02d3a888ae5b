/** What an EC2 instance type's name says (`c7i-flex.2xlarge`). */
export interface TypeName extends FamilyName {
  readonly size: string;
}

/** What the part before the dot says. */
interface FamilyName {
  /** Both absent for names that Karpenter cannot take apart. */
  readonly category?: string;
  readonly generation?: string;
  readonly family: string;
  readonly flex: boolean;
}

/** Karpenter 1.14, pkg/providers/instancetype/types.go, `instanceTypeScheme`, up to the dot. */
const SCHEME = /^([a-z]+)(?:-[0-9]+tb)?([0-9]+)/;

/** A thousand types have less than two hundred families. */
const families = new Map<string, FamilyName>();

/** Takes a type name apart as Karpenter does: `u7i-12tb.224xlarge` has category `u` and generation `7`. */
export function parseTypeName(name: string): TypeName {
  const dot = name.indexOf('.');
  if (dot < 0) return { family: name, size: '', flex: false };
  const family = name.slice(0, dot);
  let parsed = families.get(family);
  if (parsed === undefined) {
    parsed = parseFamily(family);
    families.set(family, parsed);
  }
  return { ...parsed, size: name.slice(dot + 1) };
}

function parseFamily(family: string): FamilyName {
  const flex = family.includes('-flex');
  const [, category, generation] = SCHEME.exec(family) ?? [];
  return category === undefined || generation === undefined
    ? { family, flex }
    : { category, generation, family, flex };
}
