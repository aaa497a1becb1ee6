import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { movingLocationOf } from '../../inventory/stock/moving-location.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { putInCartons, readParcels } from '../work/parcels/one-parcel.ts';
import { groupedByParcel } from '../work/parcels/parcel.ts';
import { addCartons, type NewCarton } from './cartons.ts';
import type { LooseUnits } from './pack-contents.ts';

/** The site of packs, and the location of their loose units. */
export interface PackPlace {
  site_id: number;
  moving_location_id: number;
}

/** Returns the place of packs. @param orders the locked orders of the packs, all of one site */
export function placeOf(orders: readonly LockedOrder[]): PackPlace {
  const order = firstOf(orders);
  return { site_id: order.site_id, moving_location_id: movingLocationOf(order) };
}

/** A carton to make in a pack, and the quantities of order lines that go into it. */
export interface CartonFilling {
  pack_id: number;
  carton: NewCarton;
  order_ids: readonly number[];
  contents: { line_id: number; part_id: number; qty: string | number }[];
}

/** Returns cartons that take all loose units of a pack: one, or one for each parcel where the orders differ in that. */
export async function oneCartonEach(tx: Tx, loose: readonly LooseUnits[]): Promise<CartonFilling[]> {
  const orderIds = [...new Set(loose.map(({ order_id }) => order_id))];
  const groups = orderIds.length < 2 ? [orderIds] : groupedByParcel(await readParcels(tx, orderIds));
  return groups.map((group) => {
    const own = loose.filter(({ order_id }) => group.includes(order_id));
    return oneCarton(own, null);
  });
}

/** Returns one carton that takes loose units of a pack. */
export function oneCarton(loose: readonly LooseUnits[], cartontypeId: number | null): CartonFilling {
  return {
    pack_id: firstOf(loose).pack_id,
    carton: { cartontype_id: cartontypeId },
    order_ids: loose.map((unit) => unit.order_id),
    contents: loose.map(({ line_id, part_id, qty }) => ({ line_id, part_id, qty })),
  };
}

/** Makes cartons in packs, and moves their contents into them from the moving location. The stock is locked. */
export async function fillCartons(
  context: OperationContext,
  { site_id, moving_location_id: from }: PackPlace,
  filled: readonly CartonFilling[],
): Promise<void> {
  if (filled.length === 0) return;
  const { tx } = context;
  const newCartons = filled.map(({ pack_id, carton }) => ({ pack_id, ...carton }));
  const cartons = await addCartons(tx, site_id, newCartons);
  const fillings = cartons.flatMap((carton, index) =>
    filled.slice(index, index + 1).map((own) => ({ ...own, carton })),
  );
  const entries = fillings.map(({ pack_id, carton, contents, order_ids }) => {
    const place = { pack_id, from_location_id: from, to_location_id: carton.location_id };
    return {
      packId: pack_id,
      goods: [{ carton_id: carton.id, entering: order_ids, is_new: true }],
      moves: contents.map((content) => ({ ...content, ...place })),
    };
  });
  await putInCartons(context, entries);
  await recordEvent(
    context,
    ...fillings.map(
      ({ carton, order_ids }) => ({ event: 'carton.created', id: carton.id, orders: order_ids }) as const,
    ),
  );
}
