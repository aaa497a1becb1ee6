import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { brokenRows, inSnapshot } from './broken-rows.ts';
import { entriesSql, onDay } from './ledger.ts';
import { finished, nextMonth, type Progress } from './part-state.ts';

interface Sum {
  readonly part_id: number;
  readonly location_id: number;
  readonly lot: string;
  readonly serial: string;
  readonly qty: string;
}

/** The rule that holds between two checks of a day. */
export const closedDayRule = 'the ledger of a closed day does not change';
const siteRule = 'every row that names a site agrees with its order or location';

/**
 * Checks the movements of a day. The first time it stores their sums, so that the check of stock need not read them again; later
 * it compares them with the stored ones.
 * @param day as `2026-05-31`
 */
export async function checkDay(database: Database, month: string, day: string): Promise<Progress> {
  const { sums, broken, isNew } = await inSnapshot(database, async (tx) => {
    const isNew = firstRow(await known(day).execute(tx)).isNew;
    const broken = await brokenRows(tx, rulesOf(day, isNew));
    return { isNew, broken, sums: isNew ? (await sumsOf(day).execute(tx)).rows : [] };
  });
  if (isNew) await store(database, day, sums);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return next.startsWith(nextMonth(month)) ? { ...finished(), broken } : { next_day: next, broken };
}

const known = (day: string) => sql<{ isNew: boolean }>`
  -- Reads whether the movements of a day are not summed yet.
  select not exists (select from ledger_day where day = ${day}::date) as "isNew"`;

const sumsSql = (day: string) => `
  select part_id, location_id, lot, serial, sum(qty) as qty from (
      ${entriesSql({ movements: onDay(`date '${day}'`), carried: `day = '${day}'`, sums: null })}) e
  group by 1, 2, 3, 4 having sum(qty) <> 0`;

const sumsOf = (day: string) => sql<Sum>`
  -- Sums the movements of a day.
  ${sql.raw(sumsSql(day))}`;

function rulesOf(day: string, isNew: boolean): { rule: string; query: string }[] {
  const sites = `
    select 'inventorymovement' as relation, m.id, m.site_id, l.site_id as expected
    from inventorymovement m join location l on l.id = coalesce(m.from_location_id, m.to_location_id)
    where m.order_id is null and m.site_id <> l.site_id and ${onDay(`date '${day}'`, 'm.created_at')}`;
  const changed = `
    select '${day}' as day, part_id, location_id, lot, serial, s.qty as summed, n.qty as qty
    from (select * from ledger_sum where day = '${day}') s
    full join (${sumsSql(day)}) n using (part_id, location_id, lot, serial)
    where s.qty is distinct from n.qty`;
  return [{ rule: siteRule, query: sites }, ...(isNew ? [] : [{ rule: closedDayRule, query: changed }])];
}

/** Stores the sums of a day. Another check may have stored them first. */
async function store({ kysely }: Database, day: string, sums: readonly Sum[]): Promise<void> {
  const { rows } = await sql`
    -- Notes that a day is summed.
    insert into ledger_day (day) values (${day}::date) on conflict do nothing returning day`.execute(kysely);
  if (rows.length === 0) return;
  await sql`
    -- Writes the sums of a day.
    insert into ledger_sum (day, part_id, location_id, lot, serial, qty)
    select ${day}::date, part_id, location_id, lot, serial, qty
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as r(part_id bigint, location_id bigint, lot text, serial text, qty numeric)`.execute(kysely);
}
