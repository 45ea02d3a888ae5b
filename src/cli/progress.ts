import type { Host } from './host.ts';

export interface Progress {
  /** What is being done now, in place of what was shown before. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const ERASE_LINE = '\r\u001b[K';

/** A line on the terminal's standard error while something takes its time; nothing where nobody is looking. */
export function progress({ stderr, env }: Host): Progress {
  const nobodyLooks = !stderr.isTTY || env['TERM'] === 'dumb';
  if (nobodyLooks) return { show: () => undefined, clear: () => undefined };
  return {
    show: (text) => stderr.write(`${ERASE_LINE}${text} …`),
    clear: () => stderr.write(ERASE_LINE),
  };
}
