/** What Go's `net.ParseIP` makes of a text that is no address: all of these are equal to each other. */
const INVALID = 'invalid';
const GROUPS = 8;

/** One text per address, however it is written: `::ffff:10.0.0.1` is `10.0.0.1`. */
export function canonicalIp(text: string): string {
  const short = ipv4(text);
  if (short !== undefined) return short.join('.');
  const groups = ipv6(text);
  if (groups === undefined) return INVALID;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped) return groups.map((group) => group.toString(16)).join(':');
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether a canonical address stands for all of a node's. */
export function isUnspecified(ip: string): boolean {
  return ip === '0.0.0.0' || ip === '0:0:0:0:0:0:0:0';
}

function ipv4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  const valid = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part));
  const numbers = parts.map(Number);
  return valid && numbers.every((number) => number < 256) ? numbers : undefined;
}

function ipv6(text: string): readonly number[] | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  if (before === undefined || after === undefined) return undefined;
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function groupsOf(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const last = ipv4(parts.at(-1) ?? '');
  const plain = last === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined;
  const groups = plain.map((part) => Number.parseInt(part, 16));
  const [a = 0, b = 0, c = 0, d = 0] = last ?? [];
  return last === undefined ? groups : [...groups, a * 256 + b, c * 256 + d];
}
