import type { AwsInstanceFacts } from './catalogue.ts';
import { type Cell, type Table, TYPE_COLUMNS } from './snapshot-format.ts';

/** The facts as a table, in listing order; columns that no type fills are left out. */
export function typeTable(types: readonly AwsInstanceFacts[]): Table {
  const columns = TYPE_COLUMNS.filter((column) => types.some((type) => type[column] !== undefined));
  return {
    columns,
    rows: types
      .toSorted(compareFacts)
      .map((type) => withoutTail(columns.map((column): Cell => type[column] ?? null))),
  };
}

/** Cells by column and name as a table with the columns sorted and a row for each name that has any cell. */
export function columnTable(columns: ReadonlyMap<string, ReadonlyMap<string, number>>): Table {
  const keys = [...columns.keys()].sort();
  const names = new Set([...columns.values()].flatMap((column) => [...column.keys()]));
  return {
    columns: ['name', ...keys],
    rows: [...names]
      .sort()
      .map((name) => withoutTail([name, ...keys.map((key): Cell => columns.get(key)?.get(name) ?? null)])),
  };
}

function withoutTail(cells: readonly Cell[]): Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
}

/** Listing order: family, vCPUs, memory, name. */
export function compareFacts(a: AwsInstanceFacts, b: AwsInstanceFacts): number {
  return (
    compareText(familyOf(a), familyOf(b)) ||
    a.vcpus - b.vcpus ||
    a.memoryMib - b.memoryMib ||
    compareText(a.name, b.name)
  );
}

function familyOf(type: AwsInstanceFacts): string {
  return type.name.split('.', 1)[0] ?? type.name;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
