import { formatDuration } from '../../src/kubernetes/duration.ts';

/** A count of seconds as the Go duration that v1beta1 has in its place. */
export function goSeconds(seconds: number): string {
  return formatDuration(BigInt(seconds) * 1_000_000_000n);
}
