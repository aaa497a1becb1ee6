import { sql } from 'kysely';
import type { OrderFacts } from '../../../records/facts.ts';
import type { Database } from '../../platform/database/database.ts';
import { withCallersFilter } from '../../platform/database/reads/callers-filter.ts';
import type { Row } from '../../platform/database/row.ts';
import type { SqlCondition } from '../../platform/listing/filter.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { factsOfOrders } from './facts.ts';

/** An order for a plan with other rules. */
export interface PlannedOrder {
  /** As they are now. */
  readonly facts: OrderFacts;
  /** Time of the issue; null for a draft. */
  readonly issued: string | null;
  /** The plan of its issue, with the decisions of people, as JSON; null for a draft. */
  readonly pinned: string | null;
}

/** An issued order, and the number of its lines: orders of many lines are read a few at a time. */
export interface IssuedOrderSize {
  readonly id: number;
  readonly lines: number;
}

/** Returns the issued orders that meet a condition, the newest first. @param most the greatest number of orders */
export async function issuedOrderSizes(
  { pool }: Database,
  condition: SqlCondition | null,
  most: number,
): Promise<IssuedOrderSize[]> {
  const values: unknown[] = [most];
  const where = condition === null ? '' : ` and (${condition('a', (value) => `$${values.push(value)}`)})`;
  const text = `-- Selects issued orders, the newest first, with the number of their lines.
    select o.id, (select count(*)::int from salesorderline l where l.salesorder_id = o.id) as lines from (
      select a.id from salesorder a where a.issue_date is not null and a.plan is not null${where} order by a.id desc limit $1
    ) o order by o.id desc`;
  const { rows } = await withCallersFilter(() => pool.query<IssuedOrderSize>({ text, values }));
  return rows;
}

/** Reads orders with their facts and pinned plans. @returns those that exist, by id */
export async function plannedOrders(database: Database, ids: readonly number[]): Promise<PlannedOrder[]> {
  return database.transaction('rules.orders', async (tx) => {
    const orders = await factsOfOrders(tx, ids);
    const { rows } = await sql<Row<'salesorder', 'id'> & { plan: string | null }>`
      -- Reads the pinned plans as text.
      select id, (plan - 'before')::text as plan from salesorder where id = any(${ids}::bigint[])`.execute(tx);
    const plans = new Map(rows.map(({ id, plan }) => [id, plan]));
    return orders.map(({ facts }) => ({ facts, issued: facts.issue_date, pinned: plans.get(facts.id) ?? null }));
  });
}

/** Reads one order with its facts and its pinned plan. @throws record.unknown */
export async function plannedOrder(database: Database, id: number): Promise<PlannedOrder> {
  const [order] = await plannedOrders(database, [id]);
  if (order) return order;
  throw noSuch('salesorder', id);
}
