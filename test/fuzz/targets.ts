import type { FuzzTarget } from './target.ts';

interface TargetEntry {
  /** Its part of the inputs of a run, relative to the others. */
  readonly weight: number;
  readonly load: () => Promise<FuzzTarget>;
}

/** All targets by name. Each is loaded with what it needs, and only if it is wanted. */
export const TARGETS: Readonly<Record<string, TargetEntry>> = {
  definition: {
    weight: 8,
    load: async () => (await import('./targets/definition.ts')).definitionTarget(),
  },
  defaults: {
    weight: 3,
    load: async () => (await import('./targets/definition.ts')).defaultsTarget(),
  },
  documents: {
    weight: 6,
    load: async () => (await import('./targets/documents.ts')).documentsTarget(),
  },
  manifests: {
    weight: 8,
    load: async () => (await import('./targets/manifests.ts')).manifestsTarget(),
  },
  plan: {
    weight: 1,
    load: async () => (await import('./targets/manifests.ts')).planTarget(),
  },
  lint: {
    weight: 6,
    load: async () => (await import('./targets/manifests.ts')).lintTarget(),
  },
  import: {
    weight: 3,
    load: async () => (await import('./targets/manifests.ts')).importTarget(),
  },
  crd: {
    weight: 8,
    load: async () => (await import('./targets/crd.ts')).crdTarget(),
  },
  archive: {
    weight: 3,
    load: async () => (await import('./targets/archive.ts')).archiveTarget(),
  },
  aws: {
    weight: 5,
    load: async () => (await import('./targets/catalogue.ts')).awsTarget(),
  },
  snapshot: {
    weight: 6,
    load: async () => (await import('./targets/catalogue.ts')).snapshotTarget(),
  },
  where: {
    weight: 8,
    load: async () => (await import('./targets/catalogue.ts')).whereTarget(),
  },
  scalars: {
    weight: 24,
    load: async () => (await import('./targets/scalars.ts')).scalarsTarget(),
  },
  forge: {
    weight: 8,
    load: async () => (await import('./targets/forge.ts')).forgeTarget(),
  },
  git: {
    weight: 3,
    load: async () => (await import('./targets/git.ts')).gitTarget(),
  },
  review: {
    weight: 6,
    load: async () => (await import('./targets/commands.ts')).reviewTarget(),
  },
  event: {
    weight: 4,
    load: async () => (await import('./targets/commands.ts')).eventTarget(),
  },
  commands: {
    weight: 1,
    load: async () => (await import('./targets/commands.ts')).commandsTarget(),
  },
};
