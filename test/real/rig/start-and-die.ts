import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuarded } from './guarded.ts';

/** For guarded.test.ts: starts a program that would run for ever, prints its process id and is killed. */
const folder = process.argv[2] ?? '';
const log = path.join(folder, 'log');
startGuarded('sh', ['-c', 'echo $$; exec sleep 100000'], { log, folder });
while (!readFileSync(log, 'utf8').includes('\n')) await sleep(20);
console.log(readFileSync(log, 'utf8').trim());
process.kill(process.pid, 'SIGKILL');
