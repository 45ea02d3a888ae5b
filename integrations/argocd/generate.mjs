// Prints the manifests of one application: what Argo CD's config management plugin runs in the folder of the source.
// Standard output is manifests and nothing else; half of them would prune the others, so it is all or nothing.
import { spawnSync } from 'node:child_process';

/** Argo CD gives up after 90 seconds and says no more than that. */
const LIMIT_MS = 75_000;
const MOST_BYTES = 256 * 1024 * 1024;
const KINDS = { cluster: 'string', tree: 'string', definitions: 'array' };

function fail(message) {
  process.stderr.write(`poolwright: ${message}\n`);
  process.exit(1);
}

function parameters() {
  const text = process.env.ARGOCD_APP_PARAMETERS || '[]';
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    fail('ARGOCD_APP_PARAMETERS is no JSON');
  }
  if (list === null) return {};
  if (!Array.isArray(list)) fail('ARGOCD_APP_PARAMETERS is no list');
  const found = {};
  for (const one of list) {
    if (typeof one !== 'object' || one === null)
      fail('ARGOCD_APP_PARAMETERS has an entry that is no parameter');
    const { name, ...values } = one;
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) fail(`unknown parameter \`${name}\`; there are ${Object.keys(KINDS).join(', ')}`);
    const value = values[kind];
    const fits =
      kind === 'array'
        ? Array.isArray(value) && value.every((one) => typeof one === 'string')
        : typeof value === 'string';
    if (!fits)
      fail(`parameter \`${name}\` needs ${kind === 'array' ? 'an array of texts' : 'a text'}: \`${kind}\``);
    found[name] = value;
  }
  return found;
}

const { cluster = '', tree = 'workload', definitions = [] } = parameters();
const [command, ...first] = (process.env.POOLWRIGHT ?? 'poolwright').split(' ');
const args = ['synth', '--out', '-', `--tree=${tree}`];
if (cluster !== '') args.push(`--cluster=${cluster}`);
const { status, signal, error, stdout } = spawnSync(command, [...first, ...args, '--', ...definitions], {
  stdio: ['ignore', 'pipe', 'inherit'],
  timeout: LIMIT_MS,
  maxBuffer: MOST_BYTES,
});
if (error?.code === 'ETIMEDOUT' || signal !== null)
  fail(`not done after ${LIMIT_MS / 1000} s; name fewer definitions`);
if (error !== undefined) fail(`cannot run ${command}: ${error.message}`);
if (status !== 0) process.exit(status ?? 1);
process.stdout.write(stdout);
