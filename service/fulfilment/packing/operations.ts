import { trim } from '../../inventory/stock/quantity.ts';
import { lockOrders, lockRecord } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { finishPacks } from './finish-packs.ts';
import { looseUnits } from './loose.ts';
import { openPacks } from './open-packs.ts';
import { ordersOfPack } from './orders-of-pack.ts';
import { packStates } from './states.ts';
import { nothingToPack, type PackChoice, takePicked } from './take.ts';

/**
 * Makes one pack of all that is picked of the orders and on no pack yet.
 * @returns id of the pack
 * @throws pack.no-step, pack.nothing-left
 */
export const createPack = operation('pack.create', async (context, choice: PackChoice) => {
  const orders = await lockOrders(context.tx, choice.orderIds);
  const { siteId } = mayBeWorkedOn(orders, 'pack');
  const taken = await takePicked(context, siteId, orders, choice);
  if (taken === null) {
    const { own, shared } = await openPacks(
      context.tx,
      orders.map((order) => order.id),
    );
    throw nothingToPack(orders, null, [...own, ...shared]);
  }
  return taken.packId;
});

/**
 * Finishes a pack: every unit must be in a carton; cartons close (spec 3.1). Empty cartons are dropped. Repeating it changes
 * nothing.
 * @throws pack.not-all-in-cartons
 */
export const finishPack = operation('pack.finish', async (context, packId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfPack(context.tx, packId));
  const pack = await lockRecord(context.tx, 'pack', packId);
  if (packStates.repeated('finish', pack)) return;
  const loose = await looseUnits(context.tx, [packId]);
  if (loose.length > 0) {
    const ofOrder = (id: number) => orders.find((order) => order.id === id)!.number;
    const units = loose.map((unit) => `${trim(unit.qty)} of part ${unit.part} for order ${ofOrder(unit.order_id)}`);
    throw problem(
      'pack.not-all-in-cartons',
      `Not in a carton yet: ${units.join(', ')}. Move them: POST /pack/${packId}/moveitem.`,
      {
        loose: loose.map(({ pack_id, qty, ...unit }) => ({ ...unit, qty: Number(qty) })),
      },
    );
  }
  await finishPacks(context, [packId], orders);
});
