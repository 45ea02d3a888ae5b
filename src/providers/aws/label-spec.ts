import type { CapacityType } from '../../model/instance-type.ts';
import type { LabelSpec } from '../../model/provider.ts';

interface Open {
  readonly onlyOn?: CapacityType;
}

interface Closed extends Open {
  readonly values?: readonly string[];
  readonly synonyms?: Readonly<Record<string, string>>;
}

/** A label with only the values that the catalogue has, or that are listed here. */
export function closed(key: string, description: string, more: Closed = {}): [string, LabelSpec] {
  const { values, synonyms, ...rest } = more;
  return [
    key,
    {
      domain: 'closed',
      ...(values === undefined ? {} : { values }),
      ...(synonyms === undefined ? {} : { synonyms: new Map(Object.entries(synonyms)) }),
      stamped: true,
      ...rest,
      description,
    },
  ];
}

/** A label with whole numbers. */
export function integer(key: string, description: string): [string, LabelSpec] {
  return [key, { domain: 'integer', stamped: true, description }];
}

/** A label that may say anything. */
export function open(key: string, description: string, more: Open = {}): [string, LabelSpec] {
  return [key, { domain: 'open', stamped: true, ...more, description }];
}
