import type { TextReading } from './texts/reading.ts';

/** The names that paths of an expression may use. Resources of the service and the facts of a plan implement it. */

export type FieldType = 'integer' | 'decimal' | 'text' | 'boolean' | 'timestamp' | 'date' | 'json';

export interface EntityField {
  readonly type: FieldType;
  /** Of a text that is written in a form of its own, such as a number or a code. Default: the text itself. */
  readonly reading?: TextReading;
  /** False if filters must not use the field. An expression with it is then an error. */
  readonly filterable: boolean;
  /** The path that its name stands for, of a list of ids: `order_ids` is `orders.id`. */
  readonly filterBy?: string | null;
  /** The reason, for the error: "it is secret". */
  readonly reason?: string;
  /** Returns the SQL of its value for a row with this alias. */
  sql(alias: string): string;
}

export interface EntityRelation {
  /** True for a relation to several records. */
  readonly many: boolean;
  readonly entity: Entity;
  /**
   * SQL after FROM of the related rows, each once for a row of the parent, where the table of the entity can have a row several
   * times. Only counts and sums need it: for all other questions the table of the entity is faster.
   */
  readonly distinct?: string | undefined;
  /** Returns the SQL of a value of the row of the parent. Its related rows are those whose `childKey` is equal to it. */
  parentKey(parent: string): string;
  /** Returns the SQL of a value of a related row. */
  childKey(child: string): string;
}

/** Day and time on the wall clock of a place. */
export interface WallTime {
  readonly hour: number;
  /** `09:30` */
  readonly time: string;
  /** `thursday` */
  readonly weekday: string;
}

/** The clock at the place of a record, for `hour(now)` and its like. Times are milliseconds since 1970. */
export interface Clock {
  /** Names of the calendars that `open` may name. */
  readonly calendars: readonly string[];
  wallTime(row: Readonly<Record<string, unknown>>, at: number): WallTime;
  /** Returns whether the time is in the working hours of the calendar, which is one of `calendars`. */
  isOpen(row: Readonly<Record<string, unknown>>, calendar: string, at: number): boolean;
}

/** The time zone of the place of a record. Days without an offset are days there. */
export interface Zone {
  /** Returns the SQL of its name for a row with this alias. */
  sql(alias: string): string;
  /** Returns its name for a row in memory. */
  of(row: Readonly<Record<string, unknown>>): string;
}

export interface Entity {
  readonly name: string;
  /** Why a path may lead to it by its first relation only: "it is computed for each pickline". Absent for all others. */
  readonly firstOnly?: string | undefined;
  /** True if the refusal of an unknown name lists all names, where none is near to it. */
  readonly listsNames?: true;
  /** Names that other expressions about the record have and these have not, with the reason: "it comes after the plan". */
  readonly absent?: ReadonlyMap<string, string>;
  /** Absent for records that have no place: their expressions know no `hour(now)`. */
  readonly clock?: Clock;
  /** Absent for records without a place: their days are in UTC. */
  readonly zone?: Zone;
  /** SQL after FROM: a table, a view, or a query in parentheses. */
  readonly table: string;
  readonly fields: ReadonlyMap<string, EntityField>;
  readonly relations: ReadonlyMap<string, EntityRelation>;
}
