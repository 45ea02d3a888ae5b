import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { LocatedEntry, LocatedMap, LocatedValue } from '../diagnostics/located.ts';
import { isRequirement } from './list-requirements.ts';
import { POOL_KEYS } from './pool-schema.ts';
import { SETTING_KEYS } from './settings-schema.ts';

/** What of one YAML document is ours. Everything else in it belongs to other tools. */
export interface FoundDocument {
  /** The entry `node_pools`, wherever it stands. */
  readonly pools?: LocatedEntry;
  /** The entry `poolwright` at the top level. */
  readonly settings?: LocatedEntry;
  readonly diagnostics: readonly Diagnostic[];
}

const PLACES = '`spec.karpenter.node_pools`, `karpenter.node_pools` or `node_pools`';

/** Finds the node pools and the settings of a document, and what looks like them in the wrong place. */
export function findPools(root: LocatedValue | undefined): FoundDocument {
  if (root?.kind !== 'map') return { diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const spec = mapAt(root, 'spec');
  const places = [
    inKarpenter(spec?.entries.get('karpenter'), diagnostics),
    inKarpenter(root.entries.get('karpenter'), diagnostics),
    root.entries.get('node_pools'),
  ].filter((entry) => entry !== undefined);
  const [pools, ...others] = places;
  const settings = root.entries.get('poolwright');
  if (pools !== undefined) diagnostics.push(...others.map((other) => severalPlaces(other, pools)));
  if (pools === undefined && diagnostics.length === 0) diagnostics.push(...missedPools(root, spec));
  diagnostics.push(...missedSettings(root, spec));
  return {
    ...(pools === undefined ? {} : { pools }),
    ...(settings === undefined ? {} : { settings }),
    diagnostics,
  };
}

function inKarpenter(
  karpenter: LocatedEntry | undefined,
  diagnostics: Diagnostic[],
): LocatedEntry | undefined {
  if (karpenter === undefined || isNull(karpenter.value)) return undefined;
  const { value } = karpenter;
  if (value.kind !== 'map') {
    diagnostics.push(
      diagnostic('PW2021', value.origin.span, '`karpenter` must be a map', {
        help: 'It holds `node_pools`, a map of pool names to pools.',
      }),
    );
    return undefined;
  }
  for (const entry of value.entries.values()) {
    if (entry.key !== 'node_pools') diagnostics.push(unknownInKarpenter(entry));
  }
  return value.entries.get('node_pools');
}

function unknownInKarpenter({ key, keySpan }: LocatedEntry): Diagnostic {
  if (key === 'poolwright') return misplacedSettings(keySpan);
  const nearest = didYouMean(key, ['node_pools']);
  const help = SETTING_KEYS.includes(key)
    ? 'Settings belong in a `poolwright` block at the top level of the document.'
    : nearest === undefined
      ? '`karpenter` holds `node_pools` only.'
      : `Did you mean \`${nearest}\`?`;
  return diagnostic('PW2001', keySpan, `unknown key \`${key}\` in \`karpenter\``, { help });
}

function severalPlaces(other: LocatedEntry, first: LocatedEntry): Diagnostic {
  return diagnostic('PW2005', other.keySpan, 'the document has node pools in a second place', {
    related: [{ span: first.keySpan, message: 'the first place' }],
    help: 'Put all pools of a cluster in one place.',
  });
}

/** Reasons why a document without pools may have been meant to have some. */
function* missedPools(root: LocatedMap, spec: LocatedMap | undefined): Iterable<Diagnostic> {
  const fragment = poolFragment(root);
  if (fragment !== undefined) {
    yield diagnostic('PW2006', fragment.keySpan, `\`${fragment.key}\` stands outside any node pool`, {
      help: 'It is a part of a pool. Put it under `karpenter`, `node_pools` and the name of the pool.',
    });
    return;
  }
  for (const map of [root, spec]) {
    for (const { key, keySpan } of map?.entries.values() ?? []) {
      if (map === spec && key === 'node_pools') {
        yield diagnostic('PW2012', keySpan, 'node pools are not read from here', { help: `Use ${PLACES}.` });
        continue;
      }
      if (key === 'karpenter' || key === 'node_pools') continue;
      const nearest = didYouMean(key, ['karpenter', 'node_pools']);
      if (nearest !== undefined) yield lookAlike(key, keySpan, nearest);
    }
  }
}

/** `requirements` that are node requirements, or nothing but keys of a pool. */
function poolFragment(root: LocatedMap): LocatedEntry | undefined {
  const requirements = root.entries.get('requirements');
  if (requirements !== undefined && holdsRequirements(requirements.value)) return requirements;
  const entries = [...root.entries.values()];
  return entries.length > 1 && entries.every(({ key }) => POOL_KEYS.includes(key)) ? entries[0] : undefined;
}

function holdsRequirements(value: LocatedValue): boolean {
  if (value.kind === 'list') return value.items.some(isRequirement);
  if (value.kind !== 'map') return false;
  return isRequirement(value) || [...value.entries.values()].some((entry) => isRequirement(entry.value));
}

function* missedSettings(root: LocatedMap, spec: LocatedMap | undefined): Iterable<Diagnostic> {
  const inSpec = spec?.entries.get('poolwright');
  if (inSpec !== undefined) yield misplacedSettings(inSpec.keySpan);
  for (const { key, keySpan } of root.entries.values()) {
    if (key !== 'poolwright' && didYouMean(key, ['poolwright']) !== undefined) {
      yield lookAlike(key, keySpan, 'poolwright');
    }
  }
}

function misplacedSettings(keySpan: LocatedEntry['keySpan']): Diagnostic {
  return diagnostic('PW2013', keySpan, 'settings are not read from here', {
    help: 'Move the `poolwright` block to the top level of the document.',
  });
}

function lookAlike(key: string, keySpan: LocatedEntry['keySpan'], ours: string): Diagnostic {
  return diagnostic('PW2012', keySpan, `\`${key}\` is ignored, as keys of other tools are`, {
    help: `Did you mean \`${ours}\`?`,
  });
}

function mapAt(map: LocatedMap, key: string): LocatedMap | undefined {
  const value = map.entries.get(key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

function isNull(value: LocatedValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
