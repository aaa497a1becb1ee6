import { lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders, lockStock } from '../../platform/database/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { mayBeWorkedOn } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import { allowedTypes, chooseCartons } from './choose-cartons.ts';
import { fillCartons, oneCarton, type PackPlace, placeOf } from './fill-cartons.ts';
import { finishPacks } from './finish-packs.ts';
import { type Loose, looseUnits } from './loose.ts';
import { openPacks } from './open-packs.ts';
import { splitFromOpenPacks } from './split-from-open.ts';
import { nothingToPack, type PackChoice, takePicked } from './take.ts';

/**
 * Does the Pack task for orders at once: goes on with packs that were begun, packs what is picked by its sizes, finishes. What
 * no carton takes (no size known, too large) goes into a carton without a type: its own packaging.
 * @returns id of the pack
 */
export const performPack = operation('task.pack', async (context, choice: PackChoice) => {
  const { tx } = context;
  const orders = await lockOrders(tx, choice.orderIds);
  const { siteId } = mayBeWorkedOn(orders, 'pack');
  const { lines = null } = choice;
  const ids = orders.map((order) => order.id);
  const open = await openPacks(tx, ids, lineIdsOf(lines));
  const begun = lines === null ? open.own : await splitFromOpenPacks(tx, open.own, lines);
  const made = await takePicked(context, siteId, orders, choice);
  const packIds = [...begun, ...(made === null ? [] : [made.packId])];
  if (packIds.length === 0) {
    throw openElsewhere('pack', 'What is picked', open) ?? nothingToPack(orders, lines);
  }
  const loose = [...(begun.length > 0 ? await looseUnits(tx, begun) : []), ...(made?.loose ?? [])];
  await lockStock(
    tx,
    siteId,
    loose.map((unit) => unit.part_id),
  );
  for (const id of packIds)
    await packLoose(
      context,
      placeOf(id, orders),
      loose.filter((unit) => unit.pack_id === id),
      orders,
    );
  await finishPacks(context, packIds, orders, choice.details);
  return packIds.at(-1)!;
});

async function packLoose(
  context: OperationContext,
  pack: PackPlace,
  loose: readonly Loose[],
  orders: readonly LockedOrder[],
): Promise<void> {
  if (loose.length === 0) return;
  const { filled, left } = await chooseCartons(context.tx, loose, allowedTypes(orders));
  // What is left goes into one more carton for each order: lines less what the chosen cartons take of them.
  const places = left.length === 0 ? [] : ownPackaging(loose, filled);
  await fillCartons(context, pack, [...filled, ...places]);
}

function ownPackaging(
  loose: readonly Loose[],
  filled: readonly { contents: readonly { line_id: number; part_id: number; qty: string | number }[] }[],
) {
  const packed = new Map<string, number>();
  for (const { line_id, part_id, qty } of filled.flatMap((carton) => carton.contents)) {
    const key = `${line_id}/${part_id}`;
    packed.set(key, (packed.get(key) ?? 0) + Number(qty));
  }
  const rest = loose
    .map((unit) => {
      const taken = packed.get(`${unit.line_id}/${unit.part_id}`) ?? 0;
      // A unit that is not whole is left out as a whole, so only whole numbers are ever subtracted.
      return taken === 0 ? unit : { ...unit, qty: String(Number(unit.qty) - taken) };
    })
    .filter((unit) => Number(unit.qty) > 0);
  const orders = [...new Set(rest.map((unit) => unit.order_id))];
  return orders.map((order) =>
    oneCarton(
      rest.filter((unit) => unit.order_id === order),
      null,
    ),
  );
}
