/** The sums of the ledger, as SQL. Days are in UTC. */

/** Rows of the ledger, and rows that were archived: what each added to a place. */
interface Entries {
  /** A condition on `inventorymovement`. */
  readonly movements: string;
  /** A condition on `ledger_carried`. */
  readonly carried: string;
  /** A condition on `ledger_sum`; null for none of the sums of closed days. */
  readonly sums: string | null;
}

const place = `coalesce(lot, '') as lot, coalesce(serial, '') as serial`;

/** Returns the query for `part_id`, `location_id`, `lot`, `serial` and `qty` of each entry. */
export const entriesSql = ({ movements, carried, sums }: Entries): string =>
  [
    `select part_id, to_location_id as location_id, ${place}, qty from inventorymovement where to_location_id is not null and ${movements}`,
    `select part_id, from_location_id, ${place}, -qty from inventorymovement where from_location_id is not null and ${movements}`,
    `select part_id, location_id, lot, serial, qty from ledger_carried where ${carried}`,
    ...(sums === null ? [] : [`select part_id, location_id, lot, serial, qty from ledger_sum where ${sums}`]),
  ].join('\n      union all\n      ');

/** Returns a condition for the times of a day. @param day SQL of a date @param column with the time */
export const onDay = (day: string, column = 'created_at'): string =>
  `${column} >= ${day}::timestamp at time zone 'UTC' and ${column} < (${day} + 1)::timestamp at time zone 'UTC'`;
