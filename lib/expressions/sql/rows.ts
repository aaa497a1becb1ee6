import type { EntityRelation } from '../entity.ts';

/** SQL of the rows that a row of a statement is one of. Counts and sums are computed for these rows alone. */
export interface Rows {
  /** False for all rows of a table. */
  readonly isLimited: boolean;
  /** Returns those of the rows that meet further conditions. */
  and(conditions: readonly RowSql[]): Rows;
  /** Returns the rows at the end of a relation. */
  through(relation: EntityRelation): Rows;
  /** Returns a query of a value of limited rows as `k`, each value once. */
  select(value: RowSql): string;
}

/** Returns SQL from the alias of a row. */
type RowSql = (alias: string) => string;
/** Returns an alias that the statement has nowhere else. */
type NewAlias = () => string;

/** Returns the rows of a table that meet conditions. */
export function rowsOf(table: string, conditions: readonly RowSql[], newAlias: NewAlias): Rows {
  return {
    isLimited: conditions.length > 0,
    and: (more) => rowsOf(table, [...conditions, ...more], newAlias),
    through(relation) {
      return rowsOf(relation.entity.table, this.isLimited ? [isReached(this, relation)] : [], newAlias);
    },
    select(value) {
      const alias = newAlias();
      const where = conditions.map((condition) => condition(alias)).join(' AND ');
      return `SELECT DISTINCT ${value(alias)} AS k FROM ${table} AS ${alias} WHERE ${where}`;
    },
  };
}

/** Returns the rows whose values a step of the WITH has, to be followed by the one relation that leads on from these values. */
export function rowsIn(step: string, newAlias: NewAlias): Rows {
  return { ...rowsOf('', [() => 'true'], newAlias), select: () => `SELECT k FROM ${step}` };
}

const isReached =
  (rows: Rows, { parentKey, childKey }: EntityRelation): RowSql =>
  (alias) =>
    `${childKey(alias)} IN (${rows.select(parentKey)})`;
