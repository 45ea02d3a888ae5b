import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/span.ts';

/** The most pods that are planned at a time; a larger number is a typing error or wants a plan for each part. */
export const MAX_PODS = 200_000;

const MOST_REPORTED = 20;

/** Counts pods before they are made, so that no number in a manifest can exhaust memory. */
export class PodBudget {
  readonly #most: number;
  readonly #report: (found: Diagnostic) => void;
  #left: number;
  #refused = 0;

  constructor(most: number, report: (found: Diagnostic) => void) {
    this.#most = most;
    this.#left = most;
    this.#report = report;
  }

  /** Whether so many more fit in. If not, they are reported and none of them counts. */
  take(count: number, what: string, span: () => Span): boolean {
    if (count <= this.#left) {
      this.#left -= count;
      return true;
    }
    this.#refused += 1;
    // A dump of too many pods would be told pod by pod.
    if (this.#refused > MOST_REPORTED) return false;
    const others =
      this.#refused === MOST_REPORTED ? ' What else does not fit is left out without being named.' : '';
    const message = `${what} would bring the plan to more than ${grouped(this.#most)} pods, the most there may be`;
    this.#report(
      diagnostic('PW7021', span(), message, {
        help: `Its ${grouped(count)} pods are left out. Check the number, or plan a part of the workloads at a time.${others}`,
      }),
    );
    return false;
  }
}

/** `200,000` */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
