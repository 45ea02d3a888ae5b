/** Seconds of the units people write, the ones that Kubernetes does not know included. */
const UNITS: readonly (readonly [pattern: RegExp, seconds: number])[] = [
  [/^w(eeks?)?$/, 604_800],
  [/^d(ays?)?$/, 86_400],
  [/^h((ou)?rs?)?$/, 3600],
  [/^m(in(ute)?s?)?$/, 60],
  [/^s(ec(ond)?s?)?$/, 1],
];

const PARTS = /^(?:[0-9]{1,9}(?:\.[0-9]{1,3})?\s*[A-Za-z]+\s*)+$/;
const PART = /([0-9]+)(?:\.([0-9]+))?\s*([A-Za-z]+)/g;

/** Whole seconds of a duration in everyday notation (`30d`, `1 hour`, `1.5h`); undefined where it is no such thing. */
export function everydaySeconds(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^0+$/.test(trimmed)) return 0;
  if (!PARTS.test(trimmed)) return undefined;
  let thousandths = 0;
  for (const [, whole = '', fraction = '', unit = ''] of trimmed.matchAll(PART)) {
    // A lone `M` may be a month.
    const seconds = UNITS.find(([pattern]) => pattern.test(unit === 'M' ? unit : unit.toLowerCase()))?.[1];
    if (seconds === undefined) return undefined;
    thousandths += Number(`${whole}${fraction.padEnd(3, '0')}`) * seconds;
  }
  return Number.isSafeInteger(thousandths) && thousandths % 1000 === 0 ? thousandths / 1000 : undefined;
}

/** Shortest text of hours, minutes and seconds: `720h`, `1h30m`, `45s`. */
export function hoursMinutesSeconds(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = totalSeconds % 60;
  const parts = [
    hours > 0 ? `${hours}h` : '',
    minutes > 0 ? `${minutes}m` : '',
    seconds > 0 ? `${seconds}s` : '',
  ];
  return parts.join('') || '0s';
}
