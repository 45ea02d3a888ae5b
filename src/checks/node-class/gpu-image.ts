import { amiAliasOf, amiFamilyOf } from '../../kubernetes/api/ami-alias.ts';
import type { AmiFamily } from '../../kubernetes/api/ec2-node-class.ts';
import { nodeClassRule } from '../rule.ts';
import { fieldOrigin, finding } from './finding.ts';

/** Families whose alias brings an image with NVIDIA drivers, chosen per instance type, on every Kubernetes version. */
const WITH_GPU_IMAGES: ReadonlySet<AmiFamily> = new Set(['AL2023', 'Bottlerocket']);

export const gpuImage = nodeClassRule(
  { codes: ['PW3401', 'PW3402'], needs: ['node_class.image_family', 'node_class.amiSelectorTerms'] },
  function* (nodeClass, pool) {
    const { gpuEnabled } = pool.pool.nodeClass;
    if (!gpuEnabled.value) return;
    const alias = amiAliasOf(nodeClass.spec);
    const family = alias?.family ?? amiFamilyOf(nodeClass.spec);
    const related = [{ span: gpuEnabled.origin.span, message: 'the pool asks for GPUs here' }];
    // An image of the family `Custom` is the user's own altogether, and so are its drivers.
    if (!WITH_GPU_IMAGES.has(family) && family !== 'Custom') {
      const byFamily = alias === undefined && nodeClass.spec.amiFamily !== undefined;
      yield finding(nodeClass, pool, {
        code: 'PW3401',
        path: byFamily ? ['amiFamily'] : ['amiSelectorTerms', 0],
        message: `the image family \`${family}\` has no GPU images that Karpenter would choose`,
        related,
        help: 'Use an `al2023` or `bottlerocket` image, or the family `Custom` with an image of your own that holds the NVIDIA drivers.',
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
  },
);
