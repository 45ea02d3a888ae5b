const MAX_NAME = 63;
const MAX_DOMAIN = 253;

const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const EDGES = 'start and end with a letter or digit';
const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/**
 * What is wrong with a label, annotation or taint key, as a phrase that completes "`key` ...".
 * A key is a qualified name: an optional DNS domain and a slash, then a name of at most 63 characters.
 */
export function labelKeyProblem(key: string): string | undefined {
  if (key === '') return 'is empty';
  const parts = key.split('/');
  if (parts.length > 2) return 'has more than one `/`';
  const name = parts[parts.length - 1] ?? '';
  if (parts.length === 2) {
    const domain = parts[0] ?? '';
    if (domain === '') return 'has nothing before the `/`';
    if (name === '') return 'has nothing after the `/`';
    const problem = dnsSubdomainProblem(domain);
    if (problem !== undefined) return `has a domain (\`${domain}\`) that ${problem}`;
  }
  return nameProblem(name, parts.length === 2 ? `has a name (\`${name}\`) that ` : '');
}

/** What is wrong with a label value, as a phrase that completes "`value` ...". The empty value is legal. */
export function labelValueProblem(value: string): string | undefined {
  return value === '' ? undefined : nameProblem(value, '');
}

function nameProblem(name: string, prefix: string): string | undefined {
  if (name.length > MAX_NAME) return `${prefix}is longer than ${MAX_NAME} characters`;
  const odd = /[^-A-Za-z0-9_.]/u.exec(name)?.[0];
  if (odd !== undefined) return `${prefix}contains ${nameCharacter(odd)}`;
  return NAME.test(name) ? undefined : `${prefix}does not ${EDGES}`;
}

/** The domain of a label key, without the slash; empty when the key has none. */
export function labelDomain(key: string): string {
  const slash = key.indexOf('/');
  return slash < 0 ? '' : key.slice(0, slash);
}

/** Whether a domain is another one or lies below it: `a.example.com` and `example.com`. */
export function liesWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

/** What is wrong with a DNS-1123 label, as a phrase that completes "`name` ...". */
export function dnsLabelProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > MAX_NAME) return `is longer than ${MAX_NAME} characters`;
  return (
    dnsCharactersProblem(name, /[^-a-z0-9]/u) ?? (DNS_LABEL.test(name) ? undefined : `does not ${EDGES}`)
  );
}

/** What is wrong with a DNS-1123 subdomain, such as most objects' names, as a phrase that completes "`name` ...". */
export function dnsSubdomainProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > MAX_DOMAIN) return `is longer than ${MAX_DOMAIN} characters`;
  const characters = dnsCharactersProblem(name, /[^-a-z0-9.]/u);
  if (characters !== undefined) return characters;
  const labels = name.split('.');
  if (labels.includes('')) return 'has an empty part between its dots';
  return labels.every((label) => DNS_LABEL.test(label)) ? undefined : `has a part that does not ${EDGES}`;
}

function dnsCharactersProblem(name: string, odd: RegExp): string | undefined {
  const character = odd.exec(name)?.[0];
  if (character === undefined) return undefined;
  if (/[A-Z]/.test(character)) return 'contains an upper-case letter';
  return `contains ${nameCharacter(character)}`;
}

function nameCharacter(character: string): string {
  if (character === ' ') return 'a space';
  if (character === '`') return 'a backtick';
  // Control characters and other invisible ones would not show in a message.
  if (/[\p{C}\p{Z}]/u.test(character)) {
    return `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return `\`${character}\``;
}
