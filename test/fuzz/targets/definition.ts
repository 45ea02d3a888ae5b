import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { compile, type DefinitionFile } from '../../../src/compile.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import type { Compilation } from '../../../src/model/compilation.ts';
import { createAwsProvider } from '../../../src/providers/aws/index.ts';
import { renderCluster } from '../../../src/render/render-cluster.ts';
import { compilationJson } from '../../../src/report/compilation-json.ts';
import { load } from 'js-yaml';
import { DEFINITIONS } from '../corpus.ts';
import { mutated } from '../mutate/mutate.ts';
import { checkFindings, checkFixes, checkReports, must } from '../oracles.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';

const provider = createAwsProvider(loadBuiltInCatalogue());

/** A definition from its text to the objects and the reports. */
export function definitionTarget(): FuzzTarget {
  let runs = 0;
  return {
    name: 'definition',
    make: (random) => mutated(DEFINITIONS, random, 'yaml'),
    run: (input) => compiled({ source: new Source('fuzz.yaml', input), origin: 'argument' }, runs++),
  };
}

/** A definition and the defaults of its folder, merged. */
export function defaultsTarget(): FuzzTarget {
  let runs = 0;
  return {
    name: 'defaults',
    make: (random) =>
      joinParts([
        ['_defaults.yaml', mutated(DEFINITIONS, random, 'yaml')],
        [
          'fuzz.yaml',
          random.below(2) === 0 ? random.pick(DEFINITIONS) : mutated(DEFINITIONS, random, 'yaml'),
        ],
      ]),
    run: (input) => {
      const parts = splitParts(input);
      const defaults = new Source('_defaults.yaml', parts.get('_defaults.yaml') ?? '');
      const source = new Source('fuzz.yaml', parts.get('fuzz.yaml') ?? '');
      return compiled({ source, defaults, origin: 'folder' }, runs++);
    },
  };
}

function compiled(file: DefinitionFile, run: number): boolean {
  const compilation = compile({ files: [file], provider: () => provider });
  const { clusters, diagnostics } = compilation;
  checkFindings(diagnostics);
  for (const cluster of clusters) {
    if (cluster.failed) continue;
    for (const { path, text } of renderCluster(cluster)) {
      if (run % 16 === 0 && /\.ya?ml$/.test(path)) must(isObject(load(text)), () => `${path} is no object`);
    }
  }
  if (run % 16 === 0) {
    checkReports(compilation);
    JSON.parse(JSON.stringify(compilationJson(compilation, { version: '0' })));
  }
  if (run % 4 === 0) checkFixed(file, compilation);
  return !diagnostics.some(({ severity }) => severity === 'error');
}

/** What the fixes make of a file can be read if the file could. */
function checkFixed(file: DefinitionFile, { diagnostics }: Compilation): void {
  const fixed = checkFixes(
    file.source,
    diagnostics.filter(({ span }) => span.source === file.source),
  );
  if (fixed === undefined || isBroken(diagnostics)) return;
  const again = compile({
    files: [{ ...file, source: new Source(file.source.file, fixed) }],
    provider: () => provider,
  });
  must(!isBroken(again.diagnostics), () => `a fix breaks the file:\n${fixed}`);
}

/** Behind a mistake of the text or of YAML, others may not have been seen. */
function isBroken(diagnostics: Compilation['diagnostics']): boolean {
  return diagnostics.some(({ code, severity }) => code.startsWith('PW10') && severity === 'error');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
