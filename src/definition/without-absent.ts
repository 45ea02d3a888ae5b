type Present<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Drops what is undefined: an optional key that nobody wrote is absent. */
export function withoutAbsent<Values extends object>(values: Values): Present<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<Values>;
}
