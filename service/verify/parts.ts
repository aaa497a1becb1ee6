import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { brokenRows, goByIds, inSnapshot } from './broken-rows.ts';
import { checkDay } from './ledger-day.ts';
import { type OrderScope, orderRules } from './order-rules.ts';
import { closedUntil, finished, nextMonth, type PartState, type Progress } from './part-state.ts';
import { stockOfParts } from './stock-of-parts.ts';
import { stockRules } from './stock-rules.ts';

/** Orders of a step. No snapshot is older than their check. */
const ordersAtOnce = 2_000;
/** Parts of stock in a step. */
const partsAtOnce = 500;

const month = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * Checks the next records of a part in a snapshot of its own.
 * @returns what changes of the checkpoint. `finished_at` is set when nothing is left.
 */
export async function stepOf(database: Database, state: PartState): Promise<Progress> {
  if (state.part === 'stock') return stepOfStock(database, state);
  if (state.next_day !== null) return checkDay(database, state.part, state.next_day);
  return stepOfOrders(database, state);
}

const ofIds: OrderScope = {
  orders: (column) => `${column} = any(:orders)`,
  cartons: (carton) => `${carton}.pack_id in (select l.pack_id from packline l where l.order_id = any(:orders))`,
};
/** The rules of orders, for the orders whose ids are `:orders`. */
export const queriesOfOrders = Object.entries(orderRules).map(([rule, query]) => ({ rule, query: query(ofIds) }));

function stepOfOrders(database: Database, state: PartState): Promise<Progress> {
  return inSnapshot(database, async (tx) => {
    const { rows } = await sql<{ id: number; at: string }>`
      -- Reads the next orders of a part of the check.
      ${sql.raw(nextOrders(state))} limit ${sql.lit(ordersAtOnce)}`.execute(tx);
    const ids = rows.map(({ id }) => id);
    await goByIds(tx);
    const broken = ids.length > 0 ? await brokenRows(tx, queriesOfOrders, { orders: ids }) : [];
    const last = rows.at(-1);
    const orders = state.orders + ids.length;
    if (last && ids.length === ordersAtOnce) return { after_at: last.at, after_id: last.id, orders, broken };
    // The ledger of a month follows its orders.
    return month.test(state.part)
      ? { next_day: `${state.part}-01`, orders, broken }
      : { ...finished(), orders, broken };
  });
}

function nextOrders({ part, after_at, after_id }: PartState): string {
  if (part === 'open') {
    // With the status as a constant, PostgreSQL knows that few of millions of orders have it, and uses its index.
    const ofStatus = [1, 2, 3].map(
      (status) => `(select id, since::text as at from salesorder
        where status_id = ${status} and id > ${after_id} order by id limit ${ordersAtOnce})`,
    );
    return `
      select id, at from (${ofStatus.join(' union all ')}) o order by id`;
  }
  const from = part === 'recent' ? closedUntil : `timestamptz '${part}-01T00:00:00Z'`;
  const until = part === 'recent' ? 'infinity' : `${nextMonth(part)}-01T00:00:00Z`;
  const after = after_at === null ? '' : `and (since, id) > (timestamptz '${after_at}', ${after_id})`;
  return `
      select id, since::text as at from salesorder
      where state = 'done' and since >= ${from} and since < timestamptz '${until}' ${after} order by since, id`;
}

async function stepOfStock(database: Database, { after_id }: PartState): Promise<Progress> {
  return inSnapshot(database, async (tx) => {
    const { ids, last } = firstRow(
      await sql<{ ids: number[]; last: number | null }>`
        -- Reads the next parts whose stock is checked.
        select coalesce(json_agg(id), '[]') as ids, max(id) as last
        from (select id from part where id > ${after_id} order by id limit ${sql.lit(partsAtOnce)}) p`.execute(tx),
    );
    const { scope, stock } = await stockOfParts(tx, ids);
    const queries = Object.entries(stockRules).map(([rule, query]) => ({ rule, query: query(scope) }));
    const broken = ids.length > 0 ? await brokenRows(tx, queries, { parts: ids, stock }) : [];
    if (last !== null && ids.length === partsAtOnce) return { after_id: last, broken };
    return { ...finished(), broken };
  });
}
