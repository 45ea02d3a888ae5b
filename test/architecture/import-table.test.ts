import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
  ['manifests-imports', 'src/manifests/x.ts', "import '../packer/karpenter/solve.ts';"],
  ['manifests-packages', 'src/manifests/x.ts', "import 'js-yaml';"],
  ['definition-packages', 'src/definition/x.ts', "import 'yaml';"],
  ['catalogue-imports', 'src/catalogue/x.ts', "import '../selection/select-types.ts';"],
  ['catalogue-packages', 'src/catalogue/x.ts', "import 'yaml';"],
  ['providers/aws-imports', 'src/providers/aws/x.ts', "import '../../selection/select-types.ts';"],
  ['providers/aws-packages', 'src/providers/aws/x.ts', "import 'yaml';"],
  ['providers/kwok-imports', 'src/providers/kwok/x.ts', "import '../aws/index.ts';"],
  ['providers/kwok-imports', 'src/providers/kwok/x.ts', "import '../../catalogue/built-in.ts';"],
  ['providers/kwok-packages', 'src/providers/kwok/x.ts', "import 'yaml';"],
  ['backends/karpenter-imports', 'src/backends/karpenter/x.ts', "import '../../providers/aws/index.ts';"],
  [
    'backends/cluster-autoscaler-imports',
    'src/backends/cluster-autoscaler/x.ts',
    "import '../karpenter/node-pool.ts';",
  ],
  [
    'backends/karpenter-cluster-api-imports',
    'src/backends/karpenter-cluster-api/x.ts',
    "import '../cluster-autoscaler/pool.ts';",
  ],
  ['backends/karpenter-packages', 'src/backends/karpenter/x.ts', "import 'zod';"],
  ['backends/cluster-autoscaler-packages', 'src/backends/cluster-autoscaler/x.ts', "import 'zod';"],
  ['backends/karpenter-cluster-api-packages', 'src/backends/karpenter-cluster-api/x.ts', "import 'zod';"],
  ['expansion-imports', 'src/expansion/x.ts', "import '../providers/aws/index.ts';"],
  ['expansion-packages', 'src/expansion/x.ts', "import 'yaml';"],
  ['selection-imports', 'src/selection/x.ts', "import '../catalogue/built-in.ts';"],
  ['selection-packages', 'src/selection/x.ts', "import 'zod';"],
  ['packer-imports', 'src/packer/x.ts', "import '../documents/parse-yaml.ts';"],
  ['packer-packages', 'src/packer/x.ts', "import 'yaml';"],
  ['packer-stands-alone', 'src/packer/x.ts', "import '../diagnostics/invariant.ts';"],
  ['packer-needs-no-node', 'src/packer/x.ts', "import 'node:crypto';"],
  ['plan-imports', 'src/plan/x.ts', "import '../catalogue/built-in.ts';"],
  ['plan-packages', 'src/plan/x.ts', "import 'zod';"],
  ['checks-imports', 'src/checks/x.ts', "import '../definition/read-definition.ts';"],
  ['checks-packages', 'src/checks/x.ts', "import '@marcbachmann/cel-js';"],
  ['checks/admission-imports', 'src/checks/admission/x.ts', "import '../../documents/parse-yaml.ts';"],
  ['checks/admission-packages', 'src/checks/admission/x.ts', "import 'zod';"],
  ['render-imports', 'src/render/x.ts', "import '../definition/read-definition.ts';"],
  ['render-packages', 'src/render/x.ts', "import 'yaml';"],
  ['report-imports', 'src/report/x.ts', "import '../selection/select-types.ts';"],
  ['report-packages', 'src/report/x.ts', "import 'yaml';"],
  ['drift-imports', 'src/drift/x.ts', "import '../import/finding.ts';"],
  ['drift-packages', 'src/drift/x.ts', "import 'zod';"],
  ['review-imports', 'src/review/x.ts', "import '../plan/plan-cluster.ts';"],
  ['review-packages', 'src/review/x.ts', "import 'diff';"],
  ['forge-imports', 'src/forge/x.ts', "import '../report/words.ts';"],
  ['forge-packages', 'src/forge/x.ts', "import 'zod';"],
  ['import-imports', 'src/import/x.ts', "import '../definition/read-definition.ts';"],
  ['import-packages', 'src/import/x.ts', "import 'yaml';"],
  ['constructs-stand-alone', 'constructs/x.ts', "import '../src/model/pool.ts';"],
  ['compile-wires-stages', 'src/compile.ts', "import './render/render-cluster.ts';"],
  ['compile-wires-stages', 'src/lint-manifests.ts', "import './render/render-cluster.ts';"],
  ['compile-wires-stages', 'src/check-admission.ts', "import './render/render-cluster.ts';"],
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
  let found: readonly Violation[] = [];
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'poolwright-imports-'));
    for (const name of ['src', 'constructs', 'package.json', '.dependency-cruiser.cjs']) {
      cpSync(name, join(copy, name), { recursive: true });
    }
    mkdirSync(join(copy, 'test'));
    writeFileSync(join(copy, 'test/x.ts'), 'export {};\n');
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    // The other half of the cycle.
    const cycle = BREAKS.findIndex(([rule]) => rule === 'no-circular');
    writeFileSync(
      join(copy, 'src/model/y.ts'),
      `import type { X } from './break-${cycle}.ts';\nexport type Y = X;\n`,
    );
    for (const [i, [, file, text]] of BREAKS.entries())
      appendFileSync(join(copy, placed(file, i)), `${text}\n`);
    found = violationsIn(copy);
  });
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  it.each(BREAKS.map((one, i) => [one[0], placed(one[1], i), one[2]] as const))(
    '%s in %s: %s',
    (rule, file) => {
      expect(found.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(
        rule,
      );
    },
  );

  it('by every rule there is', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      readonly forbidden: readonly { readonly name: string }[];
    };
    const names = forbidden.map(({ name }) => name);
    expect(names.filter((name) => !BREAKS.some(([rule]) => rule === name))).toEqual([]);
  });

  it('and nothing else', () => {
    const broken = new Set(BREAKS.map(([, file], i) => placed(file, i)));
    const others = found.filter(({ from, rule }) => !broken.has(from) && rule.name !== 'no-circular');
    expect(others).toEqual([]);
  });
});

/** A file of its own for each break, so that one run of the checker shows them all. */
function placed(file: string, index: number): string {
  return file.replace('/x.ts', `/break-${index}.ts`);
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

function violationsIn(copy: string): readonly Violation[] {
  const args = ['--output-type', 'json', 'src', 'constructs'];
  const done = spawnSync('node_modules/.bin/depcruise', args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const result = JSON.parse(done.stdout) as { summary: { violations: Violation[] } };
  return result.summary.violations;
}
