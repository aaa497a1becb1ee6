import type { SelectType } from 'kysely';
import type { Tables } from './generated/tables.ts';

/** The names of the columns of a table or a view. */
export type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string;

/** The value of a column in the rows of a statement: `Column<'pick', 'number'>`. */
export type Column<T extends keyof Tables, C extends ColumnOf<T>> = SelectType<Tables[T][C]>;

/**
 * Columns of a table or a view in the rows of a statement: `sql<Row<'pick', 'id' | 'number'>>`. Values that a statement computes
 * are added to it: `sql<Row<'pick', 'id'> & { lines: number }>`.
 */
export type Row<T extends keyof Tables, C extends ColumnOf<T>> = { [Name in C]: SelectType<Tables[T][Name]> };

/** A `Row` whose table is on the outer side of a join, so that all columns may be null. */
export type OuterRow<T extends keyof Tables, C extends ColumnOf<T>> = {
  [Name in C]: SelectType<Tables[T][Name]> | null;
};
