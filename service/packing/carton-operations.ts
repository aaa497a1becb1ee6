import { sql } from 'kysely';
import { lockOrders, lockRecord, lockStock } from '../database/locks.ts';
import { carry } from '../inventory/stock.ts';
import { operation, type Tx } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { movingLocation } from '../picking/moving-location.ts';
import { problem } from '../problems.ts';
import { agreed } from './carton-details.ts';
import { addCartons, cartonStatus, lockCarton, type NewCarton, refuseLocked } from './cartons.ts';
import { ordersOfPack } from './operations.ts';
import type { CartonDetails } from './schema.ts';

/** @returns id of the carton, open from the start (spec 3.1) */
export const createCarton = operation(
  'carton.create',
  async (context, { packId, ...input }: NewCarton & { packId: number }) => {
    const { tx } = context;
    const orders = await ordersOfPack(tx, packId);
    await lockOrders(tx, orders);
    const pack = await lockRecord(tx, 'pack', packId);
    if (pack.status_id !== 1) throw problem('pack.state', `Pack ${packId} is no longer open: no carton can be added.`);
    const [made] = await addCartons(tx, pack, [input]);
    await happened(context, { event: 'carton.created', id: made!.id, orders });
    return made!.id;
  },
);

/** Changes details of a carton; possible until it is locked, also after its pack is finished (spec 3.1). */
export const changeCarton = operation(
  'carton.change',
  async (context, { packId, cartonId, ...details }: CartonDetails & { packId: number; cartonId: number }) => {
    const { tx } = context;
    const carton = await lockCarton(tx, packId, cartonId);
    refuseLocked(carton);
    const same = details.carrier_id === carton.carrier_id && details.carrierservicelevel_id === undefined;
    const wanted = same ? details : await agreed(tx, details);
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return;
    const changed = sql.join(Object.entries(given).map(([field, value]) => sql`${sql.ref(field)} = ${value}`));
    await sql`update carton set ${changed}, updated_at = now() where id = ${cartonId}`.execute(tx);
    await happened(context, {
      event: 'carton.modified',
      id: cartonId,
      orders: await ordersOfCarton(tx, cartonId),
      detail: given,
    });
  },
);

/** Deletes an open carton; what it holds goes back to the moving location. */
export const deleteCarton = operation('carton.delete', async (context, input: { packId: number; cartonId: number }) => {
  const { tx, actor } = context;
  const orders = await ordersOfPack(tx, input.packId);
  await lockOrders(tx, orders);
  const pack = await lockRecord(tx, 'pack', input.packId);
  const carton = await lockCarton(tx, input.packId, input.cartonId);
  if (carton.status_id !== cartonStatus.open) {
    throw problem(
      'carton.state',
      `Carton ${carton.id} is ${carton.status_id === 2 ? 'Closed' : 'Locked'}; only an open one can be deleted.`,
    );
  }
  const held = await sql<{ line_id: number; part_id: number; qty: string; lot: string | null; serial: string | null }>`
    select r.line_id, r.part_id, r.qty, i.lot, i.serial
    from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
    where i.location_id = ${carton.location_id} order by r.id`.execute(tx);
  await lockStock(
    tx,
    pack.site_id,
    held.rows.map((row) => row.part_id),
  );
  const to = await movingLocation(tx, pack.site_id);
  const place = { from_location_id: carton.location_id, to_location_id: to, pack_id: pack.id };
  await carry(
    tx,
    actor,
    'given back',
    held.rows.map((row) => ({ ...row, ...place })),
  );
  await sql`delete from carton where id = ${carton.id}`.execute(tx);
  await sql`update location set active = false, updated_at = now() where id = ${carton.location_id}`.execute(tx);
  await happened(context, { event: 'carton.deleted', id: carton.id, orders });
});

async function ordersOfCarton(tx: Tx, cartonId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct r.order_id from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id where c.id = ${cartonId}`.execute(tx);
  return rows.map((row) => row.order_id);
}
