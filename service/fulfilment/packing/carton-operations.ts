import { sql } from 'kysely';
import { resolveCarrier } from '../../carriers/operations.ts';
import { lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { cartonStates, packStates } from '../../platform/states/states.ts';
import { dropOtherLabels } from '../work/carton-details.ts';
import { endBookingAttention } from '../work/labels/booking-attention.ts';
import { withdrawLabels } from '../work/labels/relabel.ts';
import { assertOrUndo } from '../work/undo.ts';
import { addCartons, lockCarton, type NewCarton } from './cartons.ts';
import { emptyCartons } from './empty-cartons.ts';
import { ordersOfPack } from './pack-contents.ts';
import type { CartonDetails } from './schema.ts';

/** Adds an open carton to an open pack. @returns id of the carton */
export const createCarton = operation(
  'carton.create',
  async (context, { packId, ...input }: NewCarton & { packId: number }) => {
    const { tx } = context;
    const orders = await ordersOfPack(tx, packId);
    await lockOrders(tx, orders);
    const pack = await lockRecord(tx, 'pack', packId);
    await assertOrUndo(tx, packStates, { move: 'fill', record: pack, owner: { kind: 'pack', id: pack.id } });
    const { id } = firstOf(await addCartons(tx, pack.site_id, [{ ...input, pack_id: packId }]));
    await recordEvent(context, { event: 'carton.created', id, orders });
    return id;
  },
);

/** Changes details of a carton until it is locked, even after its pack is finished. Null clears a detail. */
export const changeCarton = operation(
  'carton.change',
  async (context, { packId, cartonId, ...details }: CartonDetails & { packId: number; cartonId: number }) => {
    const { tx } = context;
    const numbered = details.tracking_number !== undefined;
    // Another number decides about labels, and so about the orders: they are locked before the carton.
    const orders = numbered ? await lockOrders(tx, await ordersOfCarton(tx, cartonId)) : [];
    const carton = await lockCarton(tx, packId, cartonId);
    cartonStates.demand('change', carton);
    const same = details.carrier_id === carton.carrier_id && details.carrierservicelevel_id === undefined;
    const resolved = same ? details : await resolveCarrier(tx, details);
    const changes: CartonDetails = Object.fromEntries(
      Object.entries(resolved).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(changes).length === 0) return;
    if (changes.carrier_id !== undefined && changes.carrier_id !== carton.carrier_id) {
      await dropOtherLabels(context, [cartonId], changes.carrier_id);
    }
    const set = sql.join(Object.entries(changes).map(([field, value]) => sql`${sql.ref(field)} = ${value}`));
    await sql`update carton set ${set}, updated_at = this_second() where id = ${cartonId}`.execute(tx);
    if (changes.cartontype_id !== undefined && changes.cartontype_id !== carton.cartontype_id) {
      await changeBox(tx, cartonId, carton.cartontype_id, changes.weight_g === undefined);
    }
    const number = changes.tracking_number ?? null;
    if (numbered) await withdrawLabels(context, { cartonIds: [cartonId], orders, number });
    if (number !== null) for (const { id } of orders) await endBookingAttention(context, id, true);
    await recordEvent(context, {
      event: 'carton.modified',
      id: cartonId,
      orders: numbered ? orders.map(({ id }) => id) : await ordersOfCarton(tx, cartonId),
      detail: { ...changes },
    });
  },
);

/** Deletes an open carton. Its contents return to the moving location. */
export const deleteCarton = operation('carton.delete', async (context, input: { packId: number; cartonId: number }) => {
  const { tx } = context;
  const orders = await ordersOfPack(tx, input.packId);
  await lockOrders(tx, orders);
  const pack = await lockRecord(tx, 'pack', input.packId);
  const carton = await lockCarton(tx, input.packId, input.cartonId);
  await assertOrUndo(tx, cartonStates, { move: 'delete', record: carton, owner: { kind: 'pack', id: pack.id } });
  await emptyCartons(context, pack, carton.id);
});

/** Returns the orders whose units are in a carton, or were in it. */
async function ordersOfCarton(tx: Tx, cartonId: number): Promise<number[]> {
  const { rows } = await sql<Row<'reservation', 'order_id'>>`
    select distinct r.order_id from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id where c.id = ${cartonId}`.execute(tx);
  return rows.map((row) => row.order_id);
}

/**
 * Updates a carton after its type has changed. The positions of the units are cleared. The weight
 * changes by the difference of the empty weights. The former box returns to its supply, and the new one is taken from its supply.
 * @param former the type until now
 * @param adjustWeight false where the weight was set at the same time
 */
async function changeBox(tx: Tx, cartonId: number, former: number | null, adjustWeight: boolean): Promise<void> {
  await sql`
    -- Sets weight and supplies for the new type of the carton, and clears the places of its units.
    with supply as (
      update cartontype t set supply = least(greatest(t.supply::bigint + case when t.id = ${former}::bigint then 1 else -1 end, 0), 2147483647),
        updated_at = this_second()
      from carton k
      where k.id = ${cartonId} and t.id in (${former}::bigint, k.cartontype_id) and t.supply is not null
    )
    update carton c set placements = null, refused_smaller = null,
      weight_g = case when ${adjustWeight} and c.weight_g is not null
        then least(greatest(c.weight_g::bigint + coalesce(now_type.empty_weight_g, 0) - coalesce(former.empty_weight_g, 0), 0), 2147483647)
        else c.weight_g end
    from carton k
    left join cartontype now_type on now_type.id = k.cartontype_id left join cartontype former on former.id = ${former}::bigint
    where k.id = ${cartonId} and c.id = k.id`.execute(tx);
}
