import type { NextStep } from '../forge/next-step.ts';
import type { UpsertResult } from '../forge/upsert-comment.ts';

/** What was done, in one line. */
export function outcomeText({ action, comment, removed }: UpsertResult): string {
  const where = comment === undefined ? '' : ` ${comment.url ?? `(${comment.id})`}`;
  const also = removed === 0 ? '' : `; removed ${removed === 1 ? 'a second one' : `${removed} others`}`;
  switch (action) {
    case 'created':
      return `created the comment${where}${also}`;
    case 'updated':
      return `updated the comment${where}${also}`;
    case 'unchanged':
      return `the comment${where} is up to date${also}`;
    case 'superseded':
      return `a newer run has written the comment${where}, it is left as it is${also}; delete it if the numbers of runs began anew`;
    default:
      return 'nothing changes and there is no comment: none is created (--always creates one)';
  }
}

const OUTLOOK = {
  create: 'would create a comment',
  update: 'would update the comment',
  remove: 'would remove a second comment:',
  keep: 'would leave the comment, which is up to date:',
  superseded: 'would leave the comment of a newer run:',
  nothing: 'would create no comment: nothing changes',
} as const;

/** What would be done, in one line. */
export function outlookText(step: NextStep | { readonly kind: 'nothing' }): string {
  if (!('own' in step)) return OUTLOOK[step.kind];
  const { id, url } = step.own.comment;
  return `${OUTLOOK[step.kind]} ${url ?? `(${id})`}`;
}
