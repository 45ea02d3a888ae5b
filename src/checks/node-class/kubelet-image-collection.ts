import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

/** The kubelet's own defaults, which stand in for the threshold that is not written. It refuses to start out of order. */
const DEFAULT_HIGH = 85;
const DEFAULT_LOW = 80;

export const kubeletImageCollection = nodeClassRule(
  { codes: ['PW3330'], needs: ['node_class.kubelet'] },
  function* (nodeClass, pool) {
    const { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low } =
      nodeClass.spec.kubelet ?? {};
    if (high === undefined && low === undefined) return;
    if ((high ?? DEFAULT_HIGH) > (low ?? DEFAULT_LOW)) return;
    const lowText = low === undefined ? `${DEFAULT_LOW} (the default)` : String(low);
    const highText = high === undefined ? `${DEFAULT_HIGH} (the default)` : String(high);
    yield finding(nodeClass, pool, {
      code: 'PW3330',
      path: ['kubelet', high === undefined ? 'imageGCLowThresholdPercent' : 'imageGCHighThresholdPercent'],
      message: `images would be collected above ${highText} percent of the disk, down to ${lowText}`,
      help: 'Make `image_gc_high_threshold_percent` greater than `image_gc_low_threshold_percent`.',
    });
  },
);
