import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Host } from '../../src/cli/host.ts';
import { readOutputFolder } from '../../src/cli/output-folder.ts';
import { checkSynthOutput, writeSynthOutput } from '../../src/cli/write-synth-output.ts';
import { LOCK_NAME } from '../../src/cli/writing/folder-lock.ts';
import { thisProcess } from '../../src/cli/writing/process-identity.ts';
import type { OutputPlanInput } from '../../src/render/output-plan.ts';
import { planOutput } from '../../src/render/plan-output.ts';

/** A disk in memory, where there is one: what is written is synchronised each time. */
const QUICK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** No process has this number on any system. */
const NOBODY = 99_999_999;

/** A folder that `synth` writes to, without the compiling. */
export class Output {
  readonly folder: string;

  constructor() {
    const parent = mkdtempSync(path.join(QUICK, 'poolwright-disk-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    this.folder = path.join(parent, 'dist');
  }

  empty(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the run says on the standard error, and its findings. */
  async run(
    input: Partial<OutputPlanInput>,
    act: typeof writeSynthOutput | typeof checkSynthOutput = writeSynthOutput,
  ): Promise<string> {
    const said: string[] = [];
    const host = { stderr: { write: (text: string) => void said.push(text) } } as unknown as Host;
    const planner = () => {
      const found = readOutputFolder(this.folder);
      const plan = planOutput({ folder: 'dist', rendered: [], failed: [], found, ...input });
      return { plan, whole: true, diagnostics: plan.diagnostics };
    };
    const { diagnostics } = await act({ folder: this.folder, name: 'dist' }, planner, host);
    return [...said, ...diagnostics.map(({ code, message }) => `${code} ${message}\n`)].join('');
  }

  check(input: Partial<OutputPlanInput>): Promise<string> {
    return this.run(input, checkSynthOutput);
  }

  put(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** Every file below the folder. */
  contents(): Readonly<Record<string, string>> {
    let entries;
    try {
      entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    } catch {
      // Nothing has been written yet.
      return {};
    }
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    return Object.fromEntries(
      files.map((file) => [path.relative(this.folder, file), readFileSync(file, 'utf8')]),
    );
  }

  /** What this process left is what a dead one left. */
  bury(): void {
    for (const name of Object.keys(this.contents())) {
      const file = path.join(this.folder, name);
      if (path.basename(name).startsWith(LOCK_NAME)) {
        writeFileSync(file, JSON.stringify({ pid: NOBODY, host: thisProcess().host }));
      } else if (name.endsWith('.poolwright-tmp')) {
        renameSync(file, file.replace(`.${process.pid}-`, `.${NOBODY}-`));
      }
    }
  }
}

/** The files of a run as the folder should hold them. */
export function filesOf(input: Pick<OutputPlanInput, 'rendered'>): Readonly<Record<string, string>> {
  const files = input.rendered.flatMap(({ name, files: all }) =>
    all.map(({ path: file, text }) => [`${name}/${file}`, text] as const),
  );
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
