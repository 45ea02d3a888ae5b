export type ForgeErrorKind =
  /** No answer: refused, reset, timed out, no such host. What was sent may have arrived. */
  | 'network'
  /** 5xx. What was sent may have had its effect. */
  | 'server'
  | 'rate-limit'
  /** 401. */
  | 'unauthorised'
  /** 403: the token may not do this. */
  | 'forbidden'
  /** 404, 410. Forges say so too of what a token may not see. */
  | 'not-found'
  /** 400, 422 and their like: the request is not accepted. */
  | 'rejected'
  /** The answer is not what the API promises. */
  | 'unexpected';

export interface ForgeErrorOptions {
  readonly kind: ForgeErrorKind;
  readonly status?: number | undefined;
  /** What the forge's people ask for. */
  readonly requestId?: string | undefined;
  /** How long the forge asks to wait before the next request, in milliseconds. */
  readonly waitMs?: number | undefined;
  /** It was tried often enough. */
  readonly isFinal?: boolean;
}

/** A forge that does not do what it was asked. The message is for people and never has a token in it. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError';
  readonly kind: ForgeErrorKind;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly waitMs: number | undefined;
  readonly #isFinal: boolean;

  constructor(message: string, { kind, status, requestId, waitMs, isFinal = false }: ForgeErrorOptions) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
    this.waitMs = waitMs;
    this.#isFinal = isFinal;
  }

  /** The same request may succeed later. */
  get isPassing(): boolean {
    if (this.#isFinal) return false;
    return this.kind === 'network' || this.kind === 'server' || this.kind === 'rate-limit';
  }
}
