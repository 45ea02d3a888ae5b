import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { KARPENTER_VERSIONS } from '../../src/backends/karpenter/versions.ts';
import { MAX_FILE_POOLS } from '../../src/definition/read-definition.ts';
import { MAX_POOLS } from '../../src/definition/read-pools.ts';
import { CLUSTER_API_OBJECT_CODES } from '../../src/diagnostics/codes/cluster-api-objects.ts';
import { DEFAULT_INPUT_LIMITS } from '../../src/documents/input-limits.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { NODE_CLASS_API_VERSION, NODE_CLASS_KIND } from '../../src/providers/aws/node-class.ts';
import type { CheckReport } from '../../src/report/check-report.ts';
import { printed } from '../manifests/harness.ts';
import { compileDefinition, findingsText, type Part, renderedFile, wholeDefinition } from './definitions.ts';
import { anchorOf, type Block, fillBlocks, fillTables } from './markdown.ts';
import { GUIDE, readPage } from './pages.ts';
import { machineRotationTable, rotationTable } from './rotation-table.ts';
import { markdownTable } from './schema-tables.ts';
import { World } from './world.ts';

/**
 * What the pages show is real. The comment before a block says what it is:
 *
 * - `file PATH`: written to the repository the page plays in; a definition there has no error and no warning
 * - `manifest PATH`: written there too, a workload for the plan
 * - `workloads`: manifests without an error; the next block `pods` is filled with what becomes of them
 * - `definition`, `settings`, `pool`: compiles likewise, as a file, as the `poolwright` block, as one pool
 * - `reports PW2040 …` behind one of these: gives these findings and no other error or warning
 * - `output NAME`: filled with a file that the last definition renders
 * - `other`: YAML of another tool
 * - `table NAME`: a table from the schema, filled in
 *
 * Blocks `console` run one after the other, and what follows a command is what it printed; `first N` cuts that off.
 * `npx vitest run test/docs --update=true` refreshes everything.
 */
describe.each(GUIDE)('%s', (page) => {
  it('shows what really comes out', async () => {
    const player = new Player();
    const tables = fillTables(readPage(page), tableOf);
    const filled = await fillBlocks(tables, (block) => player.play(block));
    await expect(filled).toMatchFileSnapshot(`../../${page}`);
  });
});

class Player {
  readonly #world = new World();
  #last: Compilation | undefined;
  #workloads = '';

  async play(block: Block): Promise<string> {
    switch (block.language) {
      case 'console':
        return this.#console(block);
      case 'yaml':
        return this.#yaml(block);
      case 'text':
        await runsPiped(block.text);
        return this.#pods(block);
      case 'ts':
      case 'js':
        return block.text;
      default:
        throw new Error(`nothing tests the block of line ${block.line}`);
    }
  }

  async #console({ text, test }: Block): Promise<string> {
    const most = test[0] === 'first' ? Number(test[1]) : Number.POSITIVE_INFINITY;
    let filled = '';
    for (const command of commandsOf(text)) {
      const lines = (await this.#world.run(command)).replace(/\n$/, '').split('\n');
      const shown = lines.length > most ? [...lines.slice(0, most), '…'] : lines;
      filled += [`$ ${command}`, ...shown.filter((line, i) => line !== '' || i > 0), ''].join('\n');
    }
    return filled;
  }

