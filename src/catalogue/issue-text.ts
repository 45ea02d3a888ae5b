interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What zod found wrong, as a phrase with the path to it. */
export function issueText({ path, message }: Issue): string {
  const at = path.map(String).join('.');
  if (at !== '' && message.endsWith('received undefined')) return `\`${at}\` is missing`;
  const phrase = message.charAt(0).toLowerCase() + message.slice(1);
  return at === '' ? phrase : `\`${at}\`: ${phrase}`;
}

/** The first of several, which is as much as a person wants to hear of a record that is left out. */
export function firstIssueText(issues: readonly Issue[]): string {
  const [issue] = issues;
  return issue === undefined ? 'it has the wrong shape' : issueText(issue);
}
