import type { JsonValue } from '../diagnostics/json-value.ts';

/** Texts that would be something else without their quotes. */
const LOOKS_RETYPED = /^(|true|false|null|~|yes|no|on|off|[-+.]?\d[\d_.eE+-]*)$/i;

/** A value in one line, as YAML would have it in flow style. Of a text of many lines the first is shown. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return quotedText(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${valueText(item)}`);
    return `{${entries.join(', ')}}`;
  }
  return String(value);
}

/** Text, in quotes where it would be a number or a boolean without. */
export function quotedText(text: string): string {
  if (LOOKS_RETYPED.test(text)) return JSON.stringify(text);
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.length === 1 ? text.replace(/\n$/, '') : `${lines[0]} … (${lines.length} lines)`;
}
