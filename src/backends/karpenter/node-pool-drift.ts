import type { JsonMap, JsonValue } from '../../diagnostics/json-value.ts';
import type { DriftRules } from '../../model/provider.ts';
import {
  NODE_POOL_HASH_ANNOTATION,
  NODE_POOL_HASH_VERSION_ANNOTATION,
  nodePoolHash,
} from './node-pool-hash.ts';

/** When Karpenter 1.14 replaces the nodes of a NodePool because its spec changed. */
export const NODE_POOL_DRIFT: DriftRules = {
  stored: storedNodePool,
  hash: ({ template }, hashVersion) => nodePoolHash(mapOf(template), hashVersion),
  hashVersion: 'v3',
  hashAnnotation: NODE_POOL_HASH_ANNOTATION,
  hashVersionAnnotation: NODE_POOL_HASH_VERSION_ANNOTATION,
  selectingFields: new Set(['template.spec.requirements']),
};

const DISRUPTION = { consolidateAfter: '0s' };
const DISRUPTION_FIELDS = { consolidationPolicy: 'WhenEmptyOrUnderutilized', budgets: [{ nodes: '10%' }] };
const TEMPLATE_SPEC = { expireAfter: '720h' };
const BUDGET = { nodes: '10%' };

/** A spec as the API server stores it (CRD of Karpenter 1.14.1). Limits may be numbers; they count as their text. */
function storedNodePool(spec: JsonMap): JsonMap {
  const template = mapOf(spec['template']);
  const disruption = { ...DISRUPTION_FIELDS, ...mapOf(spec['disruption'] ?? DISRUPTION) };
  const { budgets } = disruption;
  const limits = spec['limits'];
  return {
    ...spec,
    template: { ...template, spec: { ...TEMPLATE_SPEC, ...mapOf(template['spec']) } },
    disruption: {
      ...disruption,
      budgets: Array.isArray(budgets)
        ? budgets.map((budget: JsonValue) => ({ ...BUDGET, ...mapOf(budget) }))
        : budgets,
    },
    ...(limits === undefined ? {} : { limits: textsOf(mapOf(limits)) }),
  };
}

function textsOf(limits: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(limits).map(([key, value]) => [key, typeof value === 'number' ? `${value}` : value]),
  );
}

function mapOf(value: JsonValue | undefined): JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMap) : {};
}
