import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type { Rehearsal } from '../../model/rehearsal.ts';
import { findings } from './findings.ts';
import { exceedsConfigMap, instanceTypesFile } from './instance-types-file.ts';
import { kwokInstanceType, sharedTypes } from './instance-types.ts';
import { kwokNodeClasses, kwokNodePool } from './objects.ts';
import { rehearsedPools } from './pools.ts';

export interface RehearseInput {
  readonly pools: readonly CompiledPool[];
  /** Of the real provider: its labels stay what pools and pods ask for. */
  readonly vocabulary: LabelVocabulary;
}

export interface RehearseResult {
  readonly rehearsal: Rehearsal;
  /** What fake nodes cannot play. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Pools of a real provider as Karpenter's KWOK provider plays them (Karpenter 1.14). */
export function rehearse({ pools: compiled, vocabulary }: RehearseInput): RehearseResult {
  const pools = rehearsedPools(compiled, vocabulary);
  const shared = sharedTypes(pools);
  const types = shared.flatMap((type) => kwokInstanceType(type, vocabulary) ?? []);
  const instanceTypes = instanceTypesFile(types);
  const rehearsal: Rehearsal = {
    provider: 'kwok',
    nodeClasses: kwokNodeClasses(pools),
    nodePools: pools.map((pool) => kwokNodePool(pool, types)),
    instanceTypes,
    exceedsConfigMap: exceedsConfigMap(instanceTypes),
    hasStaticPools: pools.some(({ nodePool }) => nodePool.spec.replicas !== undefined),
  };
  return { rehearsal, diagnostics: findings({ compiled, pools, shared, types, rehearsal }) };
}
