import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedEntry } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import { parseYaml } from '../documents/parse-yaml.ts';
import { NO_SETTINGS, readSettingsBlock, type SettingsBlock } from './settings-block.ts';
import { defaultSettingsSchema, SETTING_KEYS } from './settings-schema.ts';

/** A folder's clusters share one source object, so that their defaults are read once. */
const readSources = new WeakMap<Source, SettingsBlock>();

/** The settings of `_defaults.yaml`. */
export function readDefaults(source: Source | undefined): SettingsBlock {
  if (source === undefined) return NO_SETTINGS;
  const known = readSources.get(source);
  if (known !== undefined) return known;
  const block = readSource(source);
  readSources.set(source, block);
  return block;
}

function readSource(source: Source): SettingsBlock {
  const parsed = parseYaml(source);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics];
  const blocks: LocatedEntry[] = [];
  for (const { value } of parsed.documents) {
    if (value?.kind !== 'map') continue;
    const block = value.entries.get('poolwright');
    if (block !== undefined) blocks.push(block);
    else diagnostics.push(...looseSettings([...value.entries.values()]));
    diagnostics.push(...ignoredPools([...value.entries.values()]));
  }
  const [first, ...others] = blocks;
  diagnostics.push(...others.map((other) => secondBlock(other, first ?? other)));
  const block = readSettingsBlock(first, defaultSettingsSchema);
  diagnostics.push(...block.diagnostics);
  const unreadable = parsed.diagnostics.some(({ severity }) => severity === 'error') || others.length > 0;
  return { ...block, faulty: unreadable ? new Set(['*']) : block.faulty, diagnostics };
}

function secondBlock(other: LocatedEntry, first: LocatedEntry): Diagnostic {
  return diagnostic('PW2013', other.keySpan, 'the file has a second `poolwright` block', {
    related: [{ span: first.keySpan, message: 'the first one' }],
    help: 'Put all settings in one block.',
  });
}

/** Settings written without the block around them would be ignored in silence. */
function looseSettings(entries: readonly LocatedEntry[]): Diagnostic[] {
  return entries
    .filter(({ key }) => SETTING_KEYS.includes(key))
    .slice(0, 1)
    .map(({ key, keySpan }) =>
      diagnostic('PW2013', keySpan, `\`${key}\` stands outside the \`poolwright\` block`, {
        help: 'Put `poolwright:` above the settings and indent them.',
      }),
    );
}

function ignoredPools(entries: readonly LocatedEntry[]): Diagnostic[] {
  return entries
    .filter(({ key }) => key === 'karpenter' || key === 'node_pools')
    .map(({ key, keySpan }) =>
      diagnostic('PW2012', keySpan, `\`${key}\` is ignored in a file of defaults`, {
        help: 'Write what all pools share under `poolwright` as `pool_defaults`, `node_class` or `profiles`.',
      }),
    );
}
