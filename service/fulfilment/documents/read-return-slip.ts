import { sql } from 'kysely';
import type { ReturnSlipContent } from '../../../lib/printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { returnOrderStates } from '../../platform/states/states.ts';
import { fromSite, shipTo } from './addresses.ts';
import type { DocumentSource } from './targets.ts';

/** Reads the content of a return slip: the authorised units, or before that the requested ones. @throws record.unknown */
export async function readReturnSlip(tx: Tx, id: number): Promise<DocumentSource<ReturnSlipContent>> {
  const { rows } = await sql<ReturnSlipContent & { site_id: number; order_id: number }>`
    -- Reads a return with its order, its addresses and its lines.
    select r.number, r.site_id, o.id as order_id, o.number as "order", c.name as customer, r.reason, r.tracking_number, ${fromSite} as "to", ${shipTo} as "from", (
      select coalesce(jsonb_agg(jsonb_build_object('part', l.number, 'description', l.name, 'condition', l.condition, 'qty', l.qty::text)
        order by l.id), '[]')
      from (
        select b.id, p.number, p.name, b.condition, trim_scale(case r.status_id when ${sql.lit(returnOrderStates.id.Requested)}
          then b.qty_requested else b.qty_authorised end) as qty
        from returnorderline b join part p on p.id = b.part_id where b.returnorder_id = r.id) l where l.qty > 0) as lines
    from returnorder r join salesorder o on o.id = r.salesorder_id join customer c on c.id = r.customer_id join site s on s.id = r.site_id
    where r.id = ${id}`.execute(tx);
  const [slip] = rows;
  if (!slip) throw noSuch('returnorder', id);
  const { site_id, order_id, ...content } = slip;
  return { number: content.number, site_id, order_ids: [order_id], content };
}