  async #yaml({ text, test, line }: Block): Promise<string> {
    const [kind = '', subject = ''] = test;
    const codes = test.includes('reports') ? test.slice(test.indexOf('reports') + 1) : [];
    if (kind === 'output') return this.#output(subject);
    if (kind === 'cdk8s.yaml') return readFileSync('cdk8s.yaml', 'utf8');
    if (kind === 'file') await this.#file(subject, text, codes);
    else if (kind === 'manifest') this.#world.write(subject, text);
    else if (kind === 'workloads') this.#workloads = text;
    else if (kind === 'other') expect(parse(text)).toBeTypeOf('object');
    else if (kind === 'definition' || kind === 'pool' || kind === 'settings') compiles(kind, text, codes);
    else throw new Error(`nothing tests the block of line ${line}`);
    return text;
  }

  /** Commands that need a program of others, but for `kubectl get`, are only looked at by `references.test.ts`. */
  #pods({ text, test }: Block): string {
    if (test[0] !== 'pods') return text;
    const result = readWorkloads({ sources: [new Source('workloads.yaml', this.#workloads)] });
    expectFindings(result.diagnostics, [], this.#workloads);
    return `${printed(result)}\n`;
  }

  async #file(file: string, text: string, codes: readonly string[]): Promise<void> {
    this.#world.write(file, text);
    if (/\/_/.test(file)) return;
    this.#last = compileDefinition(text, file);
    await this.#world.run(`poolwright check ${file} --format json > report.json`);
    const { diagnostics } = JSON.parse(await this.#world.run('cat report.json')) as CheckReport;
    await this.#world.run('rm report.json');
    expectFindings(diagnostics, codes, text);
  }

  #output(name: string): string {
    if (this.#last === undefined) throw new Error('there is no definition to render');
    return renderedFile(this.#last, name);
  }
}

/** `kubectl get … | poolwright …`: run with a recorded answer, each in a repository of its own, without an error. */
async function runsPiped(text: string): Promise<void> {
  for (const [command] of text.matchAll(/^kubectl get .* \| poolwright .*$/gm)) {
    const world = new World();
    const said = await world.run(command);
    expect(world.code, said).toBe(0);
  }
}

/** Commands behind `$ `, with the lines that a backslash continues. */
function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map((match) => match[1] ?? '');
}

function compiles(part: Part, text: string, codes: readonly string[]): void {
  const compilation = compileDefinition(wholeDefinition(part, text));
  expectFindings(compilation.diagnostics, codes, findingsText(compilation));
}

interface Finding {
  readonly code: string;
  readonly severity: string;
}

function expectFindings(findings: readonly Finding[], codes: readonly string[], shown: string): void {
  const serious = findings.filter(({ code, severity }) => severity !== 'info' || codes.includes(code));
  expect([...new Set(serious.map(({ code }) => code))].sort(), shown).toEqual([...codes].sort());
}

function tableOf(name: string): readonly string[] {
  if (name === 'limits') return limitsTable();
  if (name === 'versions') return versionsTable();
  if (name === 'machines') return machinesTable();
  if (name === 'rotation') return rotationTable();
  if (name === 'machines_rotation') return machineRotationTable();
  return name === 'runtime' ? runtimeTable() : markdownTable(name);
}

function versionsTable(): readonly string[] {
  const rows = Object.entries(KARPENTER_VERSIONS).map(
    ([version, { apiVersion }]) =>
      `| \`"${version}"\` | NodePool \`${apiVersion}\`, ${NODE_CLASS_KIND} \`${NODE_CLASS_API_VERSION}\` |`,
  );
  return ['| `karpenter_version` | objects |', '|---|---|', ...rows];
}

function machinesTable(): readonly string[] {
  const rows = Object.entries(CLUSTER_API_OBJECT_CODES).map(
    ([code, { severity, title }]) =>
      `| [${code}](diagnostics.md#${anchorOf(`${code} ${title}`)}) | ${severity} | ${title} |`,
  );
  return ['| code | severity | meaning |', '|---|---|---|', ...rows];
}

function runtimeTable(): readonly string[] {
  const { engines, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly engines: { readonly node: string };
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const peers = Object.entries(peerDependencies).map(([name, range]) => `| ${name} | \`${range}\` |`);
  return ['| | version |', '|---|---|', `| Node.js | \`${engines.node}\` |`, ...peers];
}

function limitsTable(): readonly string[] {
  const { fileBytes, nodes, depth, documents } = DEFAULT_INPUT_LIMITS;
  const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
  return [
    '| | at most |',
    '|---|---|',
    `| size of a file | ${fileBytes / 2 ** 20} MiB |`,
    `| values in a file, after every alias and merge key is expanded | ${grouped(nodes)} |`,
    `| nesting of maps and lists | ${depth} |`,
    `| documents in a file | ${grouped(documents)} |`,
    `| node pools of a cluster | ${grouped(MAX_POOLS)} |`,
    `| node pools of a file | ${grouped(MAX_FILE_POOLS)} |`,
  ];
}
