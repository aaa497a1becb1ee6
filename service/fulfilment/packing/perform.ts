import { lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { firstOf, grouped } from '../../platform/database/rows.ts';
import { assertLabels, assertWorkable } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import { allowedTypes, chooseCartons } from './choose-cartons.ts';
import { type CartonFilling, fillCartons, oneCarton, placeOf } from './fill-cartons.ts';
import { finishPacks } from './finish-packs.ts';
import { type LooseUnits, looseUnits, openPacks } from './pack-contents.ts';
import { splitFromOpenPacks } from './split-from-open.ts';
import { nothingToPack, type PackChoice, takePicked } from './take.ts';

/**
 * Performs the Pack task of orders in one transaction: continues open packs, makes a new one, chooses cartons by size and weight,
 * and finishes. Units that fit no carton (too large, or without a known size) go into a carton without a type: their own
 * packaging.
 * @returns id of the pack
 */
export const performPack = operation('task.pack', async (context, choice: PackChoice) => {
  const { tx } = context;
  const orders = await lockOrders(tx, choice.orderIds);
  const { siteId } = assertWorkable(orders, 'pack');
  assertLabels(context, orders, 'pack');
  const { lines = null } = choice;
  const ids = orders.map((order) => order.id);
  const open = await openPacks(tx, ids, lineIdsOf(lines));
  const continued = lines === null ? open.own : await splitFromOpenPacks(tx, open.own, lines);
  const created = await takePicked(context, siteId, orders, choice);
  const packIds = [...continued, ...created.map(({ packId }) => packId)];
  const packId = packIds.at(-1);
  if (packId === undefined) {
    throw openElsewhere('pack', 'The rest to pack', open) ?? (await nothingToPack(tx, orders, lines));
  }
  const loose = [
    ...(continued.length > 0 ? await looseUnits(tx, continued) : []),
    ...created.flatMap((pack) => pack.loose),
  ];
  const partIds = loose.map((unit) => unit.part_id);
  await lockStock(tx, siteId, partIds);
  for (const id of packIds) {
    const own = loose.filter((unit) => unit.pack_id === id);
    await packLoose(context, own, orders);
  }
  await finishPacks(context, packIds, orders, choice.details ?? {});
  return packId;
});

/**
 * Performs the Pack task of orders of one site, each with a pack of its own, by statements over all of them. The orders and
 * their stock are locked, and nothing refuses the step.
 * @returns the pack of each order; none for orders with an open pack or nothing left to pack: `performPack` packs or refuses them
 */
export async function packEach(
  context: OperationContext,
  orders: readonly LockedOrder[],
): Promise<Map<number, number>> {
  const { site_id: siteId } = firstOf(orders);
  const packs = await takePicked(context, siteId, orders, { orderIds: orders.map(({ id }) => id), apart: true });
  const made = new Map(packs.map(({ packId, orderIds }) => [firstOf(orderIds), packId]));
  if (made.size === 0) return made;
  const packed = orders.filter(({ id }) => made.has(id));
  const loose = packs.flatMap((pack) => pack.loose);
  // Orders with the same carton types share a search with separate cartons.
  for (const same of grouped(packed, ({ carton_types }) => JSON.stringify(carton_types)).values()) {
    const own = new Set(same.map(({ id }) => id));
    const units = loose.filter(({ order_id }) => own.has(order_id));
    await packLoose(context, units, same);
  }
  await finishPacks(context, [...made.values()], packed, {});
  return made;
}

async function packLoose(
  context: OperationContext,
  loose: readonly LooseUnits[],
  orders: readonly LockedOrder[],
): Promise<void> {
  if (loose.length === 0) return;
  const { filled, left } = await chooseCartons(context, loose, allowedTypes(orders));
  const rest = left.length === 0 ? [] : ownPackaging(loose, filled);
  await fillCartons(context, placeOf(orders), [...filled, ...rest]);
}

/** Returns one carton without a type for each order, with the units that the filled cartons do not take. */
function ownPackaging(loose: readonly LooseUnits[], filled: readonly CartonFilling[]): CartonFilling[] {
  const packed = new Map<string, number>();
  for (const { line_id, part_id, qty } of filled.flatMap((carton) => carton.contents)) {
    const key = `${line_id}/${part_id}`;
    packed.set(key, (packed.get(key) ?? 0) + Number(qty));
  }
  const rest = loose
    .map((unit) => {
      const inCartons = packed.get(`${unit.line_id}/${unit.part_id}`) ?? 0;
      // A quantity that is not a whole number is in no carton at all, so only whole numbers are ever subtracted.
      return inCartons === 0 ? unit : { ...unit, qty: String(Number(unit.qty) - inCartons) };
    })
    .filter((unit) => Number(unit.qty) > 0);
  const orders = [...new Set(rest.map((unit) => unit.order_id))];
  return orders.map((order) => {
    const own = rest.filter((unit) => unit.order_id === order);
    return oneCarton(own, null);
  });
}
