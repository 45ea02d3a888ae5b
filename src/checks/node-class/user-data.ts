import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';

/** EC2's ceiling, before base64. Karpenter adds its own part to what is written here. */
const MAX_BYTES = 16_384;

export const userData = nodeClassRule(['PW3115'], function* (nodeClass, pool) {
  const { userData: text } = nodeClass.spec;
  if (text === undefined) return;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MAX_BYTES) return;
  yield finding(nodeClass, pool, {
    code: 'PW3115',
    path: ['userData'],
    blame: 'key',
    message: `\`user_data\` has ${bytes} bytes, and EC2 takes at most ${MAX_BYTES}`,
    help: 'Bake the files into an image, or fetch them when the node starts.',
  });
});
