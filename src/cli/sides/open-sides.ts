import { counted } from '../../report/words.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../usage-error.ts';
import type { DefinitionSide } from './definition-side.ts';
import { isOneText, type ReadSpec, readSpec } from './read-spec.ts';
import type { LoadedSide } from './side.ts';
import { SideOpener, type SidesOptions } from './side-opener.ts';
import { sideSpecs } from './side-spec.ts';
import { say } from '../say.ts';

export interface Sides {
  readonly base: LoadedSide;
  readonly head: LoadedSide;
  /** The side whose clusters are all that is compared, because the other one is everything there is. */
  readonly only?: 'base' | 'head';
}

/** Opens what `diff` compares. @throws UsageError if an argument stands for nothing that can be compared */
export async function openSides(
  args: { readonly base: string; readonly head: string | undefined },
  options: SidesOptions,
  host: Host,
): Promise<Sides> {
  if ([args.base, args.head, ...options.definitions].filter((arg) => arg === '-').length > 1) {
    throw new UsageError('the standard input can be read only once');
  }
  if (options.definitions.includes('-')) {
    throw new UsageError(
      '`--definitions` names files of both sides: give the standard input as base or head',
    );
  }
  const specs = sideSpecs(args.base, args.head, host);
  const base = await readSpec(specs.base, host);
  const head = await readSpec(specs.head, host);
  const opener = new SideOpener({ specs, head, options, host });
  const opened = {
    base: await opener.open(base, head),
    head: await opener.open(head, base),
  };
  refuseMissing(opened, host);
  if (options.defaults === undefined) {
    tellUninherited(base, opened.head, host);
    tellUninherited(head, opened.base, host);
  }
  const only =
    isWhole(head) && isOneText(base) ? 'base' : isWhole(base) && isOneText(head) ? 'head' : undefined;
  return { ...opened, ...(only === undefined || options.definitions.length > 0 ? {} : { only }) };
}

/** A pipe has no `_defaults.yaml` beside it: what the other side inherits would look as if it had changed. */
function tellUninherited(spec: ReadSpec, other: LoadedSide, host: Host): void {
  if (spec.kind !== 'definition' || spec.file !== '-' || !('inherited' in other)) return;
  const [file, ...more] = (other as DefinitionSide).inherited;
  if (file === undefined) return;
  const settings =
    more.length === 0 ? `\`${file}\`` : `\`${file}\` and ${counted(more.length, 'other file')}`;
  say(
    `${spec.source.file} is compared without the settings of ${settings}, which ${other.state.name} inherits: give them to both with \`--defaults ${file}\``,
    host,
  );
}

/** Everything there is, because nothing in particular was asked for. */
function isWhole({ kind }: ReadSpec): boolean {
  return kind === 'git' || kind === 'working tree';
}

/** What is only on one side is new or gone; what is on none is a mistake. */
function refuseMissing({ base, head }: Pick<Sides, 'base' | 'head'>, host: Host): void {
  const ofBase = 'missing' in base ? (base as DefinitionSide).missing : undefined;
  const ofHead = 'missing' in head ? (head as DefinitionSide).missing : undefined;
  for (const [arg, error] of ofHead ?? []) if (ofBase?.has(arg) !== false) throw error;
  for (const error of ofHead === undefined ? (ofBase?.values() ?? []) : []) throw error;
  const what = (arg: string) => (arg === '' ? 'definitions' : `\`${arg}\``);
  for (const [arg] of ofBase ?? []) say(`${base.state.name} has no ${what(arg)}: what head has is new`, host);
  for (const [arg] of ofHead ?? [])
    say(`${head.state.name} has no ${what(arg)}: what base has is gone`, host);
}
