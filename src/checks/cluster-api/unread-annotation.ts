import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { renameKeyFix } from '../../diagnostics/entry-fixes.ts';
import { AUTOSCALING_OPTIONS } from '../../kubernetes/scale-from-zero/autoscaling-options.ts';
import {
  CAPACITY_KEYS,
  MAX_SIZE_KEY,
  MIN_SIZE_KEY,
  OPTION_PREFIX,
} from '../../kubernetes/scale-from-zero/keys.ts';
import { quoted } from '../words.ts';
import { annotationKeySpan, annotationPath } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';

const KNOWN: readonly string[] = [
  MIN_SIZE_KEY,
  MAX_SIZE_KEY,
  ...Object.values(CAPACITY_KEYS),
  ...Object.keys(AUTOSCALING_OPTIONS).map((name) => OPTION_PREFIX + name.toLowerCase()),
];
const PREFIXES = [
  OPTION_PREFIX,
  MAX_SIZE_KEY.slice(0, -'node-group-max-size'.length),
  CAPACITY_KEYS.cpu.slice(0, -'cpu'.length),
];
const READ: ReadonlySet<string> = new Set(KNOWN);

/** Looks like one of the autoscaler's, by its domain or by its name. */
const LIKE = /^capacity\.cluster-autoscaler\b|\/cluster-api-autoscaler-|\/autoscaling-options-/;

/** Annotations that were meant for the autoscaler and are none of its own. Case counts. */
export const unreadAnnotation = groupRule(['PW9232'], function* (group) {
  for (const key of Object.keys(group.annotations)) {
    if (READ.has(key) || key === OPTION_PREFIX || !LIKE.test(key)) continue;
    const guess = guessFor(key);
    const { entry } = group.object.locate(annotationPath(group, key));
    const isFree = guess !== undefined && !Object.hasOwn(group.annotations, guess);
    const isOnlyCase = guess?.toLowerCase() === key.toLowerCase();
    yield diagnostic(
      'PW9232',
      annotationKeySpan(group, key),
      `nothing reads the annotation ${quoted(key)} of ${group.title}`,
      {
        help: guess === undefined ? 'Remove it, or correct it.' : `Did you mean \`${guess}\`?`,
        fix: isFree && isOnlyCase && entry !== undefined ? renameKeyFix(entry, guess) : undefined,
      },
    );
  }
});

/** The same name in the right domain, else the nearest name that starts alike: what is common would hide any difference. */
function guessFor(key: string): string | undefined {
  const name = key.slice(key.indexOf('/') + 1).toLowerCase();
  const same = KNOWN.find((one) => one.slice(one.indexOf('/') + 1).toLowerCase() === name);
  if (same !== undefined) return same;
  const prefix = PREFIXES.find((one) => key.startsWith(one));
  if (prefix === undefined) return undefined;
  const alike = KNOWN.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  const guess = didYouMean(key.slice(prefix.length), alike);
  return guess === undefined ? undefined : prefix + guess;
}
