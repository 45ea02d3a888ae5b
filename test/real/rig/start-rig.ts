import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { type Access, ApiServer, type Manifest } from './api.ts';
import { CRD_SETS, type CrdModule, type CrdSet } from './crd-modules.ts';
import { freePorts } from './free-ports.ts';
import { type Guarded, startGuarded } from './guarded.ts';
import type { Parts } from './parts.ts';

/** A running API server with an etcd of its own. */
export interface Rig extends Access {
  /** Path of a file that kubectl and controllers read. */
  readonly kubeconfig: string;
  /** Logs lie here while the rig runs; whoever needs files beside them may write here, too. */
  readonly folder: string;
}

export interface RunningRig extends Rig {
  /** Ends both and removes the folder. */
  readonly stop: () => Promise<void>;
}

export interface RigOptions {
  readonly parts: Parts;
  readonly crds: CrdSet;
}

const ATTEMPTS = 3;
const SECONDS_TO_READY = 120;

/** Starts etcd and kube-apiserver on the loopback, and waits until all CRDs are served. Throws with the logs' end. */
export async function startRig(options: RigOptions): Promise<RunningRig> {
  for (let attempt = 1; ; attempt++) {
    const folder = mkdtempSync(join(tmpdir(), 'poolwright-real-'));
    const running: Guarded[] = [];
    const stop = async () => {
      for (const one of running.splice(0).reverse()) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      const rig = await startServers(folder, { ...options, running });
      await loadCrds(rig, options);
      return { ...rig, stop };
    } catch (error) {
      const logs = running.map((one) => one.tail()).join('\n');
      await stop();
      // A free port can be taken before the server binds it.
      if (attempt < ATTEMPTS && logs.includes('address already in use')) continue;
      throw new Error(`the API server does not start: ${String(error)}\n${logs}`, { cause: error });
    }
  }
}

async function startServers(
  folder: string,
  { parts, running }: RigOptions & { readonly running: Guarded[] },
): Promise<Rig> {
  const [client, peer, secure] = await freePorts(3);
  const etcd = `http://127.0.0.1:${client}`;
  const start = (program: string, flags: Readonly<Record<string, string>>, log: string) =>
    running.push(
      startGuarded(
        program,
        Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
        { log: join(folder, log), cwd: folder, folder },
      ),
    );
  start(parts.binaries.etcd, etcdFlags(etcd, `http://127.0.0.1:${peer}`), 'etcd.log');
  const token = randomBytes(16).toString('hex');
  writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(folder, 'service-accounts.key'), key, { mode: 0o600 });
  start(parts.binaries.kubeApiserver, apiserverFlags(etcd, String(secure)), 'kube-apiserver.log');

  // The server writes its certificate soon after it starts.
  const certificateFile = join(folder, 'certificates', 'apiserver.crt');
  await until('its certificate is there', running, () => existsSync(certificateFile));
  const certificate = readFileSync(certificateFile, 'utf8');
  const access = { server: `https://127.0.0.1:${secure}`, token, certificate };
  const api = new ApiServer(access);
  await until('it is ready', running, () => api.ready());
  api.close();
  const kubeconfig = join(folder, 'kubeconfig.json');
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(access)), { mode: 0o600 });
  return { ...access, kubeconfig, folder };
}

function etcdFlags(client: string, peer: string): Readonly<Record<string, string>> {
  return {
    'data-dir': 'etcd',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    // What it holds is thrown away in any case.
    'unsafe-no-fsync': 'true',
  };
}

/** No controllers run, so what would wait for one is off: tokens of service accounts, taints of new nodes. */
function apiserverFlags(etcd: string, port: string): Readonly<Record<string, string>> {
  return {
    'etcd-servers': etcd,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': port,
    'cert-dir': 'certificates',
    'token-auth-file': 'tokens.csv',
    'authorization-mode': 'AlwaysAllow',
    'disable-admission-plugins': 'ServiceAccount,TaintNodesByCondition',
    'service-account-key-file': 'service-accounts.key',
    'service-account-signing-key-file': 'service-accounts.key',
    'service-account-issuer': 'https://rig.invalid',
    'service-cluster-ip-range': '10.0.0.0/24',
    'endpoint-reconciler-type': 'none',
    'max-mutating-requests-inflight': '1000',
  };
}

function kubeconfigOf({ server, token, certificate }: Access): object {
  const data = Buffer.from(certificate).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'rig', cluster: { server, 'certificate-authority-data': data } }],
    users: [{ name: 'rig', user: { token } }],
    contexts: [{ name: 'rig', context: { cluster: 'rig', user: 'rig' } }],
    'current-context': 'rig',
  };
}

async function loadCrds(rig: Rig, { parts, crds }: RigOptions): Promise<void> {
  const api = new ApiServer(rig);
  const objects = CRD_SETS[crds].flatMap(([module, plurals]) => crdsOf(module, plurals, parts));
  for (const verdict of await Promise.all(objects.map((object) => api.create(object)))) {
    if (!verdict.admitted) throw new Error(`a CRD is refused: ${verdict.message}`);
  }
  await Promise.all(
    objects.map(({ spec }) =>
      until(`${spec.names.plural} are served`, [], async () => {
        const served = spec.versions.filter((one) => one.served).map(({ name }) => name);
        const answers = served.map((name) => api.ready(`/apis/${spec.group}/${name}/${spec.names.plural}`));
        return (await Promise.all(answers)).every(Boolean);
      }),
    ),
  );
  api.close();
}

/** A CustomResourceDefinition, as far as it is looked at here. */
export interface CrdManifest extends Manifest {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** CRDs of a module by their plural names. */
export function crdsOf(module: CrdModule, plurals: readonly string[], parts: Parts): readonly CrdManifest[] {
  const files = module.folders.flatMap((folder) =>
    readdirSync(join(parts.crdsOf(module), folder)).map((name) => join(parts.crdsOf(module), folder, name)),
  );
  return plurals.map((plural) => {
    const file = files.find((one) => one.endsWith(`_${plural}.yaml`));
    if (file === undefined) throw new Error(`${module.path} has no CRD of ${plural}`);
    return parse(readFileSync(file, 'utf8')) as CrdManifest;
  });
}

async function until(
  what: string,
  running: readonly Guarded[],
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const steps = SECONDS_TO_READY * 20;
  for (let step = 0; step < steps; step++) {
    if (await isSo()) return;
    if (running.some((one) => !one.alive())) throw new Error(`a server ended before ${what}`);
    await sleep(50);
  }
  throw new Error(`after ${SECONDS_TO_READY} s still not: ${what}`);
}
