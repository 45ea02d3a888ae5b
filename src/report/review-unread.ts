import type { ReviewReportCluster } from './review-contract.ts';

/** A cluster of which one state is so broken that no pool of it can be compared. */
export function isUnread({ failed, nodePools }: ReviewReportCluster): boolean {
  return failed.length > 0 && nodePools.length > 0 && nodePools.every(({ types }) => types === undefined);
}

/** Which file keeps it from being compared. */
export function unreadText({ name, file, baseFile, failed }: ReviewReportCluster): string {
  const which = failed.includes('head') ? `\`${file}\`` : `\`${baseFile ?? file}\``;
  return `\`${name}\` is not compared: ${which} has errors in ${failed.includes('head') ? 'head' : 'base'}`;
}
