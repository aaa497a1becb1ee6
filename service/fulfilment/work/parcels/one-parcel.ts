import { type Kysely, type RawBuilder, sql } from 'kysely';
import { plainName, shipToFields } from '../../../../lib/addresses/ship-to.ts';
import { moveReserved, type ReservedMove } from '../../../inventory/stock/move.ts';
import type { Tables } from '../../../platform/database/generated/tables.ts';
import type { OperationContext, Tx } from '../../../platform/database/operation.ts';
import type { Row } from '../../../platform/database/row.ts';
import { type Problem, problem } from '../../../platform/problems/problems.ts';
import { cartonStates } from '../../../platform/states/states.ts';
import type { NextCall } from '../../../platform/states/transitions.ts';
import { type Conflict, conflictWords, differenceOf, firstConflict, type Parcel } from './parcel.ts';

/** Reads how the goods of orders are sent, by the ids of the orders. */
export async function readParcels(tx: Kysely<Tables>, orderIds: readonly number[]): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    -- Reads how the goods of the orders are sent.
    select o.id as order_id, o.number, c.name as carrier, l.name as service_level,
      coalesce((o.plan ->> 'mixed_cartons')::boolean, false) as is_mixed,
      jsonb_build_object(${sql.join(shipToFields.flatMap((field) => [sql.lit(plainName(field)), sql.ref(`o.${field}`)]))}) as address
    from salesorder o left join carrier c on c.id = o.carrier_id left join carrierservicelevel l on l.id = o.carrierservicelevel_id
    where o.id = any(${orderIds}::bigint[]) order by o.id`.execute(tx);
  return rows;
}

/** A carton of a pack. */
interface PackedCarton extends Row<'carton', 'id' | 'number' | 'location_id'> {
  is_open: boolean;
  /** The ship that it is on; null for none. */
  ship_id: number | null;
  /** The orders whose goods are in it. */
  order_ids: number[];
}

/** Goods of orders that enter a carton, or all goods of a carton in its present state. */
export interface CartonGoods {
  readonly carton_id: number;
  /** The orders whose goods enter; null for the goods that are in the carton. */
  readonly entering: readonly number[] | null;
  /** True for a carton that was made for these goods. */
  readonly is_new?: boolean;
}

/** Goods that have to go into another carton. */
export interface Misplaced {
  readonly packId: number;
  readonly orderId: number;
  /** The carton that does not fit. */
  readonly from: { readonly id: number; readonly location_id: number };
  /** The carton to take instead. */
  readonly to: number;
}

/** Goods that enter cartons of a pack, and the moves that bring them. */
export interface Entry {
  readonly packId: number;
  readonly goods: readonly CartonGoods[];
  readonly moves: readonly ReservedMove[];
  /** The call that puts refused goods into another carton. */
  readonly retry?: (misplaced: Misplaced) => NextCall;
}

/**
 * Moves units into cartons. All units that enter a carton come through here, so that the rule of one parcel is kept.
 * @throws carton.other-parcel, stock.short
 */
export async function putInCartons({ tx, actor }: OperationContext, entries: readonly Entry[]): Promise<void> {
  for (const { packId, goods, moves, retry } of entries) {
    const doubtful = goods.filter(({ is_new, entering }) => !is_new || new Set(entering).size > 1);
    if (doubtful.length > 0)
      await assertOneParcel(tx, packId, doubtful, {
        move: retry,
        leaving: moves.map(({ from_location_id }) => from_location_id),
      });
  }
  const moves = entries.flatMap((entry) => entry.moves);
  await moveReserved(tx, actor, 'pack', moves);
}

/**
 * Checks the cartons with goods of several orders before they are closed, shipped or picked up: an order may have got another address,
 * carrier or service level since its goods went in.
 * @param which SQL: the condition on a carton `c`
 * @param newShipIds ships that this transaction has made: a refusal takes them back
 * @throws carton.other-parcel
 */
export async function assertOneParcelEach(
  tx: Tx,
  which: RawBuilder<unknown>,
  newShipIds: readonly number[] = [],
): Promise<void> {
  const { rows } = await sql<Row<'carton', 'id' | 'pack_id'>>`
    -- Finds the cartons that have goods of several orders.
    select c.id, c.pack_id from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null
    where ${which} group by c.id having count(distinct r.order_id) > 1 order by c.id`.execute(tx);
  for (const { id, pack_id } of rows)
    await assertOneParcel(tx, pack_id, [{ carton_id: id, entering: null }], { newShipIds });
}

/** Checks the cartons of ships. See assertOneParcelEach. */
export const assertOneParcelOnShips = (
  tx: Tx,
  shipIds: readonly number[],
  newShipIds: readonly number[] = [],
): Promise<void> =>
  assertOneParcelEach(
    tx,
    sql`c.id in (select carton_id from shipline where ship_id = any(${shipIds}::bigint[]))`,
    newShipIds,
  );

/**
 * Checks that each carton has the goods of one parcel. Whatever puts goods into a carton calls this.
 * @param options.move returns the call that puts misplaced goods into the other carton
 * @param options.leaving the locations that the goods leave
 * @throws carton.other-parcel, with the carton to take instead
 */
export async function assertOneParcel(
  tx: Tx,
  packId: number,
  goods: readonly CartonGoods[],
  {
    move = moveOut,
    leaving = [],
    newShipIds = [],
  }: {
    move?: ((misplaced: Misplaced) => NextCall) | undefined;
    leaving?: readonly number[];
    newShipIds?: readonly number[];
  } = {},
): Promise<void> {
  const cartons = await readCartons(tx, packId);
  const orderIds = [
    ...cartons.map(({ order_ids }) => order_ids),
    ...goods.map(({ entering }) => entering ?? []),
  ].flat();
  if (new Set(orderIds).size < 2) return;
  const parcels = new Map((await readParcels(tx, orderIds)).map((parcel) => [parcel.order_id, parcel]));
  const parcelsOf = (ids: readonly number[]) => ids.flatMap((id) => parcels.get(id) ?? []);
  for (const { carton_id, entering } of goods) {
    const carton = cartons.find(({ id }) => id === carton_id);
    if (!carton) continue;
    const all = [...carton.order_ids, ...(entering ?? [])];
    const conflict = firstConflict(parcelsOf(all));
    if (!conflict) continue;
    const fitting = cartons.filter(
      ({ id, location_id, is_open, order_ids }) =>
        is_open &&
        id !== carton_id &&
        !leaving.includes(location_id) &&
        parcelsOf(order_ids).every((other) => differenceOf(conflict.parcel, other) === null),
    );
    const instead = fitting.find(({ order_ids }) => order_ids.length > 0) ?? fitting[0];
    const isOnShip = carton.ship_id !== null && !newShipIds.includes(carton.ship_id);
    throw otherParcel({ packId, carton: isOnShip ? carton : { ...carton, ship_id: null }, conflict, instead, move });
  }
}

async function readCartons(tx: Tx, packId: number): Promise<PackedCarton[]> {
  const { rows } = await sql<PackedCarton>`
    -- Reads the cartons of the pack, with the orders whose goods are in them.
    select c.id, c.number, c.location_id, c.status_id = ${sql.lit(cartonStates.id.Open)} as is_open,
      (select l.ship_id from shipline l where l.carton_id = c.id) as ship_id,
      array_remove(array_agg(distinct r.order_id), null) as order_ids
    from carton c left join inventory i on i.location_id = c.location_id
    left join reservation r on r.inventory_id = i.id and r.closed_at is null
    where c.pack_id = ${packId} group by c.id order by c.id`.execute(tx);
  return rows;
}

/** Returns the call that takes all goods of an order out of a carton. */
const moveOut = ({ packId, orderId, from, to }: Misplaced): NextCall => ({
  method: 'POST',
  path: `/pack/${packId}/moveitem`,
  body: { add_carton_id: to, subtract_location_id: from.location_id, order_id: orderId, move_all: 1 },
  why: `Moves the goods of the order into carton ${to}`,
});

/** Returns the calls that take the goods out of a closed carton, in their order. */
function packAgain(packId: number, { ship_id }: PackedCarton): NextCall[] {
  const onShip =
    ship_id === null
      ? []
      : [{ method: 'DELETE', path: `/ship/${ship_id}`, body: null, why: `Takes the carton off ship ${ship_id}` }];
  return [
    ...onShip,
    {
      method: 'DELETE',
      path: `/pack/${packId}`,
      body: null,
      why: 'Takes the goods out of their cartons, to pack them again',
    },
  ];
}

interface Refused {
  readonly packId: number;
  readonly carton: PackedCarton;
  readonly conflict: Conflict;
  readonly instead: PackedCarton | undefined;
  readonly move: (misplaced: Misplaced) => NextCall;
}

function otherParcel({ packId, carton, conflict, instead, move }: Refused): Problem {
  const { parcel, other } = conflict;
  const { advice, next } = wayOut({ packId, carton, conflict, instead, move });
  return problem(
    'carton.other-parcel',
    `Order ${parcel.number} can't be in carton ${carton.number} of pack ${packId} with order ${other.number}: ${conflictWords(conflict)}. ${advice}`,
    {
      pack_id: packId,
      carton_id: carton.id,
      order_id: parcel.order_id,
      take_carton_id: instead?.id ?? null,
      next,
    },
  );
}

function wayOut({ packId, carton, conflict, instead, move }: Refused): { advice: string; next: NextCall[] } {
  if (instead)
    return {
      advice: `Take carton ${instead.number} instead (add_carton_id ${instead.id}).`,
      next: [move({ packId, orderId: conflict.parcel.order_id, from: carton, to: instead.id })],
    };
  const path = `/pack/${packId}/carton`;
  if (carton.is_open)
    return {
      advice: `Take a new carton: POST ${path}.`,
      next: [{ method: 'POST', path, body: {}, why: `Adds a carton to pack ${packId}` }],
    };
  const calls = packAgain(packId, carton);
  return {
    advice: `The carton is closed. Pack its goods again, each parcel into a carton of its own: ${calls.map(({ method, path }) => `${method} ${path}`).join(', then ')}.`,
    next: calls.slice(0, 1),
  };
}
