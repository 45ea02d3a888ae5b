import { parseDuration } from '../kubernetes/duration.ts';

/** Karpenter 1.14, CRD of NodePool. */
const DURATION = /^([0-9]+(s|m|h))+$/;

/** Hours, minutes and seconds, however many: `720h`, `1h30m`. */
export function isDurationText(text: string): boolean {
  return DURATION.test(text);
}

/** Nanoseconds of a duration that Karpenter accepts; undefined for `Never` and for what is malformed or too long. */
export function acceptedDuration(text: string): bigint | undefined {
  return isDurationText(text) ? parseDuration(text) : undefined;
}
