import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The import table is only worth its name if breaking it is noticed. Each case adds one file that breaks a row to
 * a copy of the sources and expects exactly that rule to speak.
 */
const BREAKS: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['kubernetes-imports-nothing', 'src/kubernetes/x.ts', "import '../diagnostics/invariant.ts';"],
  ['kubernetes-imports-nothing', 'src/kubernetes/x.ts', "import 'node:fs';"],
  [
    'diagnostics-imports',
    'src/diagnostics/x.ts',
    "import type { Pool } from '../model/pool.ts'; export type X = Pool;",
  ],
  ['model-imports', 'src/model/x.ts', "import '../documents/parse-yaml.ts';"],
  ['documents-imports', 'src/documents/x.ts', "import '../definition/read-definition.ts';"],
  ['documents-packages', 'src/documents/x.ts', "import 'zod';"],
  ['definition-imports', 'src/definition/x.ts', "import '../checks/run-rules.ts';"],
  ['definition-packages', 'src/definition/x.ts', "import 'yaml';"],
  ['catalogue-imports', 'src/catalogue/x.ts', "import '../selection/select-types.ts';"],
  ['providers/aws-imports', 'src/providers/aws/x.ts', "import '../../selection/select-types.ts';"],
  ['backends/karpenter-imports', 'src/backends/karpenter/x.ts', "import '../../providers/aws/index.ts';"],
  ['selection-imports', 'src/selection/x.ts', "import '../catalogue/built-in.ts';"],
  ['selection-packages', 'src/selection/x.ts', "import 'zod';"],
  ['checks-imports', 'src/checks/x.ts', "import '../definition/read-definition.ts';"],
  ['render-imports', 'src/render/x.ts', "import '../definition/read-definition.ts';"],
  ['report-imports', 'src/report/x.ts', "import '../selection/select-types.ts';"],
  ['report-packages', 'src/report/x.ts', "import 'yaml';"],
  ['constructs-stand-alone', 'constructs/x.ts', "import '../src/model/pool.ts';"],
  ['compile-wires-stages', 'src/compile.ts', "import './render/render-cluster.ts';"],
  ['stages-do-not-wire', 'src/checks/x.ts', "import '../compile.ts';"],
  ['cli-is-the-top', 'src/report/x.ts', "import '../cli/main.ts';"],
  ['cli-packages', 'src/cli/x.ts', "import 'yaml';"],
  ['io-only-at-the-edges', 'src/render/x.ts', "import 'node:fs';"],
  ['no-test-in-production', 'src/report/x.ts', "import '../../test/x.ts';"],
  ['not-to-dev-dep', 'src/cli/x.ts', "import 'fast-check';"],
  ['not-unresolvable', 'src/report/x.ts', "import './nowhere.ts';"],
  ['no-circular', 'src/model/x.ts', "import type { Y } from './y.ts'; export type X = Y;"],
];

describe('the import table notices', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'poolwright-imports-'));
    for (const name of ['src', 'constructs', 'package.json', '.dependency-cruiser.cjs']) {
      cpSync(name, join(copy, name), { recursive: true });
    }
    mkdirSync(join(copy, 'test'));
    writeFileSync(join(copy, 'test/x.ts'), 'export {};');
    writeFileSync(join(copy, 'src/model/y.ts'), "import type { X } from './x.ts'; export type Y = X;");
    writeFileSync(join(copy, 'src/model/x.ts'), 'export type X = 1;');
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  it.each(BREAKS)('%s: %s', (rule, file, text) => {
    expect(brokenRules(copy, file, text)).toContain(rule);
  });
});

function brokenRules(copy: string, file: string, text: string): string[] {
  const path = join(copy, file);
  const before = file === 'src/compile.ts' || file === 'src/model/x.ts';
  const original = before ? path : undefined;
  if (original !== undefined) cpSync(original, `${original}.bak`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
  try {
    const args = ['--output-type', 'json', ...(file.startsWith('src/model/') ? ['src/model'] : [file])];
    const output = execFileSync('node_modules/.bin/depcruise', args, {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return violations(output);
  } catch (error) {
    return violations((error as { stdout?: string }).stdout ?? '');
  } finally {
    rmSync(path);
    if (original !== undefined) cpSync(`${original}.bak`, original);
  }
}

function violations(output: string): string[] {
  const result = JSON.parse(output) as { summary: { violations: { rule: { name: string } }[] } };
  return result.summary.violations.map((violation) => violation.rule.name);
}
