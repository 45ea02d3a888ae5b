const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_SUBDOMAIN = `${DNS_LABEL}(\\.${DNS_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${KEY_NAME})?`;

const LABEL = new RegExp(`^${DNS_LABEL}$`);
const SUBDOMAIN = new RegExp(`^${DNS_SUBDOMAIN}$`);
const LABEL_1035 = new RegExp(`^${DNS_1035_LABEL}$`);
const NAME = new RegExp(`^${KEY_NAME}$`);
const VALUE = new RegExp(`^${LABEL_VALUE}$`);
const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

const MUST_CONSIST =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

type Messages = readonly string[];

function tooLong(text: string, limit: number): Messages {
  return new TextEncoder().encode(text).length > limit ? [`must be no more than ${limit} characters`] : [];
}

function explained(message: string, pattern: string, ...examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

/** What an API server says of a name that has to be a DNS subdomain; nothing of a good one. */
export function subdomainMessages(text: string): Messages {
  if (SUBDOMAIN.test(text)) return tooLong(text, MAX_SUBDOMAIN);
  const message =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...tooLong(text, MAX_SUBDOMAIN), explained(message, DNS_SUBDOMAIN, 'example.com')];
}

export function labelMessages(text: string): Messages {
  if (LABEL.test(text)) return tooLong(text, MAX_LABEL);
  if (SUBDOMAIN.test(text)) return [...tooLong(text, MAX_LABEL), 'must not contain dots'];
  const message =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...tooLong(text, MAX_LABEL), explained(message, DNS_LABEL, 'my-name', '123-abc')];
}

export function label1035Messages(text: string): Messages {
  if (LABEL_1035.test(text)) return tooLong(text, MAX_LABEL);
  const message =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...tooLong(text, MAX_LABEL), explained(message, DNS_1035_LABEL, 'my-name', 'abc-123')];
}

export function qualifiedNameMessages(text: string): Messages {
  const parts = text.split('/');
  const why = explained(MUST_CONSIST, KEY_NAME, 'MyName', 'my.name', '123-abc');
  if (parts.length > 2) {
    return [
      `a valid label key ${why} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const messages: string[] = [];
  const name = parts[parts.length - 1] ?? '';
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') messages.push('prefix part must be non-empty');
    else messages.push(...subdomainMessages(prefix).map((message) => `prefix part ${message}`));
  }
  if (name === '') messages.push('name part must be non-empty');
  else messages.push(...tooLong(name, MAX_LABEL).map((message) => `name part ${message}`));
  if (!NAME.test(name)) messages.push(`name part ${why}`);
  return messages;
}

export function labelValueMessages(text: string): Messages {
  if (VALUE.test(text)) return tooLong(text, MAX_LABEL);
  const message = `a valid label must be an empty string or consist of ${MUST_CONSIST.slice('must consist of '.length)}`;
  return [...tooLong(text, MAX_LABEL), explained(message, LABEL_VALUE, 'MyValue', 'my_value', '12345')];
}

/** A text in front of a generated suffix: a hyphen at its end will not stay there. */
export function asPrefix(text: string): string {
  return text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text;
}
