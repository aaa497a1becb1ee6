import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { movePicklines } from '../fulfilment/work/picklines.ts';
import { notingEndedCounts } from '../fulfilment/work/put-back/note.ts';
import { operation } from '../platform/database/operation.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { adjustmentsOf } from './adjustments.ts';
import { ordersAt, placeOf } from './place.ts';
import type { TransferBody } from './schema.ts';
import type { LineQuantity } from './stock/line-detail.ts';
import { lockOrders, lockStock } from './stock/locks.ts';
import { asStocked } from './stock/tracking.ts';
import { transfer } from './stock/transfer.ts';

/**
 * Moves stock from one storage location to another (`POST /inventorytransfer`). Free units are moved first. Reserved units are
 * moved too where their orders can still be served: to a location in use at the same site. They stay reserved, and the picklines
 * name the new location. Units keep their age and expiry date.
 * @returns id of the last movement
 * @throws stock.short where fewer units can be moved
 */
export const transferInventory = operation(
  'inventory.transfer',
  async (context, body: TransferBody): Promise<number> => {
    const { tx, actor } = context;
    const { part_id, from_location_id: from, to_location_id: to, reason = 'transfer' } = body;
    if (from === to) {
      throw problem('body.invalid', `Location ${to} is both source and target. Name two locations.`, {
        errors: [{ pointer: '/to_location_id', detail: 'must be another location than from_location_id' }],
      });
    }
    const source = await placeOf(tx, part_id, from, '/from_location_id');
    const target = await placeOf(tx, part_id, to, '/to_location_id');
    const named = adjustmentsOf(source, { ...body, location_id: from, reason });
    const shares = await asStocked(tx, part_id, named);
    const reservedToo = source.site_id === target.site_id && target.active;
    const orderIds = reservedToo ? await ordersAt(tx, part_id, from) : [];
    await lockOrders(tx, orderIds);
    for (const siteId of [source.site_id, target.site_id].sort((a, b) => a - b)) await lockStock(tx, siteId, [part_id]);
    const moved: LineQuantity[] = [];
    let movement = 0;
    await notingEndedCounts(context, { partIds: [part_id], why: 'transfer', to }, async () => {
      for (const { qty, lot, serial } of shares) {
        const result = await transfer(tx, actor, { part_id, from, to, qty, lot, serial, reason, orderIds });
        movement = result.movement;
        moved.push(...result.moved);
      }
      await movePicklines(tx, { from, to }, moved);
    });
    await recordEvent(context, {
      event: 'inventory.transferred',
      id: movement,
      orders: [...new Set(moved.map((line) => line.order_id))],
      detail: { part: source.part, from: source.location, to: target.location, qty: Number(body.qty), reason },
    });
    await allocateBackorders(context, target.site_id, [part_id]);
    return movement;
  },
);
