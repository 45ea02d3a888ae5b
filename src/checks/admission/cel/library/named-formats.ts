import {
  asPrefix,
  label1035Messages,
  labelMessages,
  labelValueMessages,
  qualifiedNameMessages,
  subdomainMessages,
} from '../../metadata/name-messages.ts';
import { fitsFormat } from '../../formats/formats.ts';
import { CelFormat, CelList, CelOptional, NONE } from '../values.ts';
import { type CelFunction, type CelFunctions, instanceAt, textAt } from './arguments.ts';

type Messages = (text: string) => readonly string[];

const fits =
  (format: string, message: string): Messages =>
  (text) =>
    fitsFormat(format, text) ? [] : [message];

/** What each named format says of a text. */
const FORMATS: ReadonlyMap<string, Messages> = new Map<string, Messages>([
  ['dns1123Label', labelMessages],
  ['dns1123Subdomain', subdomainMessages],
  ['dns1035Label', label1035Messages],
  ['qualifiedName', qualifiedNameMessages],
  ['dns1123LabelPrefix', (text) => labelMessages(asPrefix(text))],
  ['dns1123SubdomainPrefix', (text) => subdomainMessages(asPrefix(text))],
  ['dns1035LabelPrefix', (text) => label1035Messages(asPrefix(text))],
  ['labelValue', labelValueMessages],
  [
    'uri',
    (text) => (fitsFormat('uri', text) ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`]),
  ],
  ['uuid', fits('uuid', 'does not match the UUID format')],
  ['byte', fits('byte', 'invalid base64')],
  ['date', fits('date', 'invalid date')],
  ['datetime', fits('datetime', 'invalid datetime')],
]);

const MADE: ReadonlyMap<string, CelFormat> = new Map(
  [...FORMATS].map(([name, messages]) => [name, new CelFormat(name, messages)]),
);

const named: CelFunction = (args) => {
  const format = MADE.get(textAt(args, 0));
  return format === undefined ? NONE : new CelOptional(format);
};

const validate: CelFunction = (args) => {
  const messages = instanceAt(args, 0, CelFormat).messages(textAt(args, 1));
  return messages.length === 0 ? NONE : new CelOptional(CelList.of(messages));
};

export const FORMAT_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['format.named/1', named],
  ...[...MADE].map(([name, format]): [string, CelFunction] => [`format.${name}/0`, () => format]),
]);

export const FORMAT_METHODS: CelFunctions = new Map<string, CelFunction>([['validate/1', validate]]);
