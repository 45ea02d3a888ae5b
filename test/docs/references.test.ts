import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../src/cli/emit-report.ts';
import { EXIT } from '../../src/cli/exit-code.ts';
import { CODES } from '../../src/diagnostics/codes.ts';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { callsIn, COMMANDS, commandLines, OPTIONS, unknownIn } from './commands.ts';
import { compileDefinition } from './definitions.ts';
import { anchorsOf, codeSpans, relativeLinks } from './markdown.ts';
import { ALL_PAGES, GUIDE, readPage } from './pages.ts';
import { schemaRows, schemaWords, TABLES } from './schema-tables.ts';
import { World } from './world.ts';

/** Everything a page names is there. */
describe.each(ALL_PAGES)('%s', (page) => {
  const markdown = readPage(page);

  it('links to files and headings that exist', () => {
    expect(relativeLinks(markdown).filter((target) => !resolves(target, page))).toEqual([]);
  });

  it('names commands and options that exist', () => {
    expect(commandLines(markdown).flatMap(unknownIn)).toEqual([]);
    const flags = codeSpans(markdown).flatMap((span) => /^--[a-z-]+/.exec(span) ?? []);
    // Of tools that a page talks about beside our own.
    const foreign = [
      '--save-dev',
      '--start-time',
      '--query',
      '--max-items',
      '--no-paginate',
      '--ignore-not-found',
      '--values',
      '--expander',
      '--capacity-quotas-enabled',
      '--additional-sync-machine-labels',
      '--balancing-label',
      '--inputs',
    ];
    expect(flags.filter((flag) => !OPTIONS.has(flag) && !foreign.includes(flag))).toEqual([]);
  });

  it('names codes that exist', () => {
    const codes = markdown.match(/\bPW\d{4}\b/g) ?? [];
    expect(codes.filter((code) => !Object.hasOwn(CODES, code))).toEqual([]);
  });
});

describe('docs/reports.md', () => {
  const firstCells = (title: string) => {
    const table = readPage('docs/reports.md').split(`| ${title} |`)[1]?.split('\n\n')[0] ?? '';
    return [...table.matchAll(/^\| `?(\w+)`? \|/gm)].map((match) => match[1]);
  };

  it('lists the formats', () => {
    expect(firstCells('`--format`')).toEqual([...REPORT_FORMATS]);
  });

  it('lists the exit codes', () => {
    expect(firstCells('code')).toEqual(Object.values(EXIT).map(String));
  });
});

describe('the command line', () => {
  it.each(COMMANDS)('poolwright %s --help: its examples exist', async (command) => {
    const help = await new World().run(`poolwright ${command} --help`);
    const examples = help.replaceAll('\\\n', ' ').split('\n');
    const calls = examples.flatMap((line) =>
      callsIn(
        line
          .trim()
          .replace(/^\$ /, '')
          .replace(/ {3,}.*/, ''),
      ),
    );
    expect(calls.flatMap(unknownIn)).toEqual([]);
  });
});

describe('the keys of the format', () => {
  it('are all in the tables, each in one', () => {
    const keys = TABLES.flatMap((table) => schemaRows(table).map(({ key }) => `${table} ${key}`));
    expect(new Set(keys).size).toBe(keys.length);
    const tables = GUIDE.flatMap((page) =>
      [...readPage(page).matchAll(/<!-- test: table (\w+) -->/g)].map((match) => match[1] ?? ''),
    );
    const filled = ['limits', 'machines', 'machines_rotation', 'rotation', 'runtime', 'versions'];
    expect(tables.sort()).toEqual([...TABLES, ...filled].sort());
  });

  it('exist, wherever the text names one', () => {
    const words = schemaWords();
    const named = [...GUIDE, 'README.md'].flatMap((page) =>
      codeSpans(readPage(page)).filter((span) => /^[a-z]+(_[a-z]+)+(\.[a-z_]+)*$/.test(span)),
    );
    const unknown = named.flatMap((span) => span.split('.')).filter((word) => !words.has(word));
    // Reserved, and said to be.
    expect(unknown).toEqual(['spot_percentage']);
  });

  it('have the defaults that the tables name', () => {
    const actual = defaults();
    const wrong = TABLES.flatMap(schemaRows).filter(
      ({ key, byDefault }) =>
        /^`[^<]*`$/.test(byDefault) && `\`${JSON.stringify(actual.get(key))}\`` !== quoted(byDefault),
    );
    expect(wrong).toEqual([]);
  });
});

