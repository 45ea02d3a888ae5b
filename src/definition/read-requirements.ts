import type { LocatedMap } from '../diagnostics/located.ts';
import type { PoolRequirement, PoolTaint } from '../model/pool.ts';
import { readMaps, readNumber, readText, readTexts, readWord, required } from './read-located.ts';
import type { RequirementOperator, TaintEffect } from '../kubernetes/api/node-pool.ts';

/** Requirements of a valid tree, under any key. */
export function readRequirements(map: LocatedMap, key: string): readonly PoolRequirement[] {
  return readMaps(map, key).map((item) => {
    const minValues = readNumber(item, 'minValues');
    return {
      key: required(readText(item, 'key'), 'key'),
      operator: required(readWord<RequirementOperator>(item, 'operator'), 'operator'),
      values: readTexts(item, 'values'),
      ...(minValues === undefined ? {} : { minValues }),
      origin: item.origin,
    };
  });
}

/** Taints of a valid tree, under any key. */
export function readTaints(map: LocatedMap, key: string): readonly PoolTaint[] {
  return readMaps(map, key).map((item) => {
    const value = readText(item, 'value');
    return {
      key: required(readText(item, 'key'), 'key'),
      ...(value === undefined ? {} : { value }),
      effect: required(readWord<TaintEffect>(item, 'effect'), 'effect'),
      origin: item.origin,
    };
  });
}
