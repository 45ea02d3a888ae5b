import type { Schema } from '../schema/schema.ts';
import { isDate, isDateTime, parseLooseDuration } from './dates.ts';
import { isCreditCard, isIsbn10, isIsbn13, isSocialSecurityNumber } from './numbers.ts';
import { isCidrLoose, isIpv4Loose, isIpv6, isMac } from './network.ts';
import { isEmail, isHostname, isRequestUri } from './names.ts';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID3 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID4 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const UUID5 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const HEX_COLOR = /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
const SHADE = '[\\t\\n\\f\\r ]*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])[\\t\\n\\f\\r ]*';
const RGB_COLOR = new RegExp(`^rgb\\(${SHADE},${SHADE},${SHADE}\\)$`);
const DNS_LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const SHORT_NAME = new RegExp(`^${DNS_LABEL}$`);
const LONG_NAME = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Formats an API server enforces, without their hyphens; all others it ignores. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['bsonobjectid', matches(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4Loose],
  ['ipv6', isIpv6],
  ['cidr', isCidrLoose],
  ['mac', isMac],
  ['uuid', matches(UUID)],
  ['uuid3', matches(UUID3)],
  ['uuid4', matches(UUID4)],
  ['uuid5', matches(UUID5)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', isSocialSecurityNumber],
  ['hexcolor', matches(HEX_COLOR)],
  ['rgbcolor', matches(RGB_COLOR)],
  ['byte', matches(BASE64)],
  ['password', () => true],
  ['date', isDate],
  ['duration', (text) => parseLooseDuration(text) !== undefined],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && SHORT_NAME.test(text)],
  ['k8slongname', (text) => text.length <= 253 && LONG_NAME.test(text)],
]);

/** Whether texts have to fit the schema's format. */
export function isKnownFormat({ format, types }: Schema): boolean {
  if (format === '' || types.length > 1 || (types.length === 1 && types[0] !== 'string')) return false;
  return FORMATS.has(format.replaceAll('-', ''));
}

const NUMBER_FORMATS: ReadonlyMap<string, readonly string[]> = new Map([
  ['integer', ['int32', 'int64']],
  ['number', ['float', 'double']],
]);

/** The format as far as it is enforced; else empty. */
export function enforcedFormat(schema: Schema): string {
  const [type = '', ...others] = schema.types;
  const numeric = others.length === 0 && NUMBER_FORMATS.get(type)?.includes(schema.format) === true;
  return numeric || isKnownFormat(schema) ? schema.format : '';
}

/** Whether a text has a known format, as Kubernetes' own validator of formats sees it. */
export function fitsFormat(format: string, text: string): boolean {
  return FORMATS.get(format.replaceAll('-', ''))?.(text) ?? true;
}
