import type { AmiFamily, Ec2NodeClassSpec } from './ec2-node-class.ts';

/** An `alias` of an AMI selector term, taken apart: `al2023@v20260101`. */
export interface AmiAlias {
  readonly family: AmiFamily;
  /** A release, or `latest`. */
  readonly version: string;
}

/** Alias spelling (lower case, as the EC2NodeClass CRD wants it) to AMI family. */
export const AMI_ALIAS_FAMILIES: ReadonlyMap<string, AmiFamily> = new Map([
  ['al2', 'AL2'],
  ['al2023', 'AL2023'],
  ['bottlerocket', 'Bottlerocket'],
  ['windows2019', 'Windows2019'],
  ['windows2022', 'Windows2022'],
  ['windows2025', 'Windows2025'],
]);

/** The alias in its parts, or undefined where Karpenter 1.14 would not take it (no single `@`, unknown family, a line break). */
export function parseAmiAlias(text: string): AmiAlias | undefined {
  const [name = '', version = '', ...rest] = text.split('@');
  const family = AMI_ALIAS_FAMILIES.get(name);
  if (family === undefined || version === '' || rest.length > 0 || /[\r\n]/.test(version)) return undefined;
  return { family, version };
}

/** The alias of a node class: of its first term that has one. Objects of other hands may lack the terms. */
export function amiAliasOf(spec: Partial<Pick<Ec2NodeClassSpec, 'amiSelectorTerms'>>): AmiAlias | undefined {
  const text = spec.amiSelectorTerms?.find((term) => term.alias !== undefined)?.alias;
  return text === undefined ? undefined : parseAmiAlias(text);
}

/**
 * The family Karpenter resolves: `amiFamily` if set, else that of the alias, else `Custom` (Karpenter 1.14,
 * `EC2NodeClass.AMIFamily`).
 */
export function amiFamilyOf(
  spec: Partial<Pick<Ec2NodeClassSpec, 'amiFamily' | 'amiSelectorTerms'>>,
): AmiFamily {
  return spec.amiFamily ?? amiAliasOf(spec)?.family ?? 'Custom';
}
