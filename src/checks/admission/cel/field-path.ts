import { propertySchema, type Schema } from '../schema/schema.ts';

const STEP = /\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/y;

/** The names of `.spec.map['a.b']`, of nothing none; undefined where it is not such a path. */
export function readFieldPath(text: string): readonly string[] | undefined {
  const names: string[] = [];
  STEP.lastIndex = 0;
  let end = 0;
  for (let match = STEP.exec(text); match !== null; match = STEP.exec(text)) {
    names.push(match[1] ?? (match[2] ?? '').replace(/\\(.)/g, '$1'));
    end = STEP.lastIndex;
  }
  return end === text.length ? names : undefined;
}

/** Whether a path leads somewhere. */
export function isFieldPath(names: readonly string[], schema: Schema): boolean {
  let at: Schema | undefined = schema;
  for (const name of names) {
    at = at === undefined ? undefined : propertySchema(at, name);
    if (at === undefined) return false;
  }
  return true;
}
