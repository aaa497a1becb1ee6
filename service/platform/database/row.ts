import type { SelectType } from 'kysely';
import type { Tables } from './generated/tables.ts';

/** The names of the columns of a table or a view. */
type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string;

/** The value of a column in the rows of a statement: `Column<'pick', 'number'>`. */
export type Column<T extends keyof Tables, C extends ColumnOf<T>> = SelectType<Tables[T][C]>;

/**
 * Columns of a table or a view in the rows of a statement: `sql<Row<'pick', 'id' | 'number'>>`. Values that a statement computes
 * are added to it: `sql<Row<'pick', 'id'> & { lines: number }>`.
 */
export type Row<T extends keyof Tables, C extends ColumnOf<T>> = { [Name in C]: Column<T, Name> };

/** A row of the outer side of a join: every column may be null. */
export type NullableRow<T extends keyof Tables, C extends ColumnOf<T>> = { [Name in C]: Column<T, Name> | null };

/** A row of a statement that leaves out the rows in which a column is null. */
export type NotNullRow<T extends keyof Tables, C extends ColumnOf<T>> = { [Name in C]: NonNullable<Column<T, Name>> };
