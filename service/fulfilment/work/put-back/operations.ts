import { sql } from 'kysely';
import { lockOrder } from '../../../inventory/stock/locks.ts';
import { operation } from '../../../platform/database/operation.ts';
import type { Column } from '../../../platform/database/row.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { noSuch } from '../../../platform/records/refusals.ts';

/**
 * Records that units are back in place, with the person and the time. The books are not changed: they had moved the
 * units before. Repeating it changes nothing.
 * @throws record.unknown
 */
export const confirmPutBack = operation('putback.confirm', async (context, id: number) => {
  const { tx, actor } = context;
  const noted = await tx.selectFrom('putback').select('order_id').where('id', '=', id).executeTakeFirst();
  if (!noted) throw noSuch('putback', id);
  await lockOrder(tx, noted.order_id);
  const { rows } = await sql<{ part: Column<'part', 'number'>; qty: string; location: Column<'location', 'name'> }>`
    -- Notes who says that the units are back.
    update putback b set back_at = this_second(), back_by = ${actor.userId} from part p, location l
    where b.id = ${id} and b.back_at is null and p.id = b.part_id and l.id = b.location_id
    returning p.number as part, trim_scale(b.qty) as qty, l.name as location`.execute(tx);
  const [back] = rows;
  if (!back) return;
  const detail = { part: back.part, qty: Number(back.qty), location: back.location };
  await recordEvent(context, { event: 'putback.confirmed', id, orders: [noted.order_id], detail });
});
