import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OutputPlan, OutputStep } from '../render/output-plan.ts';
import { RECORD_PATH } from '../render/ownership-record.ts';
import type { OutputLocation } from './output-location.ts';
import { ioError } from './usage-error.ts';
import { makeFolder } from './writing/make-folder.ts';
import { replaceWhole } from './writing/whole-file.ts';

/**
 * Carries out a plan, cluster by cluster, step by step. Whatever interrupts it, each file is the old or the new one, and
 * a later run completes it. @throws UsageError naming the file that cannot be written or removed
 */
export function applyOutputPlan({ folder, name }: OutputLocation, plan: OutputPlan): void {
  for (const { cluster, steps } of plan.clusters) {
    const target = new ClusterFolder(join(folder, cluster), folder);
    for (const step of steps) {
      try {
        target.apply(step);
      } catch (error) {
        const doing = step.kind === 'write' ? 'write' : 'remove';
        throw ioError(error, `cannot ${doing} ${name}/${cluster}/${step.path}`, COMPLETES);
      }
    }
  }
}

const COMPLETES = 'what is there is whole, and the next `poolwright synth` completes it';

class ClusterFolder {
  readonly #folder: string;
  readonly #output: string;
  readonly #made = new Set<string>();
  readonly #emptied = new Set<string>();

  /** Absolute; the second one holds the first and is not removed. */
  constructor(folder: string, output: string) {
    this.#folder = folder;
    this.#output = output;
  }

  apply(step: OutputStep): void {
    const path = join(this.#folder, step.path);
    // What the record says of the files and folders has to be true before it says so.
    if (step.path === RECORD_PATH) this.#settle();
    if (step.kind === 'write') this.#write(path, step.text);
    else this.#remove(path);
    if (step.path === RECORD_PATH) this.#settle();
  }

  #write(path: string, text: string): void {
    const parent = dirname(path);
    if (!this.#made.has(parent)) makeFolder(parent);
    this.#made.add(parent);
    replaceWhole(path, text);
  }

  #remove(path: string): void {
    rmSync(path, { force: true });
    this.#emptied.add(dirname(path));
  }

  #settle(): void {
    for (const folder of this.#emptied) this.#removeEmpty(folder);
    this.#emptied.clear();
  }

  /** And the folders above that are empty then, up to but without the output folder. */
  #removeEmpty(start: string): void {
    for (let current = start; current !== this.#output; current = dirname(current)) {
      if (!existsSync(current)) continue;
      if (readdirSync(current).length > 0) return;
      rmdirSync(current);
    }
  }
}
