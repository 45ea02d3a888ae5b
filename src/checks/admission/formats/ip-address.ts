/** An IP address as a number. */
export interface Address {
  /** 32 or 128. */
  readonly bits: number;
  readonly value: bigint;
  /** `eth0` of `fe80::1%eth0`; empty without one. */
  readonly zone: string;
}

export interface Prefix {
  readonly address: Address;
  readonly length: number;
}

const IPV4_PART = /^(?:0|[1-9][0-9]{0,2})$/;

/** Reads an address strictly: no zeros in front, no brackets. */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { bits: 32, value, zone: '' };
  }
  const percent = text.indexOf('%');
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  if (percent >= 0 && zone === '') return undefined;
  const value = parseIpv6(percent < 0 ? text : text.slice(0, percent));
  return value === undefined ? undefined : { bits: 128, value, zone };
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => IPV4_PART.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [groupsOf(halves[0] ?? '', halves.length === 1), groupsOf(halves[1] ?? '', true)];
  if (head === undefined || tail === undefined) return undefined;
  const count = head.length + tail.length;
  if (halves.length === 1 ? head.length !== 8 : count > 7) return undefined;
  const groups = [...head, ...Array.from({ length: 8 - count }, () => 0n), ...tail];
  return groups.reduce((value, group) => value * 65_536n + group, 0n);
}

/** An IPv4 address may stand for the last two groups. */
function groupsOf(text: string, last: boolean): readonly bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    if (last && index === parts.length - 1 && part.includes('.')) {
      const value = parseIpv4(part);
      if (value === undefined) return undefined;
      groups.push(value >> 16n, value & 0xffffn);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return undefined;
      groups.push(BigInt(`0x${part}`));
    }
  }
  return groups;
}

/** Reads `10.0.0.0/8`; bits behind the length may be set. */
export function parsePrefix(text: string): Prefix | undefined {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (address === undefined || address.zone !== '' || !IPV4_PART.test(digits)) return undefined;
  const length = Number(digits);
  return length > address.bits ? undefined : { address, length };
}

/** The address with the bits behind the prefix's length cleared. */
export function maskedAddress({ address, length }: Prefix): Address {
  const shift = BigInt(address.bits - length);
  return { ...address, value: (address.value >> shift) << shift };
}

/** `::ffff:10.0.0.1`, an IPv4 address written as an IPv6 one. */
export function isMapped({ bits, value }: Address): boolean {
  return bits === 128 && value >> 32n === 0xffffn;
}

/** The canonical text. */
export function formatAddress({ bits, value }: Address): string {
  if (bits === 32) {
    return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn);
  const [start, length] = longestZeros(groups);
  const text = (part: readonly bigint[]): string => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

function longestZeros(groups: readonly bigint[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === 0n) end += 1;
    if (end - start > best[1]) best = [start, end - start];
  }
  return best;
}
