import * as z from 'zod';
import { labels } from './fields.ts';

const texts = z.record(z.string(), z.string());

/** Of any object: its name may still have to be made up from `generateName`. */
export const objectMeta = z.object({
  name: z.string().exactOptional(),
  generateName: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  labels: texts.exactOptional(),
  annotations: texts.exactOptional(),
  creationTimestamp: z.string().exactOptional(),
  deletionTimestamp: z.string().exactOptional(),
  ownerReferences: z
    .array(
      z.object({
        apiVersion: z.string(),
        kind: z.string(),
        name: z.string(),
        uid: z.string(),
        controller: z.boolean().exactOptional(),
      }),
    )
    .exactOptional(),
});

/** What a pod template says of its pods. */
export const templateMeta = z.object({ labels: labels.exactOptional() });
