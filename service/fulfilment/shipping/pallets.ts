import { sql } from 'kysely';
import { type LockedRecord, lockOrders, lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { unknownRecord } from '../../platform/records/refusals.ts';
import { shipStates } from '../../platform/states/states.ts';
import { assertOrUndo } from '../work/undo.ts';
import { ordersOfShips } from './sharing.ts';

/** Puts cartons of a ship onto a new pallet. @returns id of the pallet */
export const addPallet = operation(
  'ship.pallet',
  async (context, input: { shipId: number; cartonIds: readonly number[] }) => {
    const { tx } = context;
    await lockOrders(tx, await ordersOfShips(tx, [input.shipId]));
    const ship = await lockRecord(tx, 'ship', input.shipId);
    await assertOpen(tx, ship);
    await assertOnShip(tx, ship.id, input.cartonIds);
    return stackPallet(context, ship.id, input.cartonIds);
  },
);

/** Puts cartons of a ship onto one of its pallets. Pallets that are empty then are deleted. */
export const addToPallet = operation(
  'pallet.load',
  async (context, input: { shipId: number; palletId: number; cartonIds: readonly number[] }) => {
    const { tx } = context;
    await lockOrders(tx, await ordersOfShips(tx, [input.shipId]));
    const ship = await lockRecord(tx, 'ship', input.shipId);
    await assertOpen(tx, ship);
    const { rows } = await sql`select from pallet where id = ${input.palletId} and ship_id = ${ship.id}`.execute(tx);
    if (rows.length === 0) throw unknownPallet(ship.id, input.palletId);
    await assertOnShip(tx, ship.id, input.cartonIds);
    await loadPallet(context, { shipId: ship.id, palletId: input.palletId, cartonIds: input.cartonIds });
  },
);

const assertOpen = (tx: Tx, ship: LockedRecord): Promise<void> =>
  assertOrUndo(tx, shipStates, { move: 'palletize', record: ship, owner: { kind: 'ship', id: ship.id } });

async function assertOnShip(tx: Tx, shipId: number, cartonIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: NonNullable<Column<'shipline', 'carton_id'>> }>`
    select carton_id as id from shipline where ship_id = ${shipId} and carton_id = any(${cartonIds}::bigint[])`.execute(
    tx,
  );
  const onShip = new Set(rows.map(({ id }) => id));
  const position = cartonIds.findIndex((id) => !onShip.has(id));
  if (position < 0) return;
  throw unknownRecord(`/carton_ids/${position}`, `carton on ship ${shipId} with the id`, cartonIds[position]);
}

const unknownPallet = (shipId: number, palletId: number) =>
  problem('record.unknown', `Ship ${shipId} has no pallet ${palletId}.`);

/** Deletes a pallet. Its cartons stay on the ship, on no pallet. */
export const deletePallet = operation('pallet.delete', async (context, input: { shipId: number; palletId: number }) => {
  const { tx } = context;
  await lockOrders(tx, await ordersOfShips(tx, [input.shipId]));
  await assertOpen(tx, await lockRecord(tx, 'ship', input.shipId));
  const { rows: cartons } = await sql<Row<'carton', 'id'>>`
    select id from carton where pallet_id = ${input.palletId} order by id`.execute(tx);
  const { rows } =
    await sql`delete from pallet where id = ${input.palletId} and ship_id = ${input.shipId} returning id`.execute(tx);
  if (rows.length === 0) throw unknownPallet(input.shipId, input.palletId);
  const cartonIds = cartons.map(({ id }) => id);
  await recordPalletChange(context, input.shipId, cartonIds);
});

function recordPalletChange(context: OperationContext, shipId: number, cartonIds: readonly number[]): Promise<void> {
  return recordEvent(
    context,
    { event: 'ship.modified', id: shipId, detail: { fields: ['pallets'] } },
    ...cartonIds.map((id) => ({ event: 'carton.modified', id, detail: { fields: ['pallet_id'] } }) as const),
  );
}

/** Makes a pallet of cartons. @returns id of the new pallet */
async function stackPallet(context: OperationContext, shipId: number, cartonIds: readonly number[]): Promise<number> {
  const { tx } = context;
  const { rows } = await sql<Row<'pallet', 'id'>>`
    insert into pallet (ship_id, number)
    select ${shipId}::bigint, coalesce(max(number), 0) + 1 from pallet where ship_id = ${shipId} returning id`.execute(
    tx,
  );
  const { id: palletId } = firstOf(rows);
  await loadPallet(context, { shipId, palletId, cartonIds });
  return palletId;
}

/** Puts cartons onto a pallet, and deletes pallets that are empty then. */
async function loadPallet(
  context: OperationContext,
  { shipId, palletId, cartonIds }: { shipId: number; palletId: number; cartonIds: readonly number[] },
): Promise<void> {
  await sql`
    -- Puts the cartons onto the pallet.
    with emptied as (
      delete from pallet p where p.ship_id = ${shipId} and p.id <> ${palletId}
        and not exists (select 1 from carton c where c.pallet_id = p.id and c.id <> all(${cartonIds}::bigint[]))
    )
    update carton set pallet_id = ${palletId}, updated_at = this_second() where id = any(${cartonIds}::bigint[])`.execute(
    context.tx,
  );
  await recordPalletChange(context, shipId, cartonIds);
}

/** Puts the cartons of a ship that are on no pallet onto new pallets, with at most `perPallet` cartons each. */
export async function palletize(context: OperationContext, shipId: number, perPallet: number): Promise<void> {
  const { rows } = await sql<Row<'carton', 'id'>>`
    select c.id from shipline s join carton c on c.id = s.carton_id
    where s.ship_id = ${shipId} and c.pallet_id is null order by c.id`.execute(context.tx);
  const cartonIds = rows.map((row) => row.id);
  for (let start = 0; start < cartonIds.length; start += perPallet) {
    await stackPallet(context, shipId, cartonIds.slice(start, start + perPallet));
  }
}
