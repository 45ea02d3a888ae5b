import { nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding } from './finding.ts';

const PAIRS = [
  { field: 'evictionSoft', other: 'evictionSoftGracePeriod', lacks: 'has no grace period' },
  { field: 'evictionSoftGracePeriod', other: 'evictionSoft', lacks: 'has a grace period but no threshold' },
] as const;

export const kubeletSoftEviction = nodeClassRule(
  { codes: ['PW3331'], needs: ['node_class.kubelet'] },
  function* (nodeClass, pool) {
    const kubelet = nodeClass.spec.kubelet ?? {};
    for (const { field, other, lacks } of PAIRS) {
      const others = Object.keys(kubelet[other] ?? {});
      for (const signal of Object.keys(kubelet[field] ?? {})) {
        if (others.includes(signal)) continue;
        const name = other === 'evictionSoft' ? 'eviction_soft' : 'eviction_soft_grace_period';
        const origin = fieldOrigin(nodeClass, ['kubelet', other]);
        yield finding(nodeClass, pool, {
          code: 'PW3331',
          path: ['kubelet', field, signal],
          blame: 'key',
          message: `the soft eviction signal \`${signal}\` ${lacks}`,
          related:
            kubelet[other] === undefined
              ? []
              : [{ span: origin.keySpan ?? origin.span, message: 'the signals on the other side' }],
          help: `Add \`${signal}\` to \`${name}\`, or take it out here.`,
        });
      }
    }
  },
);
