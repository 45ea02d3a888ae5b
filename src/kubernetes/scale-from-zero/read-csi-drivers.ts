import { readInteger } from './read-integer.ts';

export interface CsiDriver {
  readonly name: string;
  /** How many volumes a node can hold. Absent: any number. */
  readonly limit?: number;
}

const SPACE = /^\p{White_Space}+|\p{White_Space}+$/gu;
const MOST = 2n ** 31n - 1n;

/** The csi-driver annotation (`name=limit,name=limit`) as the Cluster Autoscaler reads it: bad pieces are dropped, 0 is no limit. */
export function readCsiDrivers(text: string): readonly CsiDriver[] {
  return text.split(',').flatMap((piece) => {
    const at = piece.indexOf('=');
    const name = trim(piece.slice(0, Math.max(at, 0)));
    const limit = readInteger(trim(piece.slice(at + 1)));
    if (at < 0 || name === '' || limit === undefined || limit < 0n || limit > MOST) return [];
    return [limit === 0n ? { name } : { name, limit: Number(limit) }];
  });
}

/** As Go's `strings.TrimSpace`. */
function trim(text: string): string {
  return text.replace(SPACE, '');
}
