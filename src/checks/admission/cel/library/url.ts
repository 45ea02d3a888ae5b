import { isRequestUri } from '../../formats/names.ts';
import { CelEntries, CelError, CelList, CelUrl, type CelValue } from '../values.ts';
import { type CelFunction, type CelFunctions, instanceAt, textAt } from './arguments.ts';

const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:[^/?#]*@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?/;

function urlOf(args: readonly CelValue[]): CelUrl {
  const text = textAt(args, 0);
  if (!isRequestUri(text)) {
    throw new CelError(
      `URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
    );
  }
  const [, scheme = '', host = '', path = '', query = ''] = PARTS.exec(text) ?? [];
  return new CelUrl({
    text,
    scheme: scheme.toLowerCase(),
    host: withZone(host),
    path: scheme !== '' && !path.startsWith('/') ? '' : path,
    query,
  });
}

/** The zone of an IPv6 address is escaped in a URL: `[fe80::1%25en0]`. */
function withZone(host: string): string {
  return host.replace(/^(\[[^%\]]*)%25([^\]]*)/, (_, address: string, zone: string) => {
    const decoded = zone.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => decodeURIComponent(escaped));
    return `${address}%${decoded}`;
  });
}

function partsAt(args: readonly CelValue[]): CelUrl['parts'] {
  return instanceAt(args, 0, CelUrl).parts;
}

const HOST_AND_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::([0-9]*))?$/;

function hostname(args: readonly CelValue[]): string {
  const match = HOST_AND_PORT.exec(partsAt(args).host);
  return match?.[1] ?? match?.[2] ?? '';
}

function query(args: readonly CelValue[]): CelEntries {
  const lists = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(partsAt(args).query)) {
    lists.set(key, [...(lists.get(key) ?? []), value]);
  }
  return new CelEntries([...lists].map(([key, values]) => [key, CelList.of(values)]));
}

export const URL_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['url/1', urlOf],
  ['isURL/1', (args) => isRequestUri(textAt(args, 0))],
]);

export const URL_METHODS: CelFunctions = new Map<string, CelFunction>([
  ['getScheme/0', (args) => partsAt(args).scheme],
  ['getHost/0', (args) => partsAt(args).host],
  ['getHostname/0', hostname],
  ['getPort/0', (args) => HOST_AND_PORT.exec(partsAt(args).host)?.[3] ?? ''],
  ['getEscapedPath/0', (args) => partsAt(args).path],
  ['getQuery/0', query],
]);
