/**
 * cdk8s mistakes a map that has a key `constructor` for an instance of some class, and drops a key `__proto__`. Both are
 * keys a person may write (a label, a tag), so they travel through cdk8s under another name.
 */
const MARK = '\u{E000}';

export interface DataTraits {
  /** Some key would not survive cdk8s under its own name. */
  readonly hazardous: boolean;
  /** Some value is not plain data (a cdk8s `Lazy`): what will be written is known only at synthesis. */
  readonly dynamic: boolean;
}

export function inspectData(data: unknown): DataTraits {
  const traits = { hazardous: false, dynamic: false };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      traits.dynamic ||= typeof value === 'function';
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item);
    } else if (isPlain(value)) {
      for (const key of Object.keys(value)) {
        traits.hazardous ||= isHazardous(key);
        walk((value as Readonly<Record<string, unknown>>)[key]);
      }
    } else {
      traits.dynamic = true;
    }
  };
  walk(data);
  return traits;
}

/** `data` with hazardous keys renamed. */
export function shieldKeys<T>(data: T): T {
  return rename(data, (key) => (isHazardous(key) ? MARK + key : key)) as T;
}

/** The inverse of `shieldKeys`. */
export function unshieldKeys<T>(data: T): T {
  return rename(data, (key) => (key.startsWith(MARK) ? key.slice(MARK.length) : key)) as T;
}

function isHazardous(key: string): boolean {
  return key === 'constructor' || key === '__proto__' || key.startsWith(MARK);
}

function rename(data: unknown, newKey: (key: string) => string): unknown {
  if (Array.isArray(data)) return data.map((item) => rename(item, newKey));
  // Instances of classes (a cdk8s `Lazy`) pass through as they are.
  if (typeof data !== 'object' || data === null || !isPlain(data)) return data;
  // fromEntries defines properties where assignment would set a prototype.
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [newKey(key), rename(value, newKey)]));
}

function isPlain(data: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}
