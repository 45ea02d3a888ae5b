import { CelSemver } from '../values.ts';

const NUMBER = '(0|[1-9][0-9]{0,19})';
const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIERS}))?(?:\\+(${IDENTIFIERS}))?$`,
);
const MAX_NUMBER = 2n ** 64n;

/** Reads a semantic version; undefined for anything else. */
export function parseSemver(text: string): CelSemver | undefined {
  const [, major = '', minor = '', patch = '', before, build = ''] = SEMVER.exec(text) ?? [];
  if (major === '') return undefined;
  const numbers: readonly [bigint, bigint, bigint] = [BigInt(major), BigInt(minor), BigInt(patch)];
  if (numbers.some((number) => number >= MAX_NUMBER)) return undefined;
  const preRelease = before?.split('.') ?? [];
  // Numbers among the identifiers have no zeros in front.
  if (preRelease.some((part) => /^0[0-9]+$/.test(part))) return undefined;
  return new CelSemver(numbers, preRelease, build);
}

/** `v1.02` becomes `1.2.0`; undefined where that is not a version either. */
export function parseLooseSemver(text: string): CelSemver | undefined {
  const [first = '', second, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [
    first,
    ...(second === undefined ? [] : [second]),
    ...(rest.length === 0 ? [] : [rest.join('.')]),
  ];
  const plain = parts.map((part) =>
    part.length > 1 ? part.replace(/^0+(?=[0-9])/, '').replace(/^0+(?![0-9])/, '0') : part,
  );
  if (plain.length < 3 && /[+-]/.test(plain[plain.length - 1] ?? '')) return undefined;
  while (plain.length < 3) plain.push('0');
  return parseSemver(plain.join('.'));
}

/** By precedence: what is behind `+` does not count. */
export function compareSemver(left: CelSemver, right: CelSemver): number {
  for (const [place, number] of left.numbers.entries()) {
    const other = right.numbers[place] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (left.preRelease.length === 0 || right.preRelease.length === 0) {
    return Number(left.preRelease.length === 0) - Number(right.preRelease.length === 0);
  }
  for (const [place, one] of left.preRelease.entries()) {
    const other = right.preRelease[place];
    if (other === undefined) return 1;
    const order = compareIdentifiers(one, other);
    if (order !== 0) return order;
  }
  return left.preRelease.length === right.preRelease.length ? 0 : -1;
}

function compareIdentifiers(left: string, right: string): number {
  const [one, other] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)];
  if (one !== other) return one ? -1 : 1;
  if (one) return Math.sign(Number(BigInt(left) - BigInt(right)));
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
