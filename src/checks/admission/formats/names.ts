const HOSTNAME =
  /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
const MAX_HOSTNAME_BYTES = 255;
const MAX_LABEL_BYTES = 63;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\uffff-]+";
const DOT_ATOM = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED = '"(?:[^"\\\\\\r\\n]|\\\\.)*"';
const ADDRESS = `(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|\\[[^\\[\\]\\\\]*\\])`;
const EMAIL = new RegExp(
  `^\\s*(?:${ADDRESS}|(?:(?:${ATOM}|${QUOTED})(?:[ .]+(?:${ATOM}|${QUOTED}))*\\s*)?<${ADDRESS}>)\\s*$`,
);
const MAX_EMAIL = 1_000;

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function isHostname(text: string): boolean {
  if (text.length > MAX_HOSTNAME_BYTES || !HOSTNAME.test(text) || bytesOf(text) > MAX_HOSTNAME_BYTES)
    return false;
  return text.split('.').every((label) => bytesOf(label) <= MAX_LABEL_BYTES);
}

/** An address with or without a name in front. Comments, which mail once had, are not understood. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const HOST = /^(?:\[[^\]]*\]|[^\s"<>\\^`{|}[\]%:]*)(?::[0-9]*)?$/;

/** A URI with a scheme, or a path from the root. */
export function isRequestUri(text: string): boolean {
  if (text === '' || /\p{Cc}/u.test(text.replace(/[\u0080-\u009f]/g, ''))) return false;
  if (text === '*') return true;
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length).split('?', 1)[0] ?? '';
  // Something opaque, like `mailto:…`, is not looked at.
  if (!rest.startsWith('/')) return scheme !== '';
  const authority = scheme !== '' || !rest.startsWith('///') ? /^\/\/([^/]*)/.exec(rest) : null;
  if (authority === null) return !BAD_ESCAPE.test(rest);
  const host = (authority[1] ?? '').slice((authority[1] ?? '').lastIndexOf('@') + 1);
  return HOST.test(host) && !BAD_ESCAPE.test(rest.slice(authority[0].length));
}
