import type { MetadataOptions } from '../../kubernetes/api/ec2-node-class.ts';
import type { Draft } from './draft.ts';

/** The API server's own defaults, written out so that nothing depends on them. In the order of emission. */
export const METADATA_DEFAULTS = {
  httpEndpoint: 'enabled',
  httpProtocolIPv6: 'disabled',
  httpPutResponseHopLimit: 1,
  httpTokens: 'required',
} as const satisfies Required<MetadataOptions>;

/** Instance metadata options, every field present. Undefined when the written ones are invalid, or nothing is filled in. */
export function metadataOptions(draft: Draft): MetadataOptions | undefined {
  if (draft.broken.has('metadataOptions') || draft.pool.builtInSet === 0)
    return draft.written.metadataOptions;
  for (const field of Object.keys(METADATA_DEFAULTS)) {
    const pointer = `/spec/metadataOptions/${field}`;
    if (!draft.origins.has(pointer)) draft.origins.set(pointer, draft.builtIn);
  }
  return { ...METADATA_DEFAULTS, ...draft.written.metadataOptions };
}
