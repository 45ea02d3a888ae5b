/** A number and what it may be; an absent one is not looked at. */
export interface Bounded {
  readonly at: string;
  readonly value: number | undefined;
  readonly least: number;
  readonly most?: number;
}

/** Whole numbers out of their bounds. */
export function outOfBounds(fields: readonly Bounded[]): readonly string[] {
  return fields
    .filter(
      ({ value, least, most = 2 ** 31 - 1 }) =>
        value !== undefined && !(Number.isInteger(value) && value >= least && value <= most),
    )
    .map(({ at, value, least, most }) =>
      most === undefined
        ? `${at}: ${value} is not an integer of at least ${least}`
        : `${at}: ${value} is not an integer between ${least} and ${most}`,
    );
}

/** A value that is none of those there are. */
export function choice(at: string, value: string | undefined, choices: readonly string[]): readonly string[] {
  if (value === undefined || choices.includes(value)) return [];
  return [`${at}: "${value}" is none of ${choices.join(', ')}`];
}

/** A text that does not have the shape that is asked for. */
export function shape(input: {
  readonly at: string;
  readonly text: string | undefined;
  readonly pattern: RegExp;
  readonly like: string;
}): readonly string[] {
  const { at, text, pattern, like } = input;
  if (text === undefined || pattern.test(text)) return [];
  return [`${at}: "${text}" is not like ${like}`];
}
