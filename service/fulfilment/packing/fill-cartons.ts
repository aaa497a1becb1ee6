import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { moveReserved } from '../../inventory/stock/move.ts';
import { movingLocationOf } from '../../inventory/stock/moving-location.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
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

/** Returns one carton that takes all loose units of a pack. */
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
  place: PackPlace,
  filled: readonly CartonFilling[],
): Promise<void> {
  if (filled.length === 0) return;
  const { tx, actor } = context;
  const newCartons = filled.map(({ pack_id, carton }) => ({ pack_id, ...carton }));
  const cartons = await addCartons(tx, place.site_id, newCartons);
  const fillings = cartons.flatMap((carton, index) =>
    filled.slice(index, index + 1).map((own) => ({ ...own, carton })),
  );
  const from = { from_location_id: place.moving_location_id };
  const moves = fillings.flatMap(({ pack_id, carton, contents }) =>
    contents.map((content) => ({ ...content, ...from, pack_id, to_location_id: carton.location_id })),
  );
  await moveReserved(tx, actor, 'pack', moves);
  await recordEvent(
    context,
    ...fillings.map(
      ({ carton, order_ids }) => ({ event: 'carton.created', id: carton.id, orders: order_ids }) as const,
    ),
  );
}
