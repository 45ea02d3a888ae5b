import { contains } from '../equality.ts';
import type { CelList } from '../values.ts';
import { type CelFunction, type CelFunctions, listAt } from './arguments.ts';

function containsAll(list: CelList, part: CelList): boolean {
  return part.items().every((item) => contains(list, item));
}

export const SET_FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['sets.contains/2', (args) => containsAll(listAt(args, 0), listAt(args, 1))],
  [
    'sets.equivalent/2',
    (args) => containsAll(listAt(args, 0), listAt(args, 1)) && containsAll(listAt(args, 1), listAt(args, 0)),
  ],
  [
    'sets.intersects/2',
    (args) =>
      listAt(args, 0)
        .items()
        .some((item) => contains(listAt(args, 1), item)),
  ],
]);
