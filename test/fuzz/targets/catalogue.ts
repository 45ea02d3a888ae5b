import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { importAws } from '../../../src/catalogue/import-aws.ts';
import { parseSnapshot } from '../../../src/catalogue/parse-snapshot.ts';
import { checkWhereValues } from '../../../src/catalogue/check-where-values.ts';
import { parseWhere } from '../../../src/catalogue/parse-where.ts';
import { snapshotDigest } from '../../../src/catalogue/snapshot-digest.ts';
import type { SnapshotFile } from '../../../src/catalogue/snapshot-format.ts';
import { compile } from '../../../src/compile.ts';
import { invariant } from '../../../src/diagnostics/invariant.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { createAwsProvider } from '../../../src/providers/aws/index.ts';
import { selectTypes } from '../../../src/selection/select-types.ts';
import { AWS_ANSWERS, DEFINITIONS } from '../corpus.ts';
import { mutated } from '../mutate/mutate.ts';
import { checkFindings, must } from '../oracles.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';

const DATE = '2026-08-01';

/** Answers of the AWS command line and price lists; what is imported from them can be read as a catalogue. */
export function awsTarget(): FuzzTarget {
  return {
    name: 'aws',
    make: (random) =>
      joinParts([
        ['a.json', mutated(AWS_ANSWERS, random, 'json')],
        ...(random.below(3) === 0 ? [['b.json', random.pick(AWS_ANSWERS)] as const] : []),
      ]),
    run: (input) => {
      const files = [...splitParts(input)].map(([name, text]) => new Source(name, text));
      if (files.length === 0) return false;
      const { snapshotText, diagnostics } = importAws({ date: DATE, files });
      checkFindings(diagnostics);
      if (snapshotText === undefined) return false;
      const again = parseSnapshot(new Source('own.json', snapshotText));
      must(
        again.catalogue !== undefined,
        () => `what was imported is refused: ${again.diagnostics[0]?.message}`,
      );
      return true;
    },
  };
}

/** A catalogue of one's own, and a definition compiled with it. The digest is made right: it is not what is tested. */
export function snapshotTarget(): FuzzTarget {
  const made = importAws({ date: DATE, files: AWS_ANSWERS.map((text, i) => new Source(`${i}.json`, text)) });
  const corpus = [
    made.snapshotText ?? '',
    ...AWS_ANSWERS.map(
      (text) => importAws({ date: DATE, files: [new Source('a.json', text)] }).snapshotText ?? '',
    ),
  ].filter((text) => text !== '');
  invariant(corpus.length > 1, 'the answers of the corpus can be imported');
  const definition = DEFINITIONS.find((text) => text.includes('node_pools')) ?? '';
  return {
    name: 'snapshot',
    make: (random) => mutated(corpus, random, 'json'),
    run: (input) => {
      const { catalogue, diagnostics } = parseSnapshot(new Source('own.json', withDigest(input)));
      checkFindings(diagnostics);
      if (catalogue === undefined) return false;
      const provider = createAwsProvider(catalogue);
      const source = new Source('fuzz.yaml', definition);
      checkFindings(
        compile({ files: [{ source, origin: 'argument' }], provider: () => provider }).diagnostics,
      );
      return true;
    },
  };
}

/** Texts of `catalogue list --where`. */
export function whereTarget(): FuzzTarget {
  const provider = createAwsProvider(loadBuiltInCatalogue());
  const source = new Source(
    'x.yaml',
    'poolwright: {region: eu-west-1}\nnode_pools: {a: {requirements: []}}\n',
  );
  const { clusters } = compile({ files: [{ source, origin: 'argument' }], provider: () => provider });
  const cluster = clusters[0]?.cluster;
  invariant(cluster !== undefined, 'a small definition has a cluster');
  const vocabulary = provider.labels(cluster);
  const { types } = provider.instanceTable(cluster, undefined);
  const corpus = [
    'instance-category In [c,m]; instance-cpu Gt 4',
    'karpenter.k8s.aws/instance-memory Lt 65536 ; arch In (arm64)',
    'instance-gpu-count Exists; kubernetes.io/os NotIn [windows]',
    'instance-family In c7g, c7gn; topology.kubernetes.io/zone = eu-west-1a',
    'capacity-type in spot',
    'instance-size DoesNotExist;;instance-hypervisor In nitro',
  ];
  return {
    name: 'where',
    make: (random) => mutated(corpus, random, 'text'),
    run: (input) => {
      const { requirements, diagnostics } = parseWhere(input, vocabulary);
      const strange = checkWhereValues(requirements, types, vocabulary);
      checkFindings([...diagnostics, ...strange]);
      if (diagnostics.length > 0) return false;
      selectTypes({ types, requirements, labels: new Map<string, never>(), vocabulary });
      return strange.length === 0;
    },
  };
}

/** The input as it is where it is no snapshot. */
function withDigest(text: string): string {
  try {
    const value = JSON.parse(text) as SnapshotFile;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? JSON.stringify({ ...value, digest: snapshotDigest(value) })
      : text;
  } catch {
    return text;
  }
}
