import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RecordedCase, Scenario } from '../format.ts';
import { OracleFailure } from './failure.ts';

/** What the oracle says about one scenario. */
export type Decided = Pick<RecordedCase, 'kind' | 'expected'>;

type Answer = Partial<Decided> & { readonly name: string; readonly error?: string };

/** How often a scenario is run. */
export interface Sampling {
  readonly runs: number;
  /** In total, once two runs have disagreed. */
  readonly envelopeRuns: number;
  /** At the same time. @default as many as there are cores */
  readonly workers?: number;
  /** Folder of the catalogues that scenarios name. */
  readonly catalogues?: string;
}

/** A running oracle: one process that answers many questions, one after the other. */
export class Oracle {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  #complaints = '';
  #ended: OracleFailure | undefined;

  constructor(program: string, sampling: Sampling) {
    this.#process = spawn(program, flags(sampling));
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line) as Answer);
    });
    this.#process.on('error', (error) => this.#end(error.message));
    this.#process.on('close', () => this.#end(this.#complaints));
    // A process that has ended also breaks the pipe; `close` says why.
    this.#process.stdin.on('error', () => undefined);
  }

  /**
   * Karpenter's decision about a scenario. Rejects with `OracleFailure` where it cannot be run, and once the process has
   * ended, which a panic inside of Karpenter makes it do.
   */
  async ask(scenario: Scenario): Promise<Decided> {
    try {
      const { error, ...decided } = await this.#answerTo(JSON.stringify(scenario));
      if (error === undefined) return decided as Decided;
      throw new OracleFailure(error);
    } catch (error) {
      throw new OracleFailure(`${scenario.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #answerTo(line: string): Promise<Answer> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`${line}\n`);
    });
  }

  close(): void {
    this.#process.stdin.end();
  }

  #end(why: string): void {
    this.#ended ??= new OracleFailure(`the oracle has ended: ${why}`);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}

function flags({ runs, envelopeRuns, workers, catalogues }: Sampling): string[] {
  return [
    `-runs=${runs}`,
    `-envelope-runs=${envelopeRuns}`,
    ...(workers === undefined ? [] : [`-workers=${workers}`]),
    ...(catalogues === undefined ? [] : [`-catalogues=${catalogues}`]),
  ];
}
