import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { moveReserved } from '../../inventory/stock/move.ts';
import { movingLocationOf } from '../../inventory/stock/moving-location.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { addCartons, type NewCarton } from './cartons.ts';
import type { LooseUnits } from './pack-contents.ts';

/** A pack, and the location of its loose units. */
export interface PackPlace {
  id: number;
  site_id: number;
  moving_location_id: number;
}

/** Returns the place of a pack. @param orders the locked orders of the pack */
export function placeOf(id: number, orders: readonly LockedOrder[]): PackPlace {
  const order = firstOf(orders);
  return { id, site_id: order.site_id, moving_location_id: movingLocationOf(order) };
}

/** A carton to make, and the quantities of order lines that go into it. */
export interface CartonFilling {
  carton: NewCarton;
  order_ids: readonly number[];
  contents: { line_id: number; part_id: number; qty: string | number }[];
}

/** Returns one carton that takes all loose units. */
export function oneCarton(loose: readonly LooseUnits[], cartontypeId: number | null): CartonFilling {
  return {
    carton: { cartontype_id: cartontypeId },
    order_ids: loose.map((unit) => unit.order_id),
    contents: loose.map(({ line_id, part_id, qty }) => ({ line_id, part_id, qty })),
  };
}

/** Makes cartons in a pack, and moves their contents into them from the moving location. The stock is locked. */
export async function fillCartons(
  context: OperationContext,
  pack: PackPlace,
  filled: readonly CartonFilling[],
): Promise<void> {
  if (filled.length === 0) return;
  const { tx, actor } = context;
  const newCartons = filled.map(({ carton }) => carton);
  const cartons = await addCartons(tx, pack, newCartons);
  const fillings = cartons.flatMap((carton, index) =>
    filled.slice(index, index + 1).map((own) => ({ ...own, carton })),
  );
  const from = { from_location_id: pack.moving_location_id, pack_id: pack.id };
  const moves = fillings.flatMap(({ carton, contents }) =>
    contents.map((content) => ({ ...content, ...from, to_location_id: carton.location_id })),
  );
  await moveReserved(tx, actor, 'pack', moves);
  await recordEvent(
    context,
    ...fillings.map(
      ({ carton, order_ids }) => ({ event: 'carton.created', id: carton.id, orders: order_ids }) as const,
    ),
  );
}
