interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly origin?: string;
  readonly inclusive?: boolean;
}

/** Names of the validator's types, for people. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'a whole number'],
  ['number', 'a number'],
  ['string', 'text'],
  ['boolean', '`true` or `false`'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'a map'],
  ['record', 'a map'],
]);

/** What zod found wrong, as a phrase with the path to it. */
export function issueText(issue: Issue): string {
  const at = issue.path.map(String).join('.');
  if (at !== '' && issue.message.endsWith('received undefined')) return `\`${at}\` is missing`;
  const wanted = wantedText(issue);
  if (wanted !== undefined) return `${at === '' ? 'it' : `\`${at}\``} is not ${wanted}`;
  const phrase = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  return at === '' ? phrase : `\`${at}\`: ${phrase}`;
}

function wantedText({
  code,
  expected,
  values,
  minimum,
  maximum,
  origin,
  inclusive,
}: Issue): string | undefined {
  if (code === 'invalid_type') return TYPES.get(expected ?? '');
  if (code === 'invalid_value' && values !== undefined) {
    const texts = values.filter((value) => value !== '').map((value) => `\`${String(value)}\``);
    return texts.length === 1 ? texts[0] : `one of ${texts.join(', ')}`;
  }
  if (origin !== 'number' && origin !== 'int') return undefined;
  if (code === 'too_small' && minimum !== undefined) {
    return `${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  }
  if (code === 'too_big' && maximum !== undefined) {
    return `${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
  }
  return undefined;
}

/** The first of several, which is as much as a person wants to hear of a record that is left out. */
export function firstIssueText(issues: readonly Issue[]): string {
  const [issue] = issues;
  return issue === undefined ? 'it has the wrong shape' : issueText(issue);
}
