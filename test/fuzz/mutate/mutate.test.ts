import { expect, it } from 'vitest';
import { randomOf } from '../seeded-random.ts';
import { type InputFormat, mutated } from './mutate.ts';

const TEXTS = ['{"a": 1, "b": [true, {"c": "d"}]}\n', '{"e": [1, 2, 3], "f": {"g": null}}\n'];
const NUMBERS = Array.from({ length: 1_000 }, (_, index) => index);

it.each<InputFormat>(['json', 'yaml', 'text'])(
  'inputs of %s are made of the seed and their number, whatever came before',
  (format) => {
    const made = (index: number) => mutated(TEXTS, randomOf(1, 'made', index), format);
    expect(NUMBERS.toReversed().map(made)).toEqual(NUMBERS.map(made).toReversed());
  },
);
