/**
 * Maximise `objective · x` under `rows[i] · x <= bounds[i]` and `x >= 0`. Bounds are not negative, so doing nothing is
 * always allowed; there are few rows and many columns.
 */
export interface LinearProgram {
  readonly objective: readonly number[];
  readonly rows: readonly (readonly number[])[];
  readonly bounds: readonly number[];
}

export type LinearSolution =
  | {
      readonly kind: 'bounded';
      /** Of the solution that was found. */
      readonly value: number;
      /** What the dual solution proves: no solution has more, rounding included. At least `value`. */
      readonly upperBound: number;
      readonly x: readonly number[];
    }
  /** `column` can grow without end. */
  | { readonly kind: 'unbounded'; readonly column: number };

const EPSILON = 1e-12;

/**
 * Primal simplex on a dense tableau. Bland's rule picks the columns, so it always ends; rows are scaled to a bound of
 * one, so that bytes and milli-CPU mix. Rounding cannot make the upper bound wrong: it is computed from the dual
 * prices, after these have been raised until they cover every column.
 */
export function maximise(program: LinearProgram): LinearSolution {
  const { objective } = program;
  const { rows, blocked } = scale(program);
  const columns = objective.map((_, j) => j).filter((j) => (objective[j] ?? 0) > 0 && !blocked.has(j));
  const free = columns.find((j) => rows.every((row) => (row[j] ?? 0) <= 0));
  if (free !== undefined) return { kind: 'unbounded', column: free };
  const tableau = new Tableau(rows, objective, columns);
  tableau.solve();
  const prices = tableau.prices();
  let short = 1;
  for (const j of columns) {
    const covered = rows.reduce((sum, row, i) => sum + (row[j] ?? 0) * (prices[i] ?? 0), 0);
    short = Math.max(short, (objective[j] ?? 0) / covered);
  }
  const x = objective.map(() => 0);
  for (const [column, amount] of tableau.basis())
    if (column < columns.length) x[columns[column] ?? 0] = amount;
  const value = x.reduce((sum, amount, j) => sum + amount * (objective[j] ?? 0), 0);
  const proven = prices.reduce((sum, price) => sum + price, 0) * short;
  return { kind: 'bounded', value, upperBound: Math.max(value, proven), x };
}

/** Rows with a bound of one. Where the bound is zero, no column that needs any of it can be used. */
function scale({ rows, bounds }: LinearProgram): {
  readonly rows: readonly (readonly number[])[];
  readonly blocked: ReadonlySet<number>;
} {
  const scaled: (readonly number[])[] = [];
  const blocked = new Set<number>();
  rows.forEach((row, i) => {
    const bound = bounds[i] ?? 0;
    if (bound > 0) scaled.push(row.map((amount) => amount / bound));
    else row.forEach((amount, j) => void (amount > 0 && blocked.add(j)));
  });
  return { rows: scaled, blocked };
}

/** Columns are those of the program, then one slack for each row, then the right-hand side. */
class Tableau {
  readonly #rows: Float64Array[];
  readonly #costs: Float64Array;
  readonly #basic: number[];
  readonly #slack: number;
  readonly #last: number;

  constructor(
    rows: readonly (readonly number[])[],
    objective: readonly number[],
    columns: readonly number[],
  ) {
    this.#slack = columns.length;
    this.#last = columns.length + rows.length;
    this.#rows = rows.map((row, i) => {
      const line = new Float64Array(this.#last + 1);
      columns.forEach((column, j) => {
        line[j] = row[column] ?? 0;
      });
      line[this.#slack + i] = 1;
      line[this.#last] = 1;
      return line;
    });
    this.#costs = new Float64Array(this.#last + 1);
    columns.forEach((column, j) => {
      this.#costs[j] = objective[column] ?? 0;
    });
    this.#basic = rows.map((_, i) => this.#slack + i);
  }

  solve(): void {
    for (;;) {
      const column = this.#entering();
      const row = column === undefined ? undefined : this.#leaving(column);
      // Without a leaving row the column would be unbounded, which the caller has excluded: only rounding gets here.
      if (column === undefined || row === undefined) return;
      this.#pivot(row, column);
    }
  }

  /** The dual prices of the rows; never negative. */
  prices(): readonly number[] {
    return this.#rows.map((_, i) => Math.max(0, -(this.#costs[this.#slack + i] ?? 0)));
  }

  /** Basic columns with their amounts. */
  basis(): readonly (readonly [number, number])[] {
    return this.#basic.map((column, i) => [column, Math.max(0, this.#rows[i]?.[this.#last] ?? 0)]);
  }

  #entering(): number | undefined {
    for (let j = 0; j < this.#last; j++) if ((this.#costs[j] ?? 0) > EPSILON) return j;
    return undefined;
  }

  #leaving(column: number): number | undefined {
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    this.#rows.forEach((row, i) => {
      const amount = row[column] ?? 0;
      if (amount <= EPSILON) return;
      const ratio = (row[this.#last] ?? 0) / amount;
      const isSmaller = ratio === least && (this.#basic[i] ?? 0) < (this.#basic[best ?? 0] ?? 0);
      if (ratio < least || isSmaller) {
        least = ratio;
        best = i;
      }
    });
    return best;
  }

  #pivot(at: number, column: number): void {
    const pivot = this.#rows[at];
    if (pivot === undefined) return;
    const divisor = pivot[column] ?? 1;
    for (let j = 0; j <= this.#last; j++) pivot[j] = (pivot[j] ?? 0) / divisor;
    for (const line of [...this.#rows, this.#costs]) {
      const factor = line === pivot ? 0 : (line[column] ?? 0);
      if (factor === 0) continue;
      for (let j = 0; j <= this.#last; j++) line[j] = (line[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
    this.#basic[at] = column;
  }
}
