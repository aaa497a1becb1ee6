import { sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/database/generated/tables.ts';
import { withIds } from '../platform/database/with-ids.ts';
import { rowQueries } from './row-queries.ts';

/** A row as the files have it, one a line. */
export interface ArchivedRow {
  readonly table: string;
  readonly row: Record<string, unknown>;
}

/** Sum of movements in the stock of a part at a site. */
export interface StockSum {
  readonly part_id: number;
  readonly site_id: number;
  readonly qty: string;
}

/** Deletes the rows of orders. @returns the text of each row, as a line of a file without its end */
export async function takeRows(tx: Transaction<Tables>, orders: readonly number[]): Promise<Map<string, string[]>> {
  const ids: Record<string, readonly number[]> = {
    orders,
    documents: [],
    packs: [],
    picks: [],
    places: [],
    ships: [],
    pickups: [],
  };
  const taken = new Map<string, string[]>();
  for (const { table, where, collects = {} } of rowQueries) {
    const values = Object.entries(collects);
    const collected = values.map(([, column]) => `t.${column}`).join(', ');
    const { rows } = await sql<{ text: string } & Record<string, number | null>>`
      -- Takes rows of closed orders out of a table.
      delete from ${sql.table(table)} t where ${withIds(where, ids)}
      returning to_jsonb(t)::text as text${sql.raw(collected && `, ${collected}`)}`.execute(tx);
    if (rows.length > 0)
      taken.set(
        table,
        rows.map(({ text }) => `{"table":"${table}","row":${text}}`),
      );
    for (const [name, column] of values) {
      const added = rows.flatMap((row) => row[column] ?? []) as number[];
      ids[name] = [...new Set([...(ids[name] ?? []), ...added])];
    }
  }
  return taken;
}

/**
 * Keeps what the movements of the orders added to each place, so that every quantity stays the sum of its movements. The rows of
 * `takeRows` are gone then, so this comes before.
 */
export async function carryForward(tx: Transaction<Tables>, orders: readonly number[]): Promise<void> {
  await sql`
    -- Keeps the sums of the movements that are archived, by day and place.
    with moved as (
      select created_at, part_id, to_location_id as location_id, coalesce(lot, '') as lot, coalesce(serial, '') as serial, qty
      from inventorymovement where order_id = any(${orders}::bigint[]) and to_location_id is not null
      union all
      select created_at, part_id, from_location_id, coalesce(lot, ''), coalesce(serial, ''), -qty
      from inventorymovement where order_id = any(${orders}::bigint[]) and from_location_id is not null
    )
    insert into ledger_carried (day, part_id, location_id, lot, serial, qty)
    select (created_at at time zone 'UTC')::date, part_id, location_id, lot, serial, sum(qty) from moved
    group by 1, 2, 3, 4, 5 having sum(qty) <> 0`.execute(tx);
}

/** Returns what movements added to the stock of each part at each site. Movements within a site add nothing. */
export function stockSums(movements: Iterable<Record<string, unknown>>): StockSum[] {
  const sums = new Map<string, bigint>();
  for (const { part_id, site_id, qty, from_location_id: from, to_location_id: to } of movements) {
    const key = `${part_id} ${site_id}`;
    const millionths = toMillionths(String(qty));
    sums.set(key, (sums.get(key) ?? 0n) + (to === null ? 0n : millionths) - (from === null ? 0n : millionths));
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([key, sum]) => {
      const [part = 0, site = 0] = key.split(' ').map(Number);
      return { part_id: part, site_id: site, qty: toDecimal(sum) };
    })
    .sort((a, b) => a.part_id - b.part_id || a.site_id - b.site_id);
}

/** Quantities have six digits after the point, and a binary float would not hold their sums. */
function toMillionths(text: string): bigint {
  const [whole = '0', digits = ''] = text.split('.');
  return BigInt(whole + digits.padEnd(6, '0'));
}

function toDecimal(millionths: bigint): string {
  const text = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0');
  return `${millionths < 0n ? '-' : ''}${text.slice(0, -6)}.${text.slice(-6)}`;
}
