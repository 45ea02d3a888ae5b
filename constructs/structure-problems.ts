import { dnsSubdomainProblem } from '../src/kubernetes/label.ts';

/** Shared by everything that Cluster API's API server checks by structure. */

const KIND = /^[a-zA-Z](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?$/;
const PERCENTAGE = /^[0-9]+%$/;

/**
 * Empty objects, lists and texts in plain data. Cluster API's v1beta2 refuses nearly all of them; `except` names the
 * fields where an empty value is a value.
 */
export function emptyParts(at: string, value: unknown, except: ReadonlySet<string>): readonly string[] {
  if (value === '') return [`${at} is empty: leave it out`];
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value);
  if (parts.length === 0) return [`${at} is empty: leave it out`];
  return parts
    .filter(([key]) => !except.has(key))
    .flatMap(([key, part]) =>
      emptyParts(Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`, part, except),
    );
}

/** A number that is not negative, or a percentage as text. */
export function intOrPercentProblems(at: string, value: unknown): readonly string[] {
  if (value === undefined || (typeof value === 'string' && PERCENTAGE.test(value))) return [];
  if (Number.isInteger(value) && Number(value) >= 0) return [];
  return [`${at}: ${JSON.stringify(value)} is neither a whole number nor a percentage such as "25%"`];
}

export interface Reference {
  readonly apiGroup?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
}

/** A reference to an object by group, without a version. */
export function referenceProblems(at: string, ref: Reference): readonly string[] {
  return [
    ...(ref.apiGroup?.includes('/')
      ? [`${at}.apiGroup: "${ref.apiGroup}" must not carry a version`]
      : subdomain(`${at}.apiGroup`, ref.apiGroup)),
    ...kindProblems(`${at}.kind`, ref.kind),
    ...subdomain(`${at}.name`, ref.name),
  ];
}

export function kindProblems(at: string, kind: string | undefined): readonly string[] {
  if (kind === undefined || kind === '') return [`${at} is required`];
  return kind.length > 63 || !KIND.test(kind) ? [`${at}: "${kind}" is not the name of a kind`] : [];
}

export function subdomain(at: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [`${at} is required`];
  const problem = dnsSubdomainProblem(text);
  return problem === undefined ? [] : [`${at}: "${text}" ${problem}`];
}

/** The name of a Cluster object. */
export function clusterNameProblems(at: string, name: string | undefined): readonly string[] {
  if (name === undefined || name === '') return [`${at} is required`];
  return name.length > 63 ? [`${at}: "${name}" is longer than 63 characters`] : [];
}
