import type { Host } from '../host.ts';
import type { OnPart } from './compile-share.ts';
import type { Share } from './share.ts';
import type { ShareJob } from './share-job.ts';

/** Does a share in this thread. */
export async function doShare(
  { task, rehearsal, ...job }: Omit<ShareJob, 'shard'>,
  share: Share,
  host: Host,
  onPart: OnPart,
): Promise<void> {
  if (task === 'check') {
    const { checkShare } = await import('./check-share.ts');
    return checkShare(share, host, { ...job, onPart });
  }
  const { synthShare } = await import('./synth-share.ts');
  return synthShare(share, { task, rehearsal }, onPart);
}
