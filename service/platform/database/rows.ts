import { type InsertType, type RawBuilder, sql } from 'kysely';
import type { Tables } from './generated/tables.ts';
import type { Tx } from './operation.ts';
import type { Row } from './row.ts';

/** Values or SQL for the columns of a row. Columns are checked if the name of the table is constant. */
type Values<T extends string> = T extends keyof Tables
  ? { readonly [C in keyof Tables[T]]?: InsertType<Tables[T][C]> | RawBuilder<unknown> }
  : object;

/**
 * Inserts one row.
 * @param values by column; a column whose value is undefined gets its default
 * @returns the id of the row
 */
export async function insertRow<T extends string>(tx: Tx, table: T, values: Values<T> & object): Promise<number> {
  const columns = definedColumns(values);
  const result = await sql<Row<'part', 'id'>>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(tx);
  return firstRow(result).id;
}

/**
 * Updates one row and its `updated_at`.
 * @param key the columns that name the row, such as `{ id, customer_id }`
 * @param values by column; a column whose value is undefined keeps its value
 * @returns whether the row exists
 */
export async function updateRow<T extends string>(
  tx: Tx,
  table: T,
  key: Readonly<Record<string, number>>,
  values: Values<T> & object,
): Promise<boolean> {
  const assignments = definedColumns(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}, `);
  const conditions = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(assignments, sql``)} updated_at = this_second()
    where ${sql.join(conditions, sql` and `)}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Returns the names and values of the columns that are written: those whose value is not undefined. */
export function definedColumns(values: object): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}

/**
 * Returns the first row of a statement that always returns one, such as a count or an insert.
 * @throws Error if it returned none
 */
export function firstRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  return firstOf(rows);
}

/**
 * Returns the first element of a list that is never empty, such as the locked orders of an operation.
 * @throws Error if it is empty
 */
export function firstOf<Element>(list: readonly Element[]): Element {
  const [first] = list;
  if (first === undefined) throw new Error('A list that is never empty is empty.');
  return first;
}
