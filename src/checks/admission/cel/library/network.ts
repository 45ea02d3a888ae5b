import {
  type Address,
  formatAddress,
  isMapped,
  maskedAddress,
  parseAddress,
  parsePrefix,
  type Prefix,
} from '../../formats/ip-address.ts';
import { CelAddress, CelError, CelPrefix, type CelValue, NoOverload } from '../values.ts';
import { type CelFunction, type CelFunctions, instanceAt, textAt } from './arguments.ts';

/** An address without a zone that is not an IPv4 one in the clothes of IPv6. */
function readAddress(text: string): Address | undefined {
  const address = parseAddress(text);
  return address === undefined || address.zone !== '' || isMapped(address) ? undefined : address;
}

function readPrefix(text: string): Prefix | undefined {
  const prefix = parsePrefix(text);
  return prefix === undefined || isMapped(prefix.address) ? undefined : prefix;
}

function addressOf(text: string): CelAddress {
  const address = readAddress(text);
  if (address === undefined) {
    throw new CelError(
      `IP Address ${JSON.stringify(text)} parse error during conversion from string: ParseAddr(${JSON.stringify(text)}): unable to parse IP`,
    );
  }
  return new CelAddress(address);
}

function prefixOf(text: string): CelPrefix {
  const prefix = readPrefix(text);
  if (prefix === undefined) throw new CelError('network address parse error during conversion from string');
  return new CelPrefix(prefix);
}

function isCanonical(args: readonly CelValue[]): boolean {
  const text = textAt(args, 0);
  return formatAddress(addressOf(text).address) === text;
}

/** Whether an address lies in a network. */
function lies({ bits, value }: Address, { address, length }: Prefix): boolean {
  if (bits !== address.bits) return false;
  const shift = BigInt(bits - length);
  return value >> shift === address.value >> shift;
}

function isIn(args: readonly CelValue[], text: string, length: number): boolean {
  const prefix = parsePrefix(text);
  const { address } = instanceAt(args, 0, CelAddress);
  return prefix !== undefined && lies(address, { ...prefix, length });
}

const isLoopback = (args: readonly CelValue[]): boolean =>
  isIn(args, '127.0.0.0/8', 8) || isIn(args, '::1/128', 128);
const isLinkLocal = (args: readonly CelValue[]): boolean =>
  isIn(args, '169.254.0.0/16', 16) || isIn(args, 'fe80::/10', 10);
const isMulticast = (args: readonly CelValue[]): boolean =>
  isIn(args, '224.0.0.0/4', 4) || isIn(args, 'ff00::/8', 8);
const isUnspecified = (args: readonly CelValue[]): boolean =>
  instanceAt(args, 0, CelAddress).address.value === 0n;

/** Link-local multicast of IPv6 may have any flags: only the scope counts. */
function isLinkLocalMulticast(args: readonly CelValue[]): boolean {
  const { bits, value } = instanceAt(args, 0, CelAddress).address;
  return bits === 32 ? isIn(args, '224.0.0.0/24', 24) : ((value >> 112n) & 0xff0fn) === 0xff02n;
}

function isGlobalUnicast(args: readonly CelValue[]): boolean {
  const broadcast = isIn(args, '255.255.255.255/32', 32);
  return !broadcast && !isUnspecified(args) && !isLoopback(args) && !isMulticast(args) && !isLinkLocal(args);
}

/** A text that is not one makes the call one that does not fit. */
function given<T>(read: T | undefined): T {
  if (read === undefined) throw new NoOverload();
  return read;
}

function containsIp(args: readonly CelValue[]): boolean {
  const { prefix } = instanceAt(args, 0, CelPrefix);
  const [, other] = args;
  return lies(
    typeof other === 'string' ? given(readAddress(other)) : instanceAt(args, 1, CelAddress).address,
    prefix,
  );
}

function containsCidr(args: readonly CelValue[]): boolean {
  const { prefix } = instanceAt(args, 0, CelPrefix);
  const [, other] = args;
  const inner = typeof other === 'string' ? given(readPrefix(other)) : instanceAt(args, 1, CelPrefix).prefix;
  return prefix.length <= inner.length && lies(inner.address, prefix);
}

function masked(args: readonly CelValue[]): CelPrefix {
  const { prefix } = instanceAt(args, 0, CelPrefix);
  return new CelPrefix({ ...prefix, address: maskedAddress(prefix) });
}

export const NETWORK_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['ip/1', (args) => addressOf(textAt(args, 0))],
  ['isIP/1', (args) => readAddress(textAt(args, 0)) !== undefined],
  ['ip.isCanonical/1', isCanonical],
  ['cidr/1', (args) => prefixOf(textAt(args, 0))],
  ['isCIDR/1', (args) => readPrefix(textAt(args, 0)) !== undefined],
]);

export const NETWORK_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['family/0', (args) => (instanceAt(args, 0, CelAddress).address.bits === 32 ? 4n : 6n)],
  ['isUnspecified/0', isUnspecified],
  ['isLoopback/0', isLoopback],
  ['isLinkLocalMulticast/0', isLinkLocalMulticast],
  ['isLinkLocalUnicast/0', isLinkLocal],
  ['isGlobalUnicast/0', isGlobalUnicast],
  ['containsIP/1', containsIp],
  ['containsCIDR/1', containsCidr],
  ['ip/0', (args) => new CelAddress(instanceAt(args, 0, CelPrefix).prefix.address)],
  ['prefixLength/0', (args) => BigInt(instanceAt(args, 0, CelPrefix).prefix.length)],
  ['masked/0', masked],
]);
