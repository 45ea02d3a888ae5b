import { type CommentForge, type ForgeAuthor, type ForgeComment, sameAuthor } from './comment-forge.ts';
import { ForgeError } from './forge-error.ts';
import { nextStep, type NextStep, type OwnComment } from './next-step.ts';
import type { Patience } from './patience.ts';
import { readMarker, type ReviewMarker, writeMarker } from './review-marker.ts';
import type { Transport } from './transport.ts';

export interface UpsertOptions {
  readonly forge: CommentForge;
  readonly marker: ReviewMarker;
  /** Below the marker. */
  readonly text: string;
  /** Whether a comment that does not exist is worth creating. One that exists is updated either way. */
  readonly postsNew: boolean;
  readonly patience: Patience;
  readonly sleep: Transport['sleep'];
  /**
   * After writing, how long to wait before looking whether another run wrote at the same time. Neither forge offers a
   * conditional write: an older run may have looked before this run's write and write after it. If its request takes
   * less than this from looking to landing, this run sees that and writes again; the default of `cli` is ten times
   * what that takes. Milliseconds.
   */
  readonly settleMs: number;
}

export interface UpsertResult {
  readonly action: 'created' | 'updated' | 'unchanged' | 'superseded' | 'nothing';
  /** Absent for `nothing`. */
  readonly comment?: ForgeComment;
  /** Of our own, about the same set, that had to go. */
  readonly removed: number;
  readonly notes: readonly string[];
}

/** Many times what runs in a race need. */
const MAX_STEPS = 60;

/**
 * Brings the pull request to exactly one comment of our own about this set, with the newest run's text. Every write is
 * decided on what was read immediately before, also when it is a second attempt.
 */
export async function upsertComment(options: UpsertOptions): Promise<UpsertResult> {
  const run = new Upsert(options);
  let attempts = options.patience.attempts();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    try {
      const result = await run.step();
      if (result !== undefined) return result;
      attempts = options.patience.attempts();
    } catch (error) {
      await attempts.waitAfter(error);
    }
  }
  throw new ForgeError(
    'the comment keeps changing while it is written; are several jobs writing it at once?',
    {
      kind: 'unexpected',
    },
  );
}

/** What `upsertComment` would do first. Only reads. */
export async function planUpsert(
  options: Pick<UpsertOptions, 'forge' | 'marker' | 'postsNew'>,
): Promise<NextStep | { readonly kind: 'nothing' }> {
  const own = await ownComments(options.forge, await options.forge.author(), options.marker.set);
  if (own.length === 0 && !options.postsNew) return { kind: 'nothing' };
  return nextStep({ own, wanted: options.marker, wrote: false });
}

class Upsert {
  readonly #options: UpsertOptions;
  readonly #body: string;
  readonly #notes: string[] = [];
  #author: ForgeAuthor | undefined;
  #wrote: 'created' | 'updated' | undefined;
  #created: ForgeComment | undefined;
  #settled = true;
  #removed = 0;
  /** Comments that the token may not remove. */
  readonly #stuck = new Set<number>();

  constructor(options: UpsertOptions) {
    this.#options = options;
    this.#body = `${writeMarker(options.marker)}\n${options.text}`;
  }

  /** Undefined: look again. */
  async step(): Promise<UpsertResult | undefined> {
    const { forge, marker, postsNew } = this.#options;
    this.#author ??= await forge.author();
    const own = await this.#own(this.#author);
    if (own.length === 0 && !postsNew && this.#wrote === undefined)
      return { action: 'nothing', removed: this.#removed, notes: this.#notes };
    const next = nextStep({ own, wanted: marker, wrote: this.#wrote !== undefined });
    switch (next.kind) {
      case 'create':
        return this.#create();
      case 'update':
        return this.#update(next.own);
      case 'remove':
        return this.#remove(next.own);
      default:
        return this.#finish(next);
    }
  }

  async #own(author: ForgeAuthor): Promise<readonly OwnComment[]> {
    const { forge, marker } = this.#options;
    const all = await ownComments(forge, author, marker.set);
    const own = all.filter(({ comment }) => !this.#stuck.has(comment.id));
    const created = this.#created;
    if (created === undefined || own.some(({ comment }) => comment.id === created.id)) return own;
    // A list may lag behind: what we created is there unless reading it says otherwise.
    const read = await forge.read(created.id);
    this.#created = read;
    return read === undefined ? own : [...own, ...ownIn([read], author, marker.set)].sort(oldestFirst);
  }

  async #create(): Promise<undefined> {
    const created = await this.#options.forge.create(this.#body);
    this.#written('created');
    this.#created = created;
    if (this.#author !== undefined && !sameAuthor(this.#author, created.author)) {
      this.#notes.push(
        `the comment is one of \`${created.author.login}\`, not of \`${this.#author.login}\`, whose comments were looked at; pass --author if that is not right`,
      );
      // Now it is known, and comments of earlier runs can be found.
      this.#author = created.author;
    }
  }

  async #update({ comment }: OwnComment): Promise<undefined> {
    const { forge } = this.#options;
    // The list may have taken several requests; what is overwritten must be what was judged.
    const current = await forge.read(comment.id);
    if (current?.body !== comment.body) return;
    if (await forge.update(comment.id, this.#body)) this.#written('updated');
  }

  async #remove({ comment }: OwnComment): Promise<undefined> {
    try {
      await this.#options.forge.remove(comment.id);
      this.#removed += 1;
    } catch (error) {
      if (!(error instanceof ForgeError) || error.kind !== 'forbidden') throw error;
      this.#notes.push(`a second comment cannot be removed, please do: ${comment.url ?? comment.id}`);
      this.#stuck.add(comment.id);
    }
  }

  #written(how: 'created' | 'updated'): void {
    this.#wrote ??= how;
    this.#settled = false;
  }

  async #finish(step: Extract<NextStep, { readonly own: OwnComment }>): Promise<UpsertResult | undefined> {
    if (!this.#settled) {
      this.#settled = true;
      await this.#options.sleep(this.#options.settleMs);
      return undefined;
    }
    return {
      action: step.kind === 'superseded' ? 'superseded' : (this.#wrote ?? 'unchanged'),
      comment: step.own.comment,
      removed: this.#removed,
      notes: this.#notes,
    };
  }
}

async function ownComments(
  forge: CommentForge,
  author: ForgeAuthor,
  set: string,
): Promise<readonly OwnComment[]> {
  const own: OwnComment[] = [];
  for await (const page of forge.list()) own.push(...ownIn(page, author, set));
  return own.sort(oldestFirst);
}

/** Somebody else's comment may have the same marker, by copying or to be overwritten: it is never touched. */
function ownIn(comments: readonly ForgeComment[], author: ForgeAuthor, set: string): readonly OwnComment[] {
  return comments.flatMap((comment) => {
    const marker = readMarker(comment.body);
    return marker?.set === set && sameAuthor(comment.author, author) ? [{ comment, marker }] : [];
  });
}

function oldestFirst(a: OwnComment, b: OwnComment): number {
  return a.comment.id - b.comment.id;
}
