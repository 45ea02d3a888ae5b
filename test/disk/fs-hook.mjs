/**
 * Stands between a program and what changes on disk: counts the steps, and lets one of them be the last.
 * `node --import test/disk/fs-hook.mjs PROGRAM` reads what to do from FS_HOOK, as JSON:
 * - `killAt`: the process dies by SIGKILL instead of doing step number N (from 0); of a write half is done before
 * - `stepsFile`: gets the number of steps when the program ends
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const original = { ...fs };
const MUTATIONS = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'appendFileSync',
  'fsyncSync',
  'renameSync',
  'linkSync',
  'symlinkSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'fchmodSync',
  'chmodSync',
  'truncateSync',
  'copyFileSync',
  'utimesSync',
];

/**
 * Calls `step(name, args, half)` before each change. What it throws, the program gets; `half()` does half of a write.
 * Returns what takes the hook away.
 */
export function install(step) {
  for (const name of MUTATIONS) {
    fs[name] = (...args) => {
      if (changes(name, args)) step(name, args, () => half(name, args));
      return original[name](...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const name of MUTATIONS) fs[name] = original[name];
    syncBuiltinESMExports();
  };
}

export function systemError(code, name, path) {
  return Object.assign(new Error(`${code}: simulated, ${name}`), {
    code,
    syscall: name.replace(/Sync$/, ''),
    ...(typeof path === 'string' ? { path } : {}),
  });
}

/** Folders are opened to be synchronised, and files to be read: neither changes anything. The terminal is no disk. */
function changes(name, [target, flags]) {
  if (typeof target === 'number' && target <= 2) return false;
  return name !== 'openSync' || (typeof flags === 'string' && /[wax+]/.test(flags));
}

function half(name, [target, data]) {
  if (name !== 'writeFileSync' && name !== 'writeSync') return;
  const bytes = Buffer.from(data);
  original.writeFileSync(target, bytes.subarray(0, bytes.length >> 1));
}

if (process.env.FS_HOOK !== undefined) {
  const { killAt, stepsFile } = JSON.parse(process.env.FS_HOOK);
  let count = 0;
  install((_name, _args, doHalf) => {
    if (count++ !== killAt) return;
    doHalf();
    process.kill(process.pid, 'SIGKILL');
  });
  if (stepsFile !== undefined) process.on('exit', () => original.writeFileSync(stepsFile, String(count)));
}
