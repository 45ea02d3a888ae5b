import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Host, Terminal } from '../../src/cli/host.ts';
import { run } from '../../src/cli/run.ts';

export interface CliRun {
  /** Path to text, below the repository that the command runs in. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Copied into the repository. */
  readonly folder?: string;
  /** Folder below the repository to run in. */
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Width of the terminal, if there is one. */
  readonly columns?: number;
  readonly workers?: Host['workers'];
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The repository. */
  readonly root: string;
  /** Text of a file afterwards; undefined if there is none. */
  readonly read: (file: string) => string | undefined;
  /** All files afterwards, sorted. */
  readonly files: () => readonly string[];
  /** Writes a file into the repository. */
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  /** Another command in the same repository. */
  readonly again: (args: readonly string[], options?: Omit<CliRun, 'files' | 'folder'>) => Promise<CliResult>;
}

/** Runs a command in process, in a repository of its own that is gone afterwards. */
export async function poolwright(args: readonly string[], options: CliRun = {}): Promise<CliResult> {
  const root = mkdtempSync(path.join(tmpdir(), 'poolwright-cli-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, '.git'));
  if (options.folder !== undefined) cpSync(options.folder, root, { recursive: true });
  for (const [file, content] of Object.entries(options.files ?? {})) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  return runIn(root, args, options);
}

/** Runs a command in process, in a folder that is somebody else's. */
export async function runIn(root: string, args: readonly string[], options: CliRun = {}): Promise<CliResult> {
  const stdout = capture(options.columns);
  const stderr = capture(options.columns);
  const host: Host = {
    cwd: path.join(root, options.cwd ?? ''),
    env: options.env ?? {},
    stdout: stdout.terminal,
    stderr: stderr.terminal,
    readStdin: (limit) => Promise.resolve(bytes(options.stdin ?? '').subarray(0, limit + 1)),
    today: () => '2026-08-01',
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  };
  const code = await run(args, host);
  const files = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .sort();
  return {
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    root,
    files,
    read: (file) => (files().includes(file) ? readFileSync(path.join(root, file), 'utf8') : undefined),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    },
    remove: (file) => rmSync(path.join(root, file)),
    again: (more, again = {}) => runIn(root, more, again),
  };
}

function capture(columns: number | undefined): { readonly terminal: Terminal; readonly text: () => string } {
  const written: string[] = [];
  return {
    terminal: {
      write: (text) => void written.push(text),
      isTTY: columns !== undefined,
      ...(columns === undefined ? {} : { columns }),
    },
    text: () => written.join(''),
  };
}

function bytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** A small definition without any finding. */
export const CLEAN = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  kubernetes_version: "1.34"
  node_class:
    ami: al2023@v20260715
karpenter:
  node_pools:
    default:
      limits:
        cpu: 100
        memory: 400Gi
      requirements:
        - key: karpenter.k8s.aws/instance-category
          operator: In
          values: ["c", "m", "r"]
        - key: karpenter.k8s.aws/instance-generation
          operator: Gt
          values: ["4"]
        - key: karpenter.k8s.aws/instance-cpu
          operator: Lt
          values: ["33"]
        - key: kubernetes.io/arch
          operator: In
          values: ["amd64"]
        - key: kubernetes.io/os
          operator: In
          values: ["linux"]
        - key: karpenter.sh/capacity-type
          operator: In
          values: ["on-demand"]
`;
