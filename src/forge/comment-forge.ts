/** Comments on one pull or merge request of one forge. */
export interface CommentForge {
  /** Whose comments the token's are. */
  readonly author: () => Promise<ForgeAuthor>;
  /** Those that a person or program wrote, from the oldest. */
  readonly list: () => AsyncIterable<readonly ForgeComment[]>;
  /** Undefined if it is gone. */
  readonly read: (id: number) => Promise<ForgeComment | undefined>;
  readonly create: (body: string) => Promise<ForgeComment>;
  /** False if it is gone. */
  readonly update: (id: number, body: string) => Promise<boolean>;
  /** It is gone afterwards, whoever removed it. */
  readonly remove: (id: number) => Promise<void>;
}

/** A name alone may be all that is known. */
export interface ForgeAuthor {
  readonly login: string;
  readonly id?: number | undefined;
}

export interface ForgeComment {
  /** A later comment has a greater one. */
  readonly id: number;
  readonly author: ForgeAuthor;
  readonly body: string;
  /** For people to open. */
  readonly url?: string | undefined;
}

/** By number where both are known, which survives that somebody is renamed; names count without their case. */
export function sameAuthor(a: ForgeAuthor, b: ForgeAuthor): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return a.login.toLowerCase() === b.login.toLowerCase();
}
