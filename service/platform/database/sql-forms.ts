import { type RawBuilder, sql } from 'kysely';

/** SQL: a time as ISO 8601 in UTC to the second, `2026-04-23T22:54:28+00:00`. @param column trusted SQL, such as `o.created_at` */
export function isoTime(column: string): RawBuilder<string> {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`);
}

/** SQL: the name by which a person is shown, or else the email address. @param account alias of the table `account` */
export function personName(account = 'account'): RawBuilder<string> {
  return sql.raw(`coalesce(nullif(concat_ws(' ', ${account}.first_name, ${account}.last_name), ''), ${account}.email)`);
}
