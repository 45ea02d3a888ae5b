import { parse } from 'yaml';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import { renderRehearsal } from '../../../src/render/render-rehearsal.ts';
import type { Manifest } from '../rig/api.ts';

/** What `synth --provider kwok` writes, read back from the texts of its files. */
export interface KwokOutput {
  /** NodePools and node classes. */
  readonly objects: readonly Manifest[];
  /** JSON. */
  readonly instanceTypes: string;
}

export function kwokOutput(compiled: CompiledCluster): KwokOutput {
  const files = renderRehearsal(compiled);
  const instanceTypes = files.find(({ path }) => path.endsWith('instance-types.json'));
  if (instanceTypes === undefined) throw new Error('there is no file of instance types');
  const objects = files.filter(({ path }) => /karpenter\/(nodepool|kwoknodeclass)-/.test(path));
  return {
    objects: objects.map(({ text }) => parse(text) as Manifest),
    instanceTypes: instanceTypes.text,
  };
}
