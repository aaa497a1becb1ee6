import { type Carry, carry } from '../../inventory/stock/move.ts';
import { movingLocationOf } from '../../inventory/stock/moving-location.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { addCartons, type NewCarton } from './cartons.ts';
import type { Loose } from './loose.ts';

/** A pack, and where its loose units are. */
export interface PackPlace {
  id: number;
  site_id: number;
  moving_location_id: number;
}

/** A pack as those see it who fill its cartons. */
export const placeOf = (id: number, [order]: readonly LockedOrder[]): PackPlace => ({
  id,
  site_id: order!.site_id,
  moving_location_id: movingLocationOf(order!),
});

/** One carton to be, with how much of each order line goes into it. */
export interface Filled {
  carton: NewCarton;
  order_ids: readonly number[];
  contents: { line_id: number; part_id: number; qty: string | number }[];
}

/** What one pack holds when everything goes into one carton. */
export function oneCarton(loose: readonly Loose[], cartontypeId: number | null): Filled {
  const order_ids = loose.map((unit) => unit.order_id);
  return {
    carton: { cartontype_id: cartontypeId },
    order_ids,
    contents: loose.map(({ line_id, part_id, qty }) => ({ line_id, part_id, qty })),
  };
}

/** Makes the cartons in the pack and carries their contents into them from the moving location. Stock is locked. */
export async function fillCartons(
  context: OperationContext,
  pack: PackPlace,
  filled: readonly Filled[],
): Promise<void> {
  if (filled.length === 0) return;
  const { tx, actor } = context;
  const places = await addCartons(
    tx,
    pack,
    filled.map(({ carton }) => carton),
  );
  const carries = filled.flatMap(({ contents }, at) =>
    contents.map(
      (content): Carry => ({
        ...content,
        from_location_id: pack.moving_location_id,
        to_location_id: places[at]!.location_id,
        pack_id: pack.id,
      }),
    ),
  );
  await carry(tx, actor, 'pack', carries);
  await recordEvent(
    context,
    ...filled.map(({ order_ids }, at) => ({ event: 'carton.created', id: places[at]!.id, orders: order_ids }) as const),
  );
}
