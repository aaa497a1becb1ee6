import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { problem } from '../platform/problems/problems.ts';
import { closedUntil, type PartName, type PartState, type Progress, withBroken } from './part-state.ts';
import { stepOf } from './parts.ts';

/**
 * A request begins the next step within this time, in milliseconds. Its transaction stores the checkpoints, and events appear in
 * the event log when the transactions before them have ended.
 */
const begins = 1_500;

/** Returns every part of the check, with its checkpoint: the closed months first. */
export async function partsOf({ readPool }: Pick<Database, 'readPool'>): Promise<PartState[]> {
  const { rows } = await sql<PartState>`
    -- Reads how far each part of the check is.
    with month as (
      select to_char(m, 'YYYY-MM') as part from generate_series(
        (select date_trunc('month', least(
          (select min(since) from salesorder where state = 'done'), (select min(created_at) from inventorymovement),
          (select min(day)::timestamp at time zone 'UTC' from ledger_day)) at time zone 'UTC')),
        ${sql.raw(closedUntil)} at time zone 'UTC' - interval '1 month', interval '1 month') m
    ), part as (select part, 0 as place from month union all values ('recent', 1), ('open', 2), ('stock', 3))
    select p.part, v.after_at::text as after_at, coalesce(v.after_id, 0) as after_id, v.next_day::text as next_day,
      coalesce(v.orders, 0) as orders, coalesce(v.violations, '[]') as violations, ${sql.raw(time)} as finished_at
    from part p left join verify_part v on v.part = p.part order by p.place, p.part`.execute(readPool);
  return rows;
}

const time = `to_char(v.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;

/**
 * Checks a part of the records from its checkpoint on, for some seconds, and stores the next checkpoint after each step.
 * @param restart to begin a part again
 * @returns the checkpoint. While `finished_at` is null, something is left.
 * @throws record.unknown for a part that does not exist
 */
export async function checkPart(database: Database, part: PartName, restart: boolean): Promise<PartState> {
  const known = (await partsOf(database)).find((one) => one.part === part);
  if (!known) throw problem('record.unknown', `There is no part ${part} of the check. GET /verify/part lists them.`);
  let state: PartState = restart ? { ...fresh, part } : known;
  if (restart || (known.after_at === null && known.after_id === 0)) await begin(database, part, restart);
  const until = performance.now() + begins;
  while (state.finished_at === null && performance.now() < until) {
    state = await checkpoint(database, state, await stepOf(database, state));
  }
  return state;
}

const fresh = { after_at: null, after_id: 0, next_day: null, orders: 0, violations: [], finished_at: null };

const begin = ({ kysely }: Database, part: PartName, restart: boolean) =>
  sql`
    -- Begins a part of the check, or begins it again.
    insert into verify_part (part) values (${part})
    on conflict (part) do update set after_at = null, after_id = 0, next_day = null, orders = 0, violations = '[]',
      started_at = now(), stepped_at = now(), finished_at = null where ${restart}`.execute(kysely);

/** Stores a checkpoint. Where another run was faster, its checkpoint counts: the same records were checked. */
async function checkpoint(database: Database, state: PartState, { broken, ...progress }: Progress): Promise<PartState> {
  const next: PartState = { ...state, ...progress, violations: withBroken(state.violations, broken) };
  const { numAffectedRows = 0n } = await sql`
    -- Stores the checkpoint of a part of the check.
    update verify_part set after_at = ${next.after_at}::timestamptz, after_id = ${next.after_id}, next_day = ${next.next_day}::date,
      orders = ${next.orders}, violations = ${JSON.stringify(next.violations)}::jsonb, stepped_at = now(),
      finished_at = ${next.finished_at}::timestamptz
    where part = ${state.part} and (after_at, after_id, next_day) is not distinct from
      (${state.after_at}::timestamptz, ${state.after_id}::bigint, ${state.next_day}::date) and finished_at is null`.execute(
    database.kysely,
  );
  if (numAffectedRows > 0n) return next;
  const stored = (await partsOf(database)).find(({ part }) => part === state.part);
  return stored ?? next;
}
