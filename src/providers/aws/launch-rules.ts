import type { LaunchRules } from '../../model/provider.ts';
import { awsLabel } from './label-keys.ts';

const SIZE = awsLabel('instance-size');

/** karpenter-provider-aws 1.14, pkg/providers/instance/filter, `ExoticInstanceTypeFilter`. */
const EXOTIC_RESOURCES = [
  'nvidia.com/gpu',
  'amd.com/gpu',
  'habana.ai/gaudi',
  'aws.amazon.com/neuron',
] as const;

/** What goes into one CreateFleet request (karpenter-provider-aws 1.14, pkg/providers/instance). */
export const LAUNCH_RULES: LaunchRules = {
  maxInstanceTypes: 60,
  isExotic: ({ labels }, { capacity }) =>
    labels.get(SIZE)?.some((size) => size.includes('metal')) === true ||
    EXOTIC_RESOURCES.some((resource) => (capacity.extended[resource] ?? 0) > 0),
};
