import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '../../../src/compile.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { readWorkloads } from '../../../src/manifests/read-workloads.ts';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import type { Provider } from '../../../src/model/provider.ts';
import type { Workloads } from '../../../src/model/workloads.ts';
import { parse } from 'yaml';
import type { ClaimForm } from './claim-form.ts';

/** A cluster definition with workloads. */
export interface KarpenterCase {
  readonly name: string;
  readonly definition: string;
  readonly defaults?: string | undefined;
  readonly manifests: string;
  readonly notes: CaseNotes;
}

/** `case.yaml`: what is special about a case. */
export interface CaseNotes {
  /** Zones that Karpenter picks among at random. @default none: it has no choice */
  readonly equal_zones?: readonly string[];
  /** What KWOK is known to decide otherwise than AWS would, with the reason. */
  readonly differs?: Readonly<Partial<Record<keyof ClaimForm, string>>>;
  /** Of the controller. */
  readonly feature_gates?: string;
  /** In place of those that the definition names. */
  readonly backend?: 'karpenter';
}

const CASES = path.join(import.meta.dirname, 'cases');
const CLUSTERS = path.join(import.meta.dirname, '../../../clusters');

/** Those of this folder. What a case does not have is that of the example cluster of its name. */
export function readCases(): readonly KarpenterCase[] {
  return readdirSync(CASES)
    .sort()
    .map((name) => {
      const own = (file: string) => path.join(CASES, name, file);
      const isExample = !existsSync(own('definition.yaml'));
      const hasWorkloads = existsSync(own('workloads.yaml'));
      return {
        name,
        definition: readText(isExample ? path.join(CLUSTERS, `${name}.yaml`) : own('definition.yaml')),
        defaults: isExample ? readText(path.join(CLUSTERS, '_defaults.yaml')) : undefined,
        manifests: hasWorkloads
          ? readText(own('workloads.yaml'))
          : readFolder(path.join(CLUSTERS, name, 'workloads')),
        notes: existsSync(own('case.yaml')) ? (parse(readText(own('case.yaml'))) as CaseNotes) : {},
      };
    });
}

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

function readFolder(folder: string): string {
  return readdirSync(folder)
    .sort()
    .map((file) => readText(path.join(folder, file)))
    .join('\n---\n');
}

export interface CompiledCase {
  readonly compiled: CompiledCluster;
  readonly provider: Provider;
  readonly workloads: Workloads;
}

const provider = builtInProvider();

/** @throws Error with what is wrong with it */
export function compileCase({ name, definition, defaults, manifests, notes }: KarpenterCase): CompiledCase {
  const { clusters, diagnostics } = compile({
    files: [
      {
        source: new Source(`${name}.yaml`, definition),
        ...(defaults === undefined ? {} : { defaults: new Source('_defaults.yaml', defaults) }),
        clusterName: name,
        ...(notes.backend === undefined ? {} : { backend: notes.backend }),
        origin: 'argument',
      },
    ],
    provider: () => provider,
    rehearsal: 'kwok',
  });
  const read = readWorkloads({ sources: [new Source('workloads.yaml', manifests)] });
  const errors = [...diagnostics, ...read.diagnostics].filter(({ severity }) => severity === 'error');
  const [compiled] = clusters;
  if (compiled === undefined || errors.length > 0) {
    throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
  }
  return { compiled, provider, workloads: read.workloads };
}
