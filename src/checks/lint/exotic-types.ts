import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { ADMITTED_TYPES, LAUNCHING, poolRule } from '../rule.ts';
import { counted, quoted } from '../words.ts';

/** karpenter-provider-aws 1.14, pkg/providers/instance/filter, `ExoticInstanceTypeFilter`. */
const EXOTIC_RESOURCES = [
  'nvidia.com/gpu',
  'amd.com/gpu',
  'habana.ai/gaudi',
  'aws.amazon.com/neuron',
  'aws.amazon.com/neuroncore',
] as const;

/** Without `minValues` the provider leaves machines with accelerators, and bare metal, out of a launch that can do without. */
export const exoticTypes = poolRule(
  { codes: ['PW4019'], backends: LAUNCHING, needs: ADMITTED_TYPES },
  function* (compiled) {
    const { pool, selection } = compiled;
    const minValues = pool.requirements.find((requirement) => requirement.minValues !== undefined)?.minValues;
    if (minValues === undefined) return;
    const exotic = selection.types.filter((type) => isExotic(type, compiled));
    if (exotic.length === 0 || exotic.length === selection.types.length) return;
    const first = exotic[0]?.name ?? '';
    yield diagnostic(
      'PW4019',
      minValues.origin.span,
      `with \`minValues\`, pool \`${pool.name}\` may launch ${counted(exotic.length, 'instance type')} with accelerators or bare metal`,
      {
        related: usedHere(minValues.origin, pool),
        help: `\`minValues\` turns off the filter that keeps such types (${quoted(first)}${exotic.length > 1 ? ' and others' : ''}) out of ordinary launches. Exclude them by a requirement on \`instance-category\`.`,
      },
    );
  },
);

function isExotic(type: InstanceType, { table }: CompiledPool): boolean {
  if (type.name.includes('metal')) return true;
  const { extended } = table.resourcesOf(type).capacity;
  return EXOTIC_RESOURCES.some((resource) => (extended[resource] ?? 0) > 0);
}
