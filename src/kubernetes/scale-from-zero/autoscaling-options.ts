import { parseDuration } from '../duration.ts';
import { type Annotations, OPTION_PREFIX } from './keys.ts';
import { readFloat } from './read-float.ts';

/** What a node group may have in place of the autoscaler's own flags. Absent: the flag counts. */
export interface AutoscalingOptions {
  /** A node may go when at most this share of it is in use. */
  readonly scaleDownUtilizationThreshold?: number;
  readonly scaleDownGpuUtilizationThreshold?: number;
  readonly scaleDownUnneededTimeNanoseconds?: bigint;
  readonly scaleDownUnreadyTimeNanoseconds?: bigint;
  readonly maxNodeProvisionTimeNanoseconds?: bigint;
  readonly maxNodeStartupTimeNanoseconds?: bigint;
}

export interface ReadOptions {
  readonly options: AutoscalingOptions;
  /** Keys of annotations that the autoscaler passes by: it keeps its own value. In order of key. */
  readonly ignored: readonly { readonly key: string; readonly problem: 'number' | 'duration' | 'unknown' }[];
}

/** Names of options as texts: those that `scaleFromZeroAnnotations` writes. */
export const AUTOSCALING_OPTIONS = {
  scaleDownUtilizationThreshold: 'number',
  scaleDownGpuUtilizationThreshold: 'number',
  scaleDownUnneededTime: 'duration',
  scaleDownUnreadyTime: 'duration',
  maxNodeProvisionTime: 'duration',
  maxNodeStartupTime: 'duration',
} as const;

export type AutoscalingOptionName = keyof typeof AUTOSCALING_OPTIONS;

const NAMES = Object.keys(AUTOSCALING_OPTIONS) as readonly AutoscalingOptionName[];

export function optionKey(name: AutoscalingOptionName): string {
  return OPTION_PREFIX + name.toLowerCase();
}

/** Options as texts, in lower case, by the end of their key: what the autoscaler goes on to parse. */
export function optionTexts(annotations: Annotations): ReadonlyMap<string, string> {
  const texts = Object.keys(annotations)
    .filter((key) => key.startsWith(OPTION_PREFIX) && key !== OPTION_PREFIX && annotations[key] !== '')
    .sort()
    .map((key): [string, string] => [
      key.slice(OPTION_PREFIX.length),
      (annotations[key] ?? '').toLowerCase(),
    ]);
  return new Map(texts);
}

/** The options of a node group as the Cluster Autoscaler reads them: what does not parse is ignored with a warning. */
export function readAutoscalingOptions(annotations: Annotations): ReadOptions {
  const options: Record<string, number | bigint> = {};
  const ignored: ReadOptions['ignored'][number][] = [];
  for (const [suffix, text] of optionTexts(annotations)) {
    const name = NAMES.find((one) => one.toLowerCase() === suffix);
    const kind = name === undefined ? 'unknown' : AUTOSCALING_OPTIONS[name];
    const value = kind === 'number' ? readFloat(text) : kind === 'duration' ? parseDuration(text) : undefined;
    if (name === undefined || value === undefined) {
      ignored.push({ key: OPTION_PREFIX + suffix, problem: kind });
    } else {
      options[kind === 'duration' ? `${name}Nanoseconds` : name] = value;
    }
  }
  return { options, ignored };
}
