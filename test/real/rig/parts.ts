import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CRD_MODULES, type CrdModule, moduleName } from './crd-modules.ts';

/** What the rig is put together from. Everything lies in the cache folder, so that later runs need no network. */
export interface Parts {
  readonly binaries: Binaries;
  /** Folder with the CRDs of one module: the module's own layout. */
  readonly crdsOf: (module: CrdModule) => string;
}

/** Paths of programs. */
export interface Binaries {
  readonly etcd: string;
  readonly kubeApiserver: string;
  readonly kubectl: string;
  /** Karpenter's controller with its KWOK provider. */
  readonly karpenter: string;
}

const SOURCES = 'test/real';
const KUBERNETES = '1.36.3';
const SCRATCH = 'making-';

/** Without a version, kubectl refuses to talk to the server. */
const VERSION_FLAGS = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((holder) => [
  `-X ${holder}.gitVersion=v${KUBERNETES}`,
  `-X ${holder}.gitMajor=${KUBERNETES.split('.')[0]}`,
  `-X ${holder}.gitMinor=${KUBERNETES.split('.')[1]}`,
]);

/** Package of each program, and the module folder it is built in. Karpenter needs another Kubernetes than the servers. */
const PROGRAMS = {
  etcd: ['servers', 'go.etcd.io/etcd/server/v3'],
  'kube-apiserver': ['servers', 'k8s.io/kubernetes/cmd/kube-apiserver'],
  kubectl: ['servers', 'k8s.io/kubernetes/cmd/kubectl'],
  karpenter: ['karpenter', 'sigs.k8s.io/karpenter/kwok'],
} as const;

/** Builds and fetches what is missing; `tell` hears of it. Throws when the Go command fails. */
export function prepareParts(tell: (line: string) => void): Parts {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'poolwright', 'real');
  mkdirSync(cache, { recursive: true });
  removeRemains(cache);
  for (const module of CRD_MODULES) fetchCrds(module, { cache, tell });
  const path = (program: keyof typeof PROGRAMS) => build(program, { cache, tell });
  return {
    binaries: {
      etcd: path('etcd'),
      kubeApiserver: path('kube-apiserver'),
      kubectl: path('kubectl'),
      karpenter: path('karpenter'),
    },
    crdsOf: (module) => join(cache, 'crds', moduleName(module)),
  };
}

interface Preparing {
  readonly cache: string;
  readonly tell: (line: string) => void;
}

/** The path of a program, which is there afterwards, whole. */
function build(program: keyof typeof PROGRAMS, { cache, tell }: Preparing): string {
  const [folder, main] = PROGRAMS[program];
  const built = join(cache, digestOf(folder), program);
  if (existsSync(built)) return built;
  tell(`building ${program} (${main})`);
  inScratch(cache, (scratch) => {
    const flags = ['-buildvcs=false', '-ldflags', ['-s', '-w', ...VERSION_FLAGS].join(' ')];
    go(['build', ...flags, '-o', join(scratch, program), main], folder);
    mkdirSync(join(cache, digestOf(folder)), { recursive: true });
    renameSync(join(scratch, program), built);
  });
  return built;
}

/** Of all that decides what is built from a module folder. */
function digestOf(folder: string): string {
  const digest = createHash('sha256').update(goVersion()).update(VERSION_FLAGS.join('\n'));
  for (const name of ['go.mod', 'go.sum']) digest.update(readFileSync(join(SOURCES, folder, name)));
  return `${folder}-${digest.digest('hex').slice(0, 16)}`;
}

let version: string | undefined;

function goVersion(): string {
  version ??= go(['env', 'GOVERSION', 'GOOS', 'GOARCH'], 'servers');
  return version;
}

function fetchCrds(module: CrdModule, { cache, tell }: Preparing): void {
  const name = moduleName(module);
  const folder = join(cache, 'crds', name);
  if (existsSync(folder)) return;
  tell(`fetching the CRDs of ${name}`);
  const { Dir, Sum } = JSON.parse(go(['mod', 'download', '-json', name], 'servers')) as {
    Dir: string;
    Sum: string;
  };
  if (Sum !== module.sum) throw new Error(`${name} has the digest ${Sum}, not ${module.sum}`);
  inScratch(cache, (scratch) => {
    for (const part of module.folders)
      cpSync(join(Dir, part), join(scratch, 'crds', part), { recursive: true });
    mkdirSync(join(folder, '..'), { recursive: true });
    renameSync(join(scratch, 'crds'), folder);
  });
}

/** Something is made beside its place and moved there in one step: a run that was killed leaves no half of it. */
function inScratch(cache: string, make: (scratch: string) => void): void {
  const scratch = mkdtempSync(join(cache, SCRATCH));
  try {
    make(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What runs that were killed have left; a younger folder may be in use. */
function removeRemains(cache: string): void {
  const hourAgoMs = Date.now() - 3_600_000;
  for (const name of readdirSync(cache).filter((one) => one.startsWith(SCRATCH))) {
    const folder = join(cache, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < hourAgoMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** The digests stand in `go.sum` and in the list of CRDs, so that no checksum server has to be asked. */
function go(args: readonly string[], folder: string): string {
  return execFileSync('go', args, {
    cwd: join(SOURCES, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', GOSUMDB: 'off', GOWORK: 'off' },
  });
}
