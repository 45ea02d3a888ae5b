import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../rig/api.ts';

/** The objects of a YAML text; what no API server stores is left out: configuration of kustomize and kind. */
export function manifestsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as unknown)
    .filter(isManifest);
}

function isManifest(value: unknown): value is Manifest {
  const { apiVersion, kind, metadata } = (value ?? {}) as Partial<Manifest>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && metadata !== undefined;
}
