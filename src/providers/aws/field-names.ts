/**
 * Our spelling of a provider field: snake_case, an acronym counting as one word (`cpuCFSQuota` is `cpu_cfs_quota`,
 * `kmsKeyID` is `kms_key_id`). Keys that are no identifiers (`memory.available`) stay as they are.
 */
export function snakeCase(field: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(field)) return field;
  return field
    .replaceAll('IPv', 'Ipv')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** Both spellings of every field, each leading to the provider's. */
export function spellingsOf(fields: Iterable<string>): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const field of fields) {
    spellings.set(field, field);
    spellings.set(snakeCase(field), field);
  }
  return spellings;
}
