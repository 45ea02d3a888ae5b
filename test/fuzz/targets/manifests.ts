import { load } from 'js-yaml';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { importTexts } from '../../../src/cli/import-texts.ts';
import { compile } from '../../../src/compile.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { lintManifests } from '../../../src/lint-manifests.ts';
import { readWorkloads } from '../../../src/manifests/read-workloads.ts';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import { planCluster } from '../../../src/plan/plan-cluster.ts';
import { planFindings } from '../../../src/plan/findings.ts';
import { createAwsProvider } from '../../../src/providers/aws/index.ts';
import { planJson } from '../../../src/report/plan-json.ts';
import { planMarkdown } from '../../../src/report/plan-markdown.ts';
import { planReport } from '../../../src/report/plan-report.ts';
import { planText } from '../../../src/report/plan-text.ts';
import { DEFINITIONS, OBJECTS, OUTPUTS } from '../corpus.ts';
import { mutated } from '../mutate/mutate.ts';
import { checkFindings, checkReports, checkSpan, must } from '../oracles.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { FuzzTarget } from '../target.ts';

const provider = createAwsProvider(loadBuiltInCatalogue());

const POINTERS = [
  '/spec/nodeSelector/x',
  '/spec/containers/0/resources/requests/cpu',
  '/spec/volumes/0',
  '/metadata',
];
/** A thousand replicas tell no more than ten do. */
const MOST_PODS = 200;

/** Texts as they are, and the same as `kubectl get -o json` writes them. */
const OBJECT_YAML = [...OBJECTS, ...OUTPUTS];
const DUMPS = OBJECT_YAML.flatMap(dumpOf);

/** Manifests and dumps of workloads, read, completed and expanded. */
export function manifestsTarget(): FuzzTarget {
  return {
    name: 'manifests',
    make: (random) => objectText(random, OBJECTS),
    run: (input) => {
      const source = new Source(nameOf(input), input);
      const { workloads, diagnostics } = readWorkloads({
        sources: [source],
        options: { maxPods: MOST_PODS },
      });
      checkFindings(diagnostics);
      for (const { template } of workloads.pods) {
        for (const pointer of POINTERS) checkSpan(template.locate(pointer), pointer);
      }
      return !diagnostics.some(({ severity }) => severity === 'error');
    },
  };
}

/** Workloads, nodes and volumes of a dump, placed on the pools of an example. */
export function planTarget(): FuzzTarget {
  let compiled: CompiledCluster | undefined;
  return {
    name: 'plan',
    make: (random) => objectText(random, OBJECTS),
    run: (input) => {
      compiled ??= example();
      const source = new Source(nameOf(input), input);
      const live = { sources: [], liveSources: [source], options: { maxPods: MOST_PODS } };
      const { workloads, diagnostics } = readWorkloads(
        input.length % 2 === 0 ? live : { sources: [source], options: live.options },
      );
      const plan = planCluster({ compiled, provider, workloads });
      const found = planFindings(plan, compiled);
      checkFindings([...diagnostics, ...found]);
      const report = planReport({ clusters: [plan], diagnostics: [...diagnostics, ...found] });
      must(planText(report) !== '' && planMarkdown(report) !== '', () => 'the plan says nothing');
      JSON.parse(planJson(report));
      return plan.unschedulable.length === 0 && diagnostics.length === 0;
    },
  };
}

/** Machines of Cluster API that were written by hand, judged with and without their state before. */
export function lintTarget(): FuzzTarget {
  const corpus = OBJECT_YAML.filter((text) => text.includes('cluster.x-k8s.io'));
  return {
    name: 'lint',
    make: (random) => objectText(random, corpus),
    run: (input) => {
      const source = new Source(nameOf(input), input);
      const base = input.length % 3 === 0 ? { base: [new Source('base.yaml', corpus[0] ?? '')] } : {};
      const compilation = lintManifests({ sources: [source], ...base });
      checkFindings(compilation.diagnostics);
      checkReports(compilation);
      return !compilation.diagnostics.some(({ severity }) => severity === 'error');
    },
  };
}

/** Objects that exist become a definition, which can be read. */
export function importTarget(): FuzzTarget {
  const corpus = OBJECT_YAML.filter((text) => /NodePool|EC2NodeClass|MachineDeployment/.test(text));
  return {
    name: 'import',
    make: (random) => objectText(random, corpus),
    run: (input) => {
      const source = new Source(nameOf(input), input);
      const { text, diagnostics } = importTexts({ sources: [source], provider, fileName: 'fuzz.yaml' });
      checkFindings(diagnostics);
      if (text !== undefined) load(text);
      return text !== undefined;
    },
  };
}

/** Now and then two files in one, and half of the time as JSON. */
function objectText(random: SeededRandom, corpus: readonly string[]): string {
  if (random.below(3) === 0) return mutated(DUMPS, random, 'json');
  const text = mutated(corpus, random, 'yaml');
  return random.below(3) === 0 ? `${text}\n---\n${random.pick(corpus)}` : text;
}

function dumpOf(text: string): string[] {
  try {
    const items = text
      .split(/^---$/m)
      .map((part) => load(part))
      .filter((item) => item !== undefined && item !== null);
    return [JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 4)];
  } catch {
    return [];
  }
}

function nameOf(input: string): string {
  return /^\s*[{[]/.test(input) ? 'fuzz.json' : 'fuzz.yaml';
}

function example(): CompiledCluster {
  for (const text of DEFINITIONS.toReversed()) {
    const source = new Source('example.yaml', text);
    const { clusters } = compile({ files: [{ source, origin: 'argument' }], provider: () => provider });
    const sound = clusters.find(({ failed, pools }) => !failed && pools.length > 1);
    if (sound !== undefined) return sound;
  }
  throw new Error('no definition of the corpus can be compiled');
}
