import { type Address, parseAddress, parsePrefix } from './ip-address.ts';

/** Zeros in front of a number are taken, as very old clients wrote them. */
function withoutLeadingZeros(text: string): string {
  return text.replace(/(^|[.:/])0+([0-9]+)(?=\.|\/|$)/g, '$1$2');
}

function loose(text: string): Address | undefined {
  const address = parseAddress(withoutLeadingZeros(text));
  return address?.zone === '' ? address : undefined;
}

export function isIpv4Loose(text: string): boolean {
  return text.includes('.') && loose(text) !== undefined;
}

export function isIpv6(text: string): boolean {
  return text.includes(':') && parseAddress(text)?.zone === '';
}

export function isCidrLoose(text: string): boolean {
  return parsePrefix(withoutLeadingZeros(text)) !== undefined;
}

/** 6, 8 or 20 bytes with hyphens or colons between them, in groups of two bytes with dots, or with nothing. */
export function isMac(text: string): boolean {
  if (/^[0-9a-fA-F]+$/.test(text)) return [6, 8, 20].includes(text.length / 2);
  const pairs = /^[0-9a-fA-F]{2}([-:])(?:[0-9a-fA-F]{2}\1)*[0-9a-fA-F]{2}$/.test(text);
  if (pairs) return [6, 8, 20].includes((text.length + 1) / 3);
  const dotted = /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})*$/.test(text);
  return dotted && [6, 8, 20].includes(((text.length + 1) / 5) * 2);
}
