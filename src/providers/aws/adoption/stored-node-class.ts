import type { JsonMap } from '../../../diagnostics/json-value.ts';
import { METADATA_DEFAULTS } from '../metadata-options.ts';

/** A spec as the API server stores it: `metadataOptions` is the only field with defaults (CRD of v1.14.1). */
export function storedNodeClass(spec: JsonMap): JsonMap {
  const written = spec['metadataOptions'];
  const fields = typeof written === 'object' && written !== null ? written : {};
  return { ...spec, metadataOptions: { ...METADATA_DEFAULTS, ...fields } };
}
