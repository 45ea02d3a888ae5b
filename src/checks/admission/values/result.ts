import type { Finding } from './finding.ts';
import { pointerOf } from './path.ts';

/**
 * What comparing a value with a schema gave. `matches` counts the checks that were made with success, as the API server's
 * validator does: of several alternatives that all fail, the findings of the one with most matches are told.
 */
export class Result {
  readonly findings: Finding[] = [];
  matches = 0;
  /** Most results have no finding, and a large object has thousands of them. */
  private seen: Set<string> | undefined;

  add(...findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    this.seen ??= new Set();
    for (const finding of findings) {
      const id = `${pointerOf(finding.path)}\n${finding.message}`;
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      this.findings.push(finding);
    }
  }

  merge(other: Result): void {
    if (other.findings.length > 0) this.add(...other.findings);
    this.matches += other.matches;
  }

  get valid(): boolean {
    return this.findings.length === 0;
  }
}
