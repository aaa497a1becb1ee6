import { sql } from 'kysely';
import { lockedRows } from '../platform/database/locks/record-lock.ts';
import { operation } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { problem } from '../platform/problems/problems.ts';
import { noSuch } from '../platform/records/refusals.ts';
import type { PreferenceBody } from './schema.ts';

/** Preferences of one user: 400 KiB at most. */
const mostPreferences = 50;

/**
 * Sets a preference of the caller, whether it exists or not. The last write wins, because a person's own windows write it.
 * @returns its id
 * @throws record.too-many
 */
export const setPreference = operation('preference.set', async ({ tx, actor }, { name, value }: PreferenceBody) => {
  const { userId } = actor;
  const text = JSON.stringify(value);
  const known = await sql<Row<'preference', 'id'>>`
    update preference set value = ${text}::json, updated_at = this_second()
    where account_id = ${userId} and name = ${name} returning id`.execute(tx);
  if (known.rows[0]) return known.rows[0].id;
  // The lock of the account keeps two requests from taking the last place.
  await lockedRows(
    tx,
    { record: 'user', ids: [userId] },
    sql`select from account where id = ${userId} for no key update`,
  );
  const { many } = firstRow(
    await sql<{ many: number }>`
      select count(*)::int as many from preference where account_id = ${userId} and name <> ${name}`.execute(tx),
  );
  if (many >= mostPreferences) {
    const detail = `You have ${many} preferences, and ${mostPreferences} is the most. Delete one first.`;
    throw problem('record.too-many', detail, { limit: mostPreferences });
  }
  const result = await sql<Row<'preference', 'id'>>`
    -- Inserts the preference. Another request may have inserted it since.
    insert into preference (account_id, name, value) values (${userId}, ${name}, ${text}::json)
    on conflict (account_id, name) do update set value = excluded.value, updated_at = this_second() returning id`.execute(
    tx,
  );
  return firstRow(result).id;
});

/** @throws record.unknown also for a preference of another user */
export const deletePreference = operation('preference.delete', async ({ tx, actor }, id: number) => {
  const { numAffectedRows = 0n } = await sql`
    delete from preference where id = ${id} and account_id = ${actor.userId}`.execute(tx);
  if (numAffectedRows === 0n) throw noSuch('preference', id);
});
