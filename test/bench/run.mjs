/**
 * How long the command line takes, as whole cold processes. Prints machine, commit, seed and figures; asserts
 * nothing. `npm run bench [-- --runs N]`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { generateDefinition, generateMachines } from './generate-definition.mjs';

const SEED = 20261121;
const runs = Number(argument('--runs') ?? 9);
const main = resolve('lib/src/bin/main.js');
const folder = mkdtempSync(join(tmpdir(), 'poolwright-bench-'));

try {
  console.log(`machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, Node ${process.version}`);
  console.log(`commit   ${commit()}`);
  console.log(`seed     ${SEED}, ${runs} runs after one warm-up\n`);
  console.log('case                             median ms   min ms   max ms   peak MB');
  const small = definition('ten.yaml', 10);
  const large = definition('thousand.yaml', 1000);
  row('node, empty script', ['-e', '0']);
  row('check, 10 pools', [main, 'check', small]);
  row('check, 1,000 pools', [main, 'check', large]);
  row('synth, 10 pools', [main, 'synth', small, '--out', 'out'], { fresh: true });
  row('synth, 1,000 pools', [main, 'synth', large, '--out', 'out'], { fresh: true });
  row('synth, 1,000 pools, unchanged', [main, 'synth', large, '--out', 'out']);
  const machines = 'machines.yaml';
  writeFileSync(join(folder, machines), generateMachines({ pools: 100, seed: SEED }));
  row('synth, 4,800 MachineDeployments', [main, 'synth', machines, '--out', 'out'], { fresh: true });
  row('the same, unchanged', [main, 'synth', machines, '--out', 'out']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function definition(name, pools) {
  writeFileSync(join(folder, name), generateDefinition({ pools, seed: SEED }));
  return name;
}

function row(title, args, { fresh = false } = {}) {
  const times = [];
  for (let i = 0; i <= runs; i++) {
    if (fresh) rmSync(join(folder, 'out'), { recursive: true, force: true });
    const start = performance.now();
    const done = spawnSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const elapsed = performance.now() - start;
    if (done.status !== 0) throw new Error(`${title}: exit ${done.status}\n${done.stderr}`);
    if (i > 0) times.push(elapsed);
  }
  times.sort((a, b) => a - b);
  const ms = (value) => value.toFixed(0).padStart(8);
  console.log(
    `${title.padEnd(32)} ${ms(times[times.length >> 1]).padStart(9)} ${ms(times[0])} ${ms(times[times.length - 1])} ${peakMegabytes(args, fresh)}`,
  );
}

/** A run of its own: the hook that reports memory must not slow the timed ones. */
function peakMegabytes(args, fresh) {
  if (fresh) rmSync(join(folder, 'out'), { recursive: true, force: true });
  const report = join(folder, 'rss');
  const hook = `data:text/javascript,import {writeFileSync} from 'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(report)},String(process.resourceUsage().maxRSS)));`;
  spawnSync(process.execPath, ['--import', hook, ...args], { cwd: folder, stdio: 'ignore' });
  return (Number(readFileSync(report, 'utf8')) / 1024).toFixed(0).padStart(9);
}

function commit() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain') === '' ? '' : ' with changes';
  return `${git('rev-parse', '--short', 'HEAD')}${changed}`;
}

function argument(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
