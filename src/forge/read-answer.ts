import { isJsonMap, type JsonMap } from '../diagnostics/json-value.ts';
import type { ForgeAuthor } from './comment-forge.ts';
import { ForgeError } from './forge-error.ts';

/** An object of an answer. `what` it should be. @throws ForgeError if it is something else */
export function readObject(value: unknown, what: string): JsonMap {
  if (isJsonMap(value)) return value;
  throw new ForgeError(`the answer is not ${what}; is this the address of the API?`, { kind: 'unexpected' });
}

/** The number that a forge gave something. @throws ForgeError if there is none */
export function readId(object: JsonMap, what: string): number {
  const { id } = object;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new ForgeError(`the answer has no number for ${what}; is this the address of the API?`, {
    kind: 'unexpected',
  });
}

/** Undefined of a user that is gone, which is nobody. */
export function readAuthor(value: unknown, nameKey: 'login' | 'username'): ForgeAuthor | undefined {
  if (!isJsonMap(value)) return undefined;
  const { [nameKey]: login, id } = value;
  if (typeof login !== 'string' || login === '') return undefined;
  return typeof id === 'number' ? { login, id } : { login };
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
