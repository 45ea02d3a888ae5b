const GIB = 2 ** 30;

/** Milli-CPU as cores: 3920 is `3.92`. */
export function coresText(cpuMilli: number): string {
  return String(cpuMilli / 1000);
}

/** Bytes as gibibytes with one decimal: for reading, not for copying into a file. */
export function gibibytesText(bytes: number): string {
  return `${Number((bytes / GIB).toFixed(1))}Gi`;
}

/** Branch interfaces are counted as a resource on nearly every machine: no news in a table for people. */
const NO_DEVICES = new Set(['vpc.amazonaws.com/pod-eni']);

/** `nvidia.com/gpu: 4`, or nothing. */
export function devicesText(extended: Readonly<Record<string, number>>): string {
  return Object.keys(extended)
    .filter((name) => (extended[name] ?? 0) > 0 && !NO_DEVICES.has(name))
    .sort()
    .map((name) => `${name}: ${extended[name]}`)
    .join(', ');
}
