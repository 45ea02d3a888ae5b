import { amiAliasOf, amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import type { AmiFamily } from '../../kubernetes/api/ec2-node-class.ts';
import { nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding } from './finding.ts';

/** Families whose alias brings an image with NVIDIA drivers, chosen per instance type, on every Kubernetes version. */
const WITH_GPU_IMAGES: ReadonlySet<AmiFamily> = new Set(['AL2023', 'Bottlerocket']);

export const gpuImage = nodeClassRule(['PW3401', 'PW3402'], function* (nodeClass, pool) {
  const { gpuEnabled } = pool.pool.nodeClass;
  if (!gpuEnabled.value) return;
  const alias = amiAliasOf(nodeClass.spec);
  const family = alias?.family ?? amiFamilyOf(nodeClass.spec);
  const related = [{ span: gpuEnabled.origin.span, message: 'the pool asks for GPUs here' }];
  if (!WITH_GPU_IMAGES.has(family)) {
    const byFamily = alias === undefined && nodeClass.spec.amiFamily !== undefined;
    yield finding(nodeClass, pool, {
      code: 'PW3401',
      path: byFamily ? ['amiFamily'] : ['amiSelectorTerms', 0],
      message: `the image family \`${family}\` has no GPU images that Karpenter would choose`,
      related,
      help: 'Use an `al2023` or `bottlerocket` image. With an image of your own, leave `gpu_enabled` out and write the GPU requirements.',
    });
  } else if (alias === undefined) {
    const terms = fieldOrigin(nodeClass, ['amiSelectorTerms']);
    yield finding(nodeClass, pool, {
      code: 'PW3402',
      path: ['amiSelectorTerms'],
      ...(terms.keySpan === undefined ? {} : { blame: 'key' as const }),
      message: 'of images chosen without an alias Karpenter knows only the architecture',
      related,
      help: 'Make sure that they hold the NVIDIA drivers, or use an alias.',
    });
  }
});
