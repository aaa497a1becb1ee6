import { sql } from 'kysely';
import { millionths, trim } from '../../inventory/stock/quantity.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { ChildOperations } from '../../platform/records/child-record.ts';
import { noSuch, unfit } from '../../platform/records/refusals.ts';
import { addLines } from './add-lines.ts';
import { lockDraft } from './change.ts';
import { readReferences } from './references.ts';
import { type Line, lineOf } from './rules.ts';
import type { LineBody, LineChange } from './schema.ts';
import { forgetTaxes, retotal } from './totals.ts';

/** The operations on lines of a draft. Each of them updates the totals of the order. */
export const lineOperations: ChildOperations<LineBody, LineChange> = {
  create: operation('salesorderline.create', async (context, { parentId: orderId, body }) => {
    const { tx } = context;
    const order = await lockDraft(tx, orderId);
    const id = firstOf(await addLines(tx, order, [{ body, pointer: '' }]));
    await retotal(tx, orderId);
    await recordEvent(context, modified(orderId, { line_id: id, added: true }));
    return id;
  }),

  change: operation('salesorderline.change', async (context, { parentId: orderId, id, body }) => {
    const { tx } = context;
    const { kind } = await lockDraft(tx, orderId);
    const before = await readLine(tx, orderId, id);
    const partId = body.part_id === undefined ? before.part_id : body.part_id;
    // A line with another part gets the price of that part, unless the body has a price.
    const unit_price = body.unit_price ?? (partId === before.part_id ? before.unit_price : null);
    const next = {
      linetype_id: body.linetype_id ?? before.linetype_id,
      part_id: partId,
      external_id: body.external_id === undefined ? before.external_id : body.external_id,
      description: body.description === undefined ? before.description : body.description,
      qty: body.qty ?? before.qty,
      unit_price,
      custom: body.custom ?? before.custom,
    };
    const line = lineOf(kind, next, await readReferences(tx, { orderId, lines: [next] }), '');
    // An order that was unissued keeps what was canceled before.
    if (millionths(line.qty) < millionths(before.qty_canceled))
      throw unfit('/qty', `must be at least ${trim(before.qty_canceled)}: so many units of the line are canceled`);
    await sql`
      -- Changes a line of a draft.
      update salesorderline set linetype_id = ${line.linetype_id}, part_id = ${line.part_id},
        external_id = ${line.external_id}, description = ${line.description}, qty = ${line.qty}, unit_price = ${line.unit_price},
        custom = ${JSON.stringify(line.custom)}::jsonb, updated_at = this_second()
      where id = ${id}`.execute(tx);
    await retotal(tx, orderId);
    await recordEvent(context, modified(orderId, { line_id: id }));
  }),

  remove: operation('salesorderline.delete', async (context, { parentId: orderId, id }) => {
    const { tx } = context;
    await lockDraft(tx, orderId);
    await readLine(tx, orderId, id);
    await forgetTaxes(tx, 'salesorder', orderId);
    await sql`delete from salesorderline where id = ${id}`.execute(tx);
    await retotal(tx, orderId);
    await recordEvent(context, modified(orderId, { line_id: id, deleted: true }));
  }),
};

/** Returns the event of a change to a draft. */
export function modified(orderId: number, detail: Record<string, unknown>) {
  return { event: 'salesorder.modified' as const, id: orderId, orders: [orderId], detail };
}

/** Reads a line of an order. @throws record.unknown */
export async function readLine(
  tx: Tx,
  orderId: number,
  id: number,
): Promise<Line & Row<'salesorderline', 'qty_canceled'>> {
  const { rows } = await sql<Line & Row<'salesorderline', 'qty_canceled'>>`
    select linetype_id, part_id, external_id, description, qty, qty_canceled, unit_price, custom
    from salesorderline where id = ${id} and salesorder_id = ${orderId}`.execute(tx);
  if (!rows[0]) throw noSuch('line', id);
  return rows[0];
}
