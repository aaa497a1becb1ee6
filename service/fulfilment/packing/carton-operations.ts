import { sql } from 'kysely';
import { lockOrders, lockRecord } from '../../platform/database/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { agreed, withoutLabelsOfOthers } from './carton-details.ts';
import { addCartons, lockCarton, type NewCarton } from './cartons.ts';
import { emptyCartons } from './empty-cartons.ts';
import { ordersOfPack } from './orders-of-pack.ts';
import { rebox } from './rebox.ts';
import type { CartonDetails } from './schema.ts';
import { cartonStates, packStates } from './states.ts';

/** @returns id of the carton, open from the start (spec 3.1) */
export const createCarton = operation(
  'carton.create',
  async (context, { packId, ...input }: NewCarton & { packId: number }) => {
    const { tx } = context;
    const orders = await ordersOfPack(tx, packId);
    await lockOrders(tx, orders);
    const pack = await lockRecord(tx, 'pack', packId);
    packStates.demand('fill', pack);
    const [made] = await addCartons(tx, pack, [input]);
    await recordEvent(context, { event: 'carton.created', id: made!.id, orders });
    return made!.id;
  },
);

/** Changes details of a carton; possible until it is locked, also after its pack is finished (spec 3.1). */
export const changeCarton = operation(
  'carton.change',
  async (context, { packId, cartonId, ...details }: CartonDetails & { packId: number; cartonId: number }) => {
    const { tx } = context;
    const carton = await lockCarton(tx, packId, cartonId);
    cartonStates.demand('change', carton);
    const same = details.carrier_id === carton.carrier_id && details.carrierservicelevel_id === undefined;
    const wanted = same ? details : await agreed(tx, details);
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return;
    if (given.carrier_id !== undefined && given.carrier_id !== carton.carrier_id) {
      await withoutLabelsOfOthers(context, [cartonId], given.carrier_id as number | null);
    }
    const changed = sql.join(Object.entries(given).map(([field, value]) => sql`${sql.ref(field)} = ${value}`));
    await sql`update carton set ${changed}, updated_at = now() where id = ${cartonId}`.execute(tx);
    if (given.cartontype_id !== undefined && given.cartontype_id !== carton.cartontype_id) {
      await rebox(tx, cartonId, carton.cartontype_id, given.weight_g === undefined);
    }
    await recordEvent(context, {
      event: 'carton.modified',
      id: cartonId,
      orders: await ordersOfCarton(tx, cartonId),
      detail: given,
    });
  },
);

/** Deletes an open carton; what it holds goes back to the moving location. */
export const deleteCarton = operation('carton.delete', async (context, input: { packId: number; cartonId: number }) => {
  const { tx } = context;
  const orders = await ordersOfPack(tx, input.packId);
  await lockOrders(tx, orders);
  const pack = await lockRecord(tx, 'pack', input.packId);
  const carton = await lockCarton(tx, input.packId, input.cartonId);
  cartonStates.demand('delete', carton);
  await emptyCartons(context, pack, carton.id);
});

async function ordersOfCarton(tx: Tx, cartonId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct r.order_id from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id where c.id = ${cartonId}`.execute(tx);
  return rows.map((row) => row.order_id);
}
