import type { Step } from './checked.ts';

/** A record in memory with its related records: `{ id: 1, customer: { name: 'A' }, lines: [{ qty: '2' }] }`. */
export type Row = Readonly<Record<string, unknown>>;

/** A condition on one row. `now` in milliseconds since 1970. */
export type Test = (row: Row, now: number) => boolean;

const none: readonly Row[] = [];

/** Returns the records of a to-many relation; an empty list if it is missing. */
export function relatedRows(row: Row, name: string): readonly Row[] {
  const rows = row[name];
  return Array.isArray(rows) ? rows : none;
}

/** Returns the record of a to-one relation, or null. */
export function relatedRow(row: Row, name: string): Row | null {
  return (row[name] as Row | null | undefined) ?? null;
}

/** Returns the value of a field or of a name inside it; null if a name is missing. */
export function fieldValue(row: Row, name: string, inside: readonly string[]): unknown {
  let value = row[name] ?? null;
  for (const each of inside) {
    // Like PostgreSQL's -> with a name, which returns nothing for lists and texts.
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, each)) return null;
    value = (value as Row)[each] ?? null;
  }
  return value;
}

/** A step with its compiled condition in brackets. */
export interface CompiledStep {
  readonly name: string;
  readonly many: boolean;
  readonly filter: Test | null;
}

export function compileSteps(
  steps: readonly Step[],
  compile: (condition: NonNullable<Step['filter']>) => Test,
): CompiledStep[] {
  return steps.map(({ name, relation, filter }) => ({
    name,
    many: relation.many,
    filter: filter && compile(filter),
  }));
}

/** Returns all records of a path in order. A record may occur several times, as in a join. */
export function reached(steps: readonly CompiledStep[], row: Row, now: number): readonly Row[] {
  let rows: readonly Row[] = [row];
  for (const { name, many, filter } of steps) {
    const next = rows.flatMap((each) => (many ? relatedRows(each, name) : (relatedRow(each, name) ?? none)));
    rows = filter ? next.filter((each) => filter(each, now)) : next;
  }
  return rows;
}