/** The values of a definition that says nothing, by the keys of the tables. */
function defaults(): ReadonlyMap<string, JsonValue> {
  const [compiled] = compileDefinition('node_pools: {default: }').clusters;
  const pool = compiled?.pools[0]?.pool;
  if (compiled === undefined || pool === undefined) throw new Error('the empty pool does not compile');
  const { settings } = compiled.cluster;
  const [scenario] =
    compileDefinition('poolwright: {scenarios: {x: {}}}\nnode_pools: {default: }').clusters[0]?.cluster
      .settings.scenarios ?? [];
  return new Map<string, JsonValue>([
    ['provider', settings.provider.value],
    ['backend', settings.backend.value],
    ['karpenter_version', settings.karpenterVersion.value],
    ['defaults', settings.defaults.value],
    ['spot_price_ratio', settings.spotPriceRatio.value],
    ['fail_on', settings.failOn.value],
    ['scenarios.<name>.replicas_percent', scenario?.replicasPercent ?? null],
    ['scenarios.<name>.memory', scenario?.memory ?? null],
    ['disruption.consolidation_policy', pool.disruption?.consolidationPolicy?.value ?? null],
    ['disruption.consolidate_after', pool.disruption?.consolidateAfter?.value ?? null],
    ['disruption.budgets[].nodes', budgetNodes()],
    ['public_subnet_tags', subnetTags('public: true')],
    ['private_subnet_tags', subnetTags('public: false')],
    ['expire_after', pool.expireAfter?.value ?? null],
    ['gpu_enabled', pool.nodeClass.gpuEnabled.value],
    ['public', pool.nodeClass.public.value],
    ['dedicated_key', dedicatedKey()],
    ...clusterApiDefaults(),
  ]);
}

function clusterApiDefaults(): ReadonlyMap<string, JsonValue> {
  const [compiled] = compileDefinition(`poolwright: {backend: cluster-autoscaler, kubernetes_version: 1.34.2}
node_pools: {default: {cluster_api: {health_check: {}}}}`).clusters;
  const settings = compiled?.cluster.settings.clusterApi;
  const pool = compiled?.cluster.pools[0]?.clusterApi;
  if (settings === undefined || pool === undefined) throw new Error('there is no Cluster API');
  return new Map<string, JsonValue>([
    ['namespace', settings.namespace.value],
    ['api_version', settings.apiVersion.value],
    ['bootstrap', settings.bootstrap.value],
    ['output', settings.output.value],
    ['autoscaler_version', settings.autoscalerVersion.value],
    ['autoscaler_namespace', settings.autoscalerNamespace.value],
    ['expanders', `[${settings.expanders.map(({ value }) => value).join(', ')}]`],
    ['balancing', settings.balancing.value],
    ['key_prefix', settings.keyPrefix.value],
    ['max_machine_deployments_per_cluster', settings.maxMachineDeployments.value],
    ['machine_taint_propagation', settings.machineTaintPropagation.value],
    ['max_types', pool.maxTypes.value],
    ['max_machine_deployments', pool.maxMachineDeployments.value],
    ['min_size', pool.minSize.value],
    ['limit_strategy', pool.limitStrategy.value],
    ['price_tiers', pool.priceTiers.value],
    ['health_check.unhealthy_after', pool.healthCheck?.unhealthyAfter.value ?? null],
    ['health_check.node_startup_timeout', pool.healthCheck?.nodeStartupTimeout.value ?? null],
    ['health_check.max_unhealthy', pool.healthCheck?.maxUnhealthy.value ?? null],
  ]);
}

function dedicatedKey(): string {
  const [compiled] = compileDefinition('node_pools: {default: {dedicated: x}}').clusters;
  return [...(compiled?.pools[0]?.pool.labels.keys() ?? [])].join();
}

/** Of a budget that says nothing, as it is emitted. */
function budgetNodes(): string {
  const [compiled] = compileDefinition('node_pools: {default: {disruption: {budgets: [{}]}}}').clusters;
  return compiled?.pools[0]?.nodePool?.spec.disruption?.budgets?.[0]?.nodes ?? '';
}

/** As YAML, without those that discovery adds. */
function subnetTags(nodeClass: string): string {
  const [compiled] = compileDefinition(
    `poolwright: {discovery_tags: {}}\nnode_pools: {default: {node_class: {${nodeClass}}}}`,
  ).clusters;
  const tags = compiled?.pools[0]?.nodeClass?.spec.subnetSelectorTerms[0]?.tags ?? {};
  return Object.entries(tags)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** The default of a table as JSON. */
function quoted(byDefault: string): string {
  const text = byDefault.slice(1, -1);
  return /^(".*"|true|false|[0-9.]+)$/.test(text) ? byDefault : `\`${JSON.stringify(text)}\``;
}

function resolves(target: string, page: string): boolean {
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(found)) return false;
  return anchor === undefined || (statSync(found).isFile() && anchorsOf(readPage(found)).includes(anchor));
}
