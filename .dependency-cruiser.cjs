/**
 * Who may import whom: the table of src/README.md as rules. Every room may import itself, `kubernetes`,
 * `diagnostics` and `model`; what else it may import stands here, and nothing else does.
 *
 * No `tsConfig` option on purpose: with it the package `constructs` would resolve to our folder of that name.
 */
const LEAVES = ['src/kubernetes/', 'src/diagnostics/', 'src/model/'];
const PIPELINE = 'src/(compile|lint-manifests|check-admission)\\.ts$';

/** room, the other rooms it may import, the packages it may import, rooms inside it that have a row of their own */
const ROOMS = [
  ['src/documents', [], ['yaml', 'js-yaml']],
  ['src/definition', ['src/documents/'], ['zod']],
  ['src/manifests', ['src/documents/'], ['zod']],
  ['src/catalogue', [], ['zod']],
  ['src/providers/aws', ['src/catalogue/'], ['zod']],
  ['src/providers/kwok', [], ['zod']],
  ['src/expansion', ['src/selection/'], []],
  ['src/backends/karpenter', [], []],
  ['src/backends/cluster-autoscaler', ['src/expansion/'], []],
  ['src/backends/karpenter-cluster-api', ['src/expansion/', 'src/selection/'], []],
  ['src/selection', [], []],
  ['src/packer', ['src/selection/'], []],
  ['src/plan', ['src/selection/', 'src/packer/'], []],
  ['src/checks', ['src/selection/'], [], ['src/checks/admission/']],
  ['src/checks/admission', [], ['@marcbachmann/cel-js']],
  ['src/render', ['constructs/', 'src/documents/'], ['cdk8s', 'cdk8s-plus-28', 'constructs']],
  ['src/drift', ['src/selection/'], []],
  ['src/review', ['src/selection/', 'src/drift/'], []],
  ['src/report', [], ['picocolors', 'diff']],
  ['src/forge', [], []],
  ['src/import', ['src/documents/', 'src/manifests/', 'src/drift/'], ['zod']],
];

const inside = (path, inner) => ({ path: `^${path}/`, pathNot: inner.map((own) => `^${own}`) });

const room = ([path, rooms, , inner = []]) => ({
  name: `${path.slice('src/'.length)}-imports`,
  comment: `${path} knows only itself, the leaves${rooms.length ? ` and ${rooms.join(', ')}` : ''}.`,
  severity: 'error',
  from: inside(path, inner),
  to: {
    path: '^(src|constructs)/',
    pathNot: [`^${path}/`, ...[...LEAVES, ...rooms].map((allowed) => `^${allowed}`)],
  },
});

const packages = ([path, , npm, inner = []]) => ({
  name: `${path.slice('src/'.length)}-packages`,
  comment: `${path} needs ${npm.length ? npm.join(', ') : 'no package at all'}.`,
  severity: 'error',
  from: inside(path, inner),
  to: {
    path: 'node_modules/',
    pathNot: `node_modules/(${['@types', ...npm].join('|')})/`,
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'One-way data flow: no cycles, type-only ones included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kubernetes-imports-nothing',
      comment: "The leaf of everything: usable in a browser, a worker, anybody's cdk8s app.",
      severity: 'error',
      from: { path: '^src/kubernetes/' },
      to: { pathNot: '^src/kubernetes/' },
    },
    {
      name: 'diagnostics-imports',
      severity: 'error',
      from: { path: '^src/diagnostics/' },
      to: { pathNot: '^src/(diagnostics|kubernetes)/' },
    },
    {
      name: 'model-imports',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { pathNot: '^src/(model|diagnostics|kubernetes)/' },
    },
    ...ROOMS.map(room),
    ...ROOMS.map(packages),
    {
      name: 'packer-stands-alone',
      comment:
        'The packer runs in a worker or a browser, and its reasons are codes: whoever calls it finds the words.',
      severity: 'error',
      from: { path: '^src/packer/' },
      to: { path: '^src/diagnostics/' },
    },
    {
      name: 'packer-needs-no-node',
      severity: 'error',
      from: { path: '^src/packer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'constructs-stand-alone',
      comment: "The construct library works in anybody's cdk8s app and knows nothing of the compiler.",
      severity: 'error',
      from: { path: '^constructs/' },
      to: {
        pathNot: ['^constructs/', '^src/kubernetes/', 'node_modules/(cdk8s|cdk8s-plus-28|constructs)/'],
      },
    },
    {
      name: 'compile-wires-stages',
      comment: 'Both pipelines are pure: they never see files, terminals or cdk8s.',
      severity: 'error',
      from: { path: `^${PIPELINE}` },
      to: { path: '^(src/(cli|render|report|forge|index|cdk8s)|constructs/|node_modules/)' },
    },
    {
      name: 'stages-do-not-wire',
      comment: 'Only the entry points and the command line know the pipeline.',
      severity: 'error',
      from: { path: '^(src|constructs)/', pathNot: ['^src/cli/', '^src/(index|cdk8s)\\.ts$'] },
      to: { path: `^${PIPELINE}` },
    },
    {
      name: 'cli-is-the-top',
      severity: 'error',
      from: { path: '^(src|constructs)/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'cli-packages',
      comment: 'The command line parses arguments, globs and archives; everything else it asks the rooms.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(commander|tinyglobby|nanotar)/' },
    },
    {
      name: 'io-only-at-the-edges',
      comment: 'Everything but cli/ is a function of its arguments.',
      severity: 'error',
      from: { path: '^(src|constructs)/', pathNot: '^src/cli/' },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|fs/promises|child_process|http|https|net|os|process|worker_threads)$',
      },
    },
    {
      name: 'no-test-in-production',
      severity: 'error',
      from: { path: '^(src|constructs)/' },
      to: { path: '^test/' },
    },
    {
      name: 'not-to-dev-dep',
      comment:
        'What the package does not depend on, it cannot import. (Peer dependencies are also development ones.)',
      severity: 'error',
      from: { path: '^(src|constructs)/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
        pathNot: 'node_modules/(@types|cdk8s|cdk8s-plus-28|constructs)/',
      },
    },
    {
      name: 'not-unresolvable',
      severity: 'error',
      from: { path: '^(src|constructs)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, parser: 'swc' },
};
