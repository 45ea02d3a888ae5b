import { readFileSync } from 'node:fs';

/** The pages of the user's guide that this room owns. Others have tests of their own. */
export const GUIDE = [
  'definition',
  'pool',
  'settings',
  'node-class',
  'import',
  'output',
  'kwok',
  'cluster-api',
  'plan',
  'diff',
  'explain-pod',
  'rotation',
  'workloads',
  'manifest-lint',
  'admission',
  'reports',
  'catalogue',
  'constructs',
  'compatibility',
].map((name) => `docs/${name}.md`);

/** Everything a reader may come across, but for the generated docs/diagnostics.md. */
export const ALL_PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'src/README.md',
  'docs/json-report.md',
  'docs/conformance.md',
  'docs/comment.md',
  'docs/scale.md',
  'docs/limits.md',
  'SECURITY.md',
  'integrations/README.md',
  'test/real/README.md',
  'test/conformance/README.md',
  'test/conformance/oracle/README.md',
  'test/checks/admission/corpus/README.md',
  ...GUIDE,
];

export function readPage(page: string): string {
  return readFileSync(page, 'utf8');
}
