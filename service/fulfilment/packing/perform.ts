import { grouped } from '../../../lib/grouped.ts';
import { lineIdsOf } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, lockOrders, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { assertStart } from '../work/guards.ts';
import { openElsewhere } from '../work/open-lists.ts';
import type { StepInput, StepTask } from '../work/step.ts';
import { allowedTypes, chooseCartons } from './choose-cartons.ts';
import { type CartonFilling, fillCartons, oneCarton, placeOf } from './fill-cartons.ts';
import { finishPacks } from './finish-packs.ts';
import { type LooseUnits, looseUnits, openPacks } from './pack-contents.ts';
import { splitFromOpenPacks } from './split-from-open.ts';
import { nothingToPack, takePicked } from './take.ts';

/** Performs the Pack task of orders in one transaction. See `packLocked`. @returns id of the pack */
export const performPack = operation('task.pack', async (context, { orderIds, ...input }: StepTask) => {
  const orders = await lockOrders(context.tx, orderIds);
  assertStart(context, orders, 'pack');
  const packs = await packLocked(context, orders, input);
  return Math.max(...packs.values());
});

/**
 * Packs locked orders of one site: continues open packs, makes a new one, chooses cartons by size and weight, and finishes. Units
 * that fit no carton (too large, or without a known size) go into a carton without a type: their own packaging. With `apart`, it
 * leaves out orders with an open pack or nothing left to pack.
 * @returns the pack of each order, the last one of several
 * @throws unless `apart`: pack.state, pack.nothing-left
 */
export async function packLocked(
  context: OperationContext,
  orders: readonly LockedOrder[],
  { lines = null, details = {}, apart = false }: StepInput,
): Promise<Map<number, number>> {
  const { tx } = context;
  const { site_id: siteId } = firstOf(orders);
  const orderIds = orders.map((order) => order.id);
  const open = apart ? { own: [], shared: [] } : await openPacks(tx, orderIds, lineIdsOf(lines));
  const continued = lines === null ? open.own : await splitFromOpenPacks(tx, open.own, lines);
  const created = await takePicked(context, siteId, orders, { lines, apart });
  const packs = [...continued.map((packId) => ({ packId, orderIds })), ...created];
  if (packs.length === 0) {
    if (apart) return new Map();
    throw openElsewhere('pack', 'The rest to pack', open) ?? (await nothingToPack(tx, orders, lines));
  }
  const loose = [
    ...(continued.length > 0 ? await looseUnits(tx, continued) : []),
    ...created.flatMap((pack) => pack.loose),
  ];
  if (apart) {
    // Orders with the same carton types share a search with separate cartons.
    for (const same of grouped(orders, ({ carton_types }) => JSON.stringify(carton_types)).values()) {
      const own = loose.filter(({ order_id }) => same.some(({ id }) => id === order_id));
      await packLoose(context, own, same);
    }
  } else {
    const partIds = loose.map((unit) => unit.part_id);
    await lockStock(tx, siteId, partIds);
    for (const own of grouped(loose, ({ pack_id }) => pack_id).values()) await packLoose(context, own, orders);
  }
  const packIds = packs.map(({ packId }) => packId);
  await finishPacks(context, packIds, orders, details, apart);
  return new Map(packs.flatMap((pack) => pack.orderIds.map((order) => [order, pack.packId] as const)));
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
