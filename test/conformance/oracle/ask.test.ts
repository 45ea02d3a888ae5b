import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Oracle } from './ask.ts';
import { OracleFailure } from './failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'poolwright-ask-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SAMPLING = { runs: 3, envelopeRuns: 9 };

/** Stands in for the Go program, which the tests do without. */
function oracle(name: string, body: string): Oracle {
  const program = join(folder, name);
  writeFileSync(program, `#!${process.execPath}\n${body}`, { mode: 0o755 });
  return new Oracle(program, SAMPLING);
}

const ECHO = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { name } = JSON.parse(line);
  const expected = [name, process.argv.slice(2).join(' ')];
  console.log(JSON.stringify(name === 'bad' ? { name, error: 'no such zone' } : { name, kind: 'exact', expected }));
});`;

describe('an oracle', () => {
  it('answers each question, in order, with the sampling it was started with', async () => {
    const echo = oracle('echo.cjs', ECHO);
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => echo.ask({ name })));
    echo.close();
    const flags = '-runs=3 -envelope-runs=9';
    expect(answers.map(({ expected }) => expected)).toEqual([
      ['a', flags],
      ['b', flags],
      ['c', flags],
    ]);
  });

  it('fails what it cannot run, and goes on', async () => {
    const echo = oracle('again.cjs', ECHO);
    await expect(echo.ask({ name: 'bad' })).rejects.toThrow(new OracleFailure('bad: no such zone'));
    await expect(echo.ask({ name: 'good' })).resolves.toMatchObject({ kind: 'exact' });
    echo.close();
  });

  it('fails what is asked and what will be asked when the process ends, with its words', async () => {
    const dying = oracle('dying.cjs', `console.error('out of luck'); process.exitCode = 1;`);
    await expect(dying.ask({ name: 'a' })).rejects.toThrow(
      new OracleFailure('a: the oracle has ended: out of luck\n'),
    );
    await expect(dying.ask({ name: 'b' })).rejects.toThrow('b: the oracle has ended');
  });

  it('fails where the program is not there', async () => {
    const missing = new Oracle(join(folder, 'missing'), SAMPLING);
    await expect(missing.ask({ name: 'a' })).rejects.toThrow('ENOENT');
  });
});
