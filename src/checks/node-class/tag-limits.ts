import { nodeClassRule } from '../rule.ts';
import { quoted } from '../words.ts';
import { finding } from './finding.ts';

const MAX_KEY = 128;
const MAX_VALUE = 256;
/** EC2 takes 50 tags; Karpenter adds six of its own, of which `Name` may be one of these. */
const MAX_TAGS = 50;
const KARPENTERS_TAGS = 6;

/** Characters that IAM takes. With `role` the tags go onto an instance profile too, so its rules count. */
const CHARACTERS = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

export const tagLimits = nodeClassRule(['PW3321', 'PW3322'], function* (nodeClass, pool) {
  const tags = Object.entries(nodeClass.spec.tags ?? {});
  const onProfile = nodeClass.spec.role !== undefined;
  for (const [key, value] of tags) {
    const path = ['tags', key];
    const keyProblem =
      problem(key, MAX_KEY, onProfile) ?? (/^aws:/i.test(key) ? 'begins with `aws:`' : undefined);
    const valueProblem = problem(value, MAX_VALUE, onProfile);
    if (keyProblem !== undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3321',
        path,
        blame: 'key',
        message: `the tag ${quoted(key)} ${keyProblem}`,
        help: help(onProfile),
      });
    } else if (valueProblem !== undefined) {
      yield finding(nodeClass, pool, {
        code: 'PW3321',
        path,
        message: `the value of the tag ${quoted(key)} ${valueProblem}`,
        help: help(onProfile),
      });
    }
  }
  const own = nodeClass.spec.tags?.['Name'] === undefined ? KARPENTERS_TAGS : KARPENTERS_TAGS - 1;
  if (tags.length + own <= MAX_TAGS) return;
  yield finding(nodeClass, pool, {
    code: 'PW3322',
    path: ['tags', tags[0]?.[0] ?? ''],
    blame: 'key',
    message: `${tags.length} tags and Karpenter's ${own} are more than the ${MAX_TAGS} that EC2 takes`,
    help: `Keep at most ${MAX_TAGS - own}.`,
  });
});

function problem(text: string, maxLength: number, onProfile: boolean): string | undefined {
  // Characters are counted only where the cheap count leaves a doubt.
  if (text.length > maxLength && [...text].length > maxLength)
    return `is longer than ${maxLength} characters`;
  return onProfile && !CHARACTERS.test(text) ? 'has a character that IAM does not take' : undefined;
}

function help(onProfile: boolean): string {
  return onProfile
    ? 'Keys have up to 128 characters, values up to 256: letters, digits, spaces and `_.:/=+-@`. Keys do not begin with `aws:`.'
    : 'Keys have up to 128 characters, values up to 256. Keys do not begin with `aws:`.';
}
