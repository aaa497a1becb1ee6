import type { OrderKind } from '../../../records/sales-order.ts';
import type { ProgressState } from '../../../records/states/order.ts';
import type { Database } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { isoTime } from '../../platform/database/sql-forms.ts';
import type { SqlCondition } from '../../platform/listing/filter.ts';
import type { ReadAccess } from '../../platform/listing/read-access.ts';
import { notOver } from '../../platform/states/open.ts';

/** A number of orders, and how long the one that waits longest has been where it is. */
export interface OrderCount {
  orders: number;
  /** The earliest `since` of the orders; null for no order. */
  since: string | null;
}

/** The orders that are not done, counted. */
export interface OrderSummary extends OrderCount {
  states: (OrderCount & { state: ProgressState; step: string | null; reason: string | null })[];
  carriers: (OrderCount & { carrier_id: number | null; carrier: string | null })[];
  sites: (OrderCount & { site_id: number; site: string | null })[];
}

/**
 * Counts the orders that are not done: by state with step and reason, by carrier, and by site. One statement reads them once.
 * @param kind the kind of the orders
 * @param where the condition of the caller's filter; null for all orders
 * @param readAccess decides whether carriers and sites have their names
 */
export async function orderSummary(
  database: Database,
  kind: OrderKind,
  where: SqlCondition | null,
  readAccess: ReadAccess | null,
): Promise<OrderSummary> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const condition = where === null ? '' : ` and (${where('a', parameter)})`;
  const since = isoTime('c.since').compile(database.readPool).sql;
  const text = `
    -- Counts the orders that are not done, in each of the ways that callers look at them.
    with counted as (
      select a.state, a.step, a.reason, a.carrier_id, a.site_id, grouping(a.state, a.carrier_id, a.site_id) as by,
        count(*) as orders, min(a.since) as since
      from salesorder a where a.status_id in (${notOver.join(', ')}) and a.kind = '${kind}'${condition}
      group by grouping sets ((), (a.state, a.step, a.reason), (a.carrier_id), (a.site_id))
    ), shown as (
      select c.*, jsonb_build_object('orders', c.orders, 'since', ${since}) as counts from counted c
    )
    select coalesce((select s.counts from shown s where s.by = 7), '{"orders": 0, "since": null}') || jsonb_build_object(
      'states', coalesce((select jsonb_agg(jsonb_build_object('state', s.state, 'step', s.step, 'reason', s.reason) || s.counts
        order by s.orders desc, s.state, s.step, s.reason) from shown s where s.by = 3), '[]'),
      'carriers', coalesce((select jsonb_agg(jsonb_build_object('carrier_id', s.carrier_id, 'carrier', k.name) || s.counts
        order by s.orders desc, s.carrier_id) from shown s left join carrier k on k.id = s.carrier_id where s.by = 5), '[]'),
      'sites', coalesce((select jsonb_agg(jsonb_build_object('site_id', s.site_id, 'site', t.name) || s.counts
        order by s.orders desc, s.site_id) from shown s join site t on t.id = s.site_id where s.by = 6), '[]')) as summary`;
  const { rows } = await database.pool.query<{ summary: OrderSummary }>({ text, values });
  const { carriers, sites, ...summary } = firstRow({ rows }).summary;
  const mayRead = (resource: string) => (readAccess?.lacks(resource) ?? null) === null;
  return {
    ...summary,
    carriers: mayRead('carrier') ? carriers : carriers.map((each) => ({ ...each, carrier: null })),
    sites: mayRead('site') ? sites : sites.map((each) => ({ ...each, site: null })),
  };
}
