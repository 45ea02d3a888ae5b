import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { readPlainScalar } from './plain-scalar.ts';

/** Unquoted scalars mean what they mean everywhere else here. */
const SCHEMA = FAILSAFE_SCHEMA.extend({
  implicit: [
    new Type('tag:yaml.org,2002:plain', {
      kind: 'scalar',
      resolve: (text: string) => typeof readPlainScalar(text) !== 'string',
      construct: (text: string) => {
        const value = readPlainScalar(text);
        return typeof value === 'bigint' ? Number(value) : value;
      },
    }),
  ],
});

/** An anchor and its alias, or a merge key. Written out, a few of them can stand for billions of values. */
const ANCHOR = /(?:^|[\s,[{])&[^\s,[\]{}&]/;
const ALIAS = /(?:^|[\s,[{])\*[^\s,[\]{}*]/;
const MERGE = /<<["']?[ \t]*:/;

/** What a template engine would replace. YAML may take it for a map with a map as its key. */
const TEMPLATE = /(?:^|[\s,[{])\{\{/;

/**
 * The plain data of one YAML document, ten times faster than with positions. Undefined for what it does not read: then
 * the careful reader has to, which also knows what is wrong with a broken document. An empty document is null.
 */
export function readFastYaml(text: string, depth: number): { readonly value: JsonValue } | undefined {
  if ((ANCHOR.test(text) && mayHoldAlias(text)) || MERGE.test(text) || TEMPLATE.test(text)) return undefined;
  try {
    const value = (load(text, { schema: SCHEMA }) ?? null) as JsonValue;
    return isDeeper(value, depth) ? undefined : { value };
  } catch {
    return undefined;
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((one: JsonValue) => isDeeper(one, levels - 1));
}

export function mayHoldAlias(text: string): boolean {
  return ALIAS.test(text);
}
