import { sql } from 'kysely';
import { noteReturn } from '../../fulfilment/work/note-return.ts';
import { insertDraft } from '../../orders/drafts/create.ts';
import { addressColumns } from '../../orders/drafts/rules.ts';
import type { OrderBody } from '../../orders/drafts/schema.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { task } from '../../platform/states/kinds.ts';
import { returnOrderStates } from '../../platform/states/states.ts';
import { lockReturn } from '../lock.ts';
import type { ExchangeBody } from './schema.ts';

/**
 * Makes a draft of goods in exchange for those of a return, for the customer and the address of its order. Without lines it has the parts
 * of the return, at their former prices. A repetition makes no second order, and a return whose draft was deleted can be exchanged again.
 * @returns the id of the order
 * @throws returnorder.state for a return that was refused or canceled
 */
export const exchangeReturn = operation(
  'returnorder.exchange',
  async (context, { id, body }: { id: number; body: ExchangeBody }) => {
    const { tx } = context;
    const row = await lockReturn(tx, id);
    returnOrderStates.demand('exchange', row);
    const { exchange_id: known, order } = await read(tx, id);
    if (known !== null) return known;
    const lines = (body.lines as OrderBody['lines']) ?? order.lines;
    const draft = { ...order, lines, note: `Exchange for return ${row.number}` };
    const orderId = await insertDraft(
      context,
      { kind: 'sales', body: draft },
      { returnorder_id: id, number: row.number },
    );
    await sql`update returnorder set exchange_id = ${orderId}, updated_at = this_second() where id = ${id}`.execute(tx);
    await noteReturn(context, row, 'returnorder.exchanged', { salesorder_id: orderId });
    return orderId;
  },
);

/** Reads the exchange of a return, and a body of an order with the same goods. Decimals are texts. */
async function read(
  tx: Tx,
  id: number,
): Promise<{ exchange_id: Column<'returnorder', 'exchange_id'>; order: OrderBody }> {
  const columns = [...addressColumns.ship, ...addressColumns.bill];
  const query = sql<{ exchange_id: Column<'returnorder', 'exchange_id'>; order: OrderBody }>`
    -- Reads the return as the body of an order. A kit is returned as its components, and exchanged whole.
    select r.exchange_id, jsonb_strip_nulls(jsonb_build_object('customer_id', o.customer_id, 'site_id', o.site_id, 'currency', o.currency,
        'carrier_id', o.carrier_id, 'carrierservicelevel_id', o.carrierservicelevel_id)
      || (select jsonb_object_agg(c.key, c.value) from jsonb_each(to_jsonb(o)) c where c.key = any(${columns}::text[])))
      || jsonb_build_object('lines', coalesce((
        select jsonb_agg(jsonb_build_object('part_id', s.part_id, 'qty', s.qty::text, 'unit_price', s.unit_price::text) order by s.id)
        from (
          select l.id, l.part_id, l.unit_price, trim_scale(min(case when w.per_unit = 1 then b.qty_requested
            else trunc(b.qty_requested / w.per_unit) end)) as qty
          from returnorderline b join salesorderline l on l.id = b.line_id
          join work w on w.line_id = b.line_id and w.part_id = b.part_id and w.task_id = ${sql.lit(task.pickup)} and w.stocked
          where b.returnorder_id = r.id group by l.id) s where s.qty > 0), '[]')) as "order"
    from returnorder r join salesorder o on o.id = r.salesorder_id where r.id = ${id}`;
  return firstRow(await query.execute(tx));
}
