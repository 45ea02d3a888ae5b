import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a test file that starts processes, by itself or through a harness, has in it. */
const STARTS_PROCESSES =
  /node:child_process|\/repository\.ts'|\/bundled-(?:worker|program)\.ts'|\/world\.ts'|\/review-case\.ts'|new Workspace\(/;

/**
 * Files that start processes come first. To start one, Node copies the page tables of its own: a worker with 300 MiB takes
 * ten times as long as one that has just begun, and one with 800 MiB thirty times.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = new Map(
      sorted.map((file) => [file, STARTS_PROCESSES.test(readFileSync(file.moduleId, 'utf8'))]),
    );
    return [
      ...sorted.filter((file) => isFirst.get(file) === true),
      ...sorted.filter((file) => isFirst.get(file) !== true),
    ];
  }
}
