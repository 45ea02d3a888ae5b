import highsModule from 'highs';

/** Its types describe a CommonJS module, which Node does not load here. */
const loadHighs = highsModule as unknown as (typeof highsModule)['default'];

/** An independent solver, to compare ours with. */
const highs = await loadHighs();

/** The best value of a model in CPLEX LP format; undefined where there is none. */
export function optimum(model: string): number | undefined {
  const result = highs.solve(model, { output_flag: false });
  return result.Status === 'Optimal' ? result.ObjectiveValue : undefined;
}

/** `3 a + 2.5 b`; a term for each amount that is not zero. */
export function linear(terms: Iterable<readonly [amount: number, variable: string]>): string {
  const written = [...terms].filter(([amount]) => amount !== 0);
  return written
    .map(([amount, variable]) => `${amount} ${variable}`)
    .join(' + ')
    .replaceAll('+ -', '- ');
}
