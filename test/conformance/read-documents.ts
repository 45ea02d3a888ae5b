import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PackerInstanceType } from '../../src/packer/karpenter/problem.ts';
import type { CatalogueByName } from './scenario-to-problem.ts';

/** A file that is not there, not JSON, or not what it should be. The message names it. */
export class UnreadableFile extends Error {}

export interface Document {
  readonly value: unknown;
  /** 1-based. */
  readonly line: number;
}

/** The JSON documents of a file: one a line in `.jsonl`, one altogether in `.json`; `.gz` behind either. */
export function readDocuments(file: string): readonly Document[] {
  const text = readText(file);
  const plain = file.replace(/\.gz$/, '');
  if (plain.endsWith('.json')) return [{ value: parse(text, file), line: 1 }];
  if (!plain.endsWith('.jsonl')) {
    throw new UnreadableFile(`${file}: the name must end in .jsonl, .json, .jsonl.gz or .json.gz`);
  }
  return text
    .split('\n')
    .map((line, i) => ({ text: line, line: i + 1 }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, line }) => ({ value: parse(text, `${file}:${line}`), line }));
}

export function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw new UnreadableFile(`${file}: ${messageOf(error)}`);
  }
}

export function parse(text: string, where: string): unknown {
  try {
    // To Go, null is what an absent field is. Few files have any, and looking at every value takes its time.
    return text.includes('null') ? JSON.parse(text, withoutNull) : JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`${where}: ${messageOf(error)}`);
  }
}

function withoutNull(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Catalogues beside a file's folder: `../catalogues/NAME.json`, with or without `.gz`. Each is read once. */
export function cataloguesBeside(file: string): CatalogueByName {
  const folder = join(dirname(file), '..', 'catalogues');
  const read = new Map<string, readonly PackerInstanceType[]>();
  return (name) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const types = readCatalogue(folder, name);
    read.set(name, types);
    return types;
  };
}

function readCatalogue(folder: string, name: string): readonly PackerInstanceType[] {
  const plain = join(folder, `${name}.json`);
  const file = existsSync(plain) ? plain : `${plain}.gz`;
  if (!existsSync(file)) {
    throw new UnreadableFile(`${plain}: catalogue ${basename(name)} is not there, nor with .gz`);
  }
  const value = parse(readText(file), file) as { readonly instanceTypes?: unknown } | null;
  if (!Array.isArray(value?.instanceTypes)) throw new UnreadableFile(`${file}: it has no instanceTypes`);
  return value.instanceTypes as readonly PackerInstanceType[];
}
