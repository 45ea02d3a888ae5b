/**
 * Writes the CRDs of the corpus from the Go module cache: `node test/run-typescript.mjs test/real/mutations/collect-crds.ts`.
 * Descriptions and versions that are not stored are left out, two groups are renamed; all else is as the modules have it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import { KINDS, type Kind } from '../../checks/admission/corpus/kinds.ts';
import { writeLines } from '../../checks/admission/corpus/store.ts';

type Json = Record<string, unknown>;

const folders = new Map<string, string>();
function folderOf(module: string): string {
  const known = folders.get(module);
  if (known !== undefined) return known;
  const told = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' });
  const { Dir } = JSON.parse(told) as { Dir: string };
  folders.set(module, Dir);
  return Dir;
}

function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'description' || typeof inner !== 'string')
      .map(([key, inner]) => [key, withoutDescriptions(inner)]),
  );
}

function collect(kind: Kind): JsonValue {
  const text = readFileSync(join(folderOf(kind.module), kind.path), 'utf8');
  const { spec } = parse(text) as {
    spec: Json & { group: string; names: Json; versions: (Json & { storage: boolean })[] };
  };
  const group = kind.group ?? spec.group;
  const versions = spec.versions
    .filter((version) => version.storage)
    .map(({ additionalPrinterColumns: _columns, ...version }) => withoutDescriptions(version));
  const names = {
    kind: spec.names['kind'],
    plural: spec.names['plural'],
    singular: spec.names['singular'],
    listKind: spec.names['listKind'],
  };
  const metadata = {
    name: `${group}/${String(names.plural)}`.split('/').toReversed().join('.'),
    // Groups under k8s.io are protected; the annotation is what the modules say.
    annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/cluster-api' },
  };
  const scope = spec['scope'];
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata,
    spec: { group, names, scope, versions },
  };
  return { name: kind.name, from: `${kind.module} ${kind.path}`, crd: crd as unknown as JsonValue };
}

writeLines('crds', KINDS.map(collect));
