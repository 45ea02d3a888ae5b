/**
 * How long many clusters take, as whole cold processes with git underneath: the review of 20 clusters with 2,000 pods
 * each, and of 1,000 clusters without. Prints machine, commit, seed and figures; asserts nothing.
 * `npm run bench:fleet [-- --runs N] [--main FILE]`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { changedDefaults, generateFleet, oneChanged } from './generate-fleet.mjs';

const SEED = 20261121;
const runs = Number(argument('--runs') ?? 5);
const main = resolve(argument('--main') ?? 'lib/src/bin/main.js');
const folder = mkdtempSync(join(tmpdir(), 'poolwright-fleet-'));

try {
  console.log(
    `machine  ${cpus()[0]?.model ?? 'unknown'} × ${availableParallelism()}, Node ${process.version}`,
  );
  console.log(`commit   ${commit()}`);
  console.log(`seed     ${SEED}, median of ${runs} runs after one warm-up\n`);
  console.log('case                                       median ms   min ms   max ms   CPU ms  peak MB');
  const busy = generateFleet({ clusters: 20, pools: 5, deployments: 40, replicas: 50, seed: SEED });
  const base = repository('busy', busy);
  await row('diff, 20 × 2,000 pods, nothing changed', base, ['diff', 'HEAD']);
  write(base, oneChanged(busy));
  await row('diff, 20 × 2,000 pods, one changed', base, ['diff', 'HEAD']);
  write(base, changedDefaults(busy));
  await row('diff, 20 × 2,000 pods, all changed', base, ['diff', 'HEAD']);
  await row('the same in one thread', base, ['diff', 'HEAD', '--jobs', '1']);

  const many = generateFleet({ clusters: 1000, pools: 10, seed: SEED });
  const fleet = repository('many', many);
  await row('check, 1,000 × 10 pools', fleet, ['check', '--max-findings', '1']);
  await row('synth, 1,000 × 10 pools', fleet, ['synth', '--max-findings', '1'], { fresh: true });
  await row('synth, 1,000 × 10 pools, unchanged', fleet, ['synth', '--max-findings', '1']);
  rmSync(join(fleet, 'dist'), { recursive: true, force: true });
  write(fleet, changedDefaults(many));
  await row('diff, 1,000 × 10 pools, all changed', fleet, ['diff', 'HEAD', '--format', 'json']);
  await row('the same in one thread', fleet, ['diff', 'HEAD', '--format', 'json', '--jobs', '1']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function repository(name, files) {
  const root = join(folder, name);
  write(root, files);
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@invalid', 'commit', '--quiet', '-m', 'base');
  return root;
}

function write(root, files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

async function row(title, cwd, args, { fresh = false } = {}) {
  const measured = [];
  for (let i = 0; i <= runs; i++) {
    if (fresh) rmSync(join(cwd, 'dist'), { recursive: true, force: true });
    const one = await measure(cwd, args);
    if (i > 0 || runs === 0) measured.push(one);
  }
  const times = measured.map(({ ms }) => ms).sort((a, b) => a - b);
  const of = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const shown = [
    of(times.slice()),
    times[0],
    times.at(-1),
    of(measured.map(({ cpuMs }) => cpuMs)),
    Math.max(...measured.map(({ peakMb }) => peakMb)),
  ].map((value) => value.toFixed(0).padStart(8));
  console.log(`${title.padEnd(42)}  ${shown.join(' ')}`);
}

/** The child's own figures, git's not among them; its memory is that of all its threads. */
async function measure(cwd, args) {
  const report = join(folder, 'usage');
  const hook = `data:text/javascript,import {isMainThread} from 'node:worker_threads';import {writeFileSync} from 'node:fs';if(isMainThread)process.on('exit',()=>{const u=process.resourceUsage();writeFileSync(${JSON.stringify(report)},JSON.stringify({cpuMs:(u.userCPUTime+u.systemCPUTime)/1000,peakMb:u.maxRSS/1024}))});`;
  const start = performance.now();
  const code = await new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', hook, main, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', fail);
    child.on('exit', done);
  });
  const ms = performance.now() - start;
  // Findings and dangers are no failure of the benchmark.
  if (code !== 0 && code !== 1 && code !== 3 && code !== 4)
    throw new Error(`${args.join(' ')}: exit ${code}`);
  return { ms, ...JSON.parse(readFileSync(report, 'utf8')) };
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
