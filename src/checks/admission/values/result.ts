import type { Finding } from './finding.ts';
import { pointerOf } from './path.ts';

/**
 * What comparing a value with a schema gave. `matches` counts the checks that were made with success, as the API server's
 * validator does: of several alternatives that all fail, the findings of the one with most matches are told.
 */
export class Result {
  readonly findings: Finding[] = [];
  matches = 0;
  private readonly seen = new Set<string>();

  add(...findings: readonly Finding[]): void {
    for (const finding of findings) {
      const id = `${pointerOf(finding.path)}\n${finding.message}`;
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      this.findings.push(finding);
    }
  }

  merge(other: Result): void {
    this.add(...other.findings);
    this.matches += other.matches;
  }

  get valid(): boolean {
    return this.findings.length === 0;
  }
}
