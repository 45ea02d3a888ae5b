import type { Host, Terminal } from './host.ts';

/**
 * Whether to colour what goes to a terminal: the flag decides, then NO_COLOR and FORCE_COLOR (set and not empty),
 * then whether somebody is looking.
 */
export function wantsColor(flag: boolean | undefined, host: Host, terminal: Terminal): boolean {
  if (flag !== undefined) return flag;
  const { NO_COLOR, FORCE_COLOR, TERM } = host.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return terminal.isTTY && TERM !== 'dumb';
}
