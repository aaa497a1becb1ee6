import { type RawBuilder, sql } from 'kysely';

/** Returns SQL for a time as ISO 8601 in UTC to the second, `2026-04-23T22:54:28+00:00`. @param column trusted SQL, such as `o.created_at` */
export function isoTime(column: string): RawBuilder<string> {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`);
}

/** Returns SQL for the name of a person, or for the email address of a person without a name. @param account alias of the table `account` */
export function personName(account = 'account'): RawBuilder<string> {
  return sql.raw(`coalesce(nullif(concat_ws(' ', ${account}.first_name, ${account}.last_name), ''), ${account}.email)`);
}
