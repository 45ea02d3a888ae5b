import type { JsonValue } from './json-value.ts';
import type { LocatedValue } from './located.ts';

/**
 * The bare data of a located tree, for schema validation. Integers beyond 2^53 become the nearest number: who needs
 * them exactly reads `text` of the located scalar. `__proto__` becomes an ordinary own property.
 */
export function toPlain(value: LocatedValue): JsonValue {
  switch (value.kind) {
    case 'scalar':
      return typeof value.value === 'bigint' ? Number(value.value) : value.value;
    case 'list':
      return value.items.map(toPlain);
    case 'map': {
      const plain: Record<string, JsonValue> = {};
      for (const entry of value.entries.values()) setOwn(plain, entry.key, toPlain(entry.value));
      return plain;
    }
  }
}

function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  // Assigning to `__proto__` would replace the prototype instead of adding a key.
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}
