import { sql } from 'kysely';
import { type OrderKind, orderPath } from '../../../records/sales-order.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, NullableRow, Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates, shipStates } from '../../platform/states/states.ts';
import type { Advice, NextCall, RecordState, Transitions } from '../../platform/states/transitions.ts';

/** A record whose deletion takes back what people did. */
export interface Undoable {
  readonly kind: 'pick' | 'pack' | 'ship';
  readonly id: number;
}

/** A use of the units of a finished pick by a later step: more units than the other picks of the orders brought. */
export interface UseOfPick extends Row<'pickline', 'order_id'> {
  readonly work_id: Column<'work', 'id'>;
  readonly part: Column<'part', 'number'>;
  readonly step: 'pack' | 'ship' | 'pickup';
  /** The units that the step has. */
  readonly qty: string;
  /** The units by which it has too many. */
  readonly excess: string;
  /** A pack or ship with them; null where the order has no pack step. */
  readonly on: number | null;
}

/** Returns what later steps need the units of a finished pick for, the latest step first. Units of other picks may serve them instead. */
export async function usesOfPick(tx: Tx, pickId: number): Promise<UseOfPick[]> {
  const { rows } = await sql<UseOfPick>`
    -- Finds the parts of the pick of which a later step has more units than the other picks brought.
    with own as (
      select order_id, line_id, part_id, sum(qty_committed) as qty from pickline where pick_id = ${pickId} and finished
      group by order_id, line_id, part_id
    ), used as (
      select o.order_id, o.part_id, p.qty_done - o.qty as left, w.id as work_id, w.task_id, w.qty_done,
        (select sum(k.qty) from packline k where k.work_id = w.id) as packed,
        (select min(k.pack_id) from packline k where k.work_id = w.id) as pack_id,
        (select min(s.id) from shipline l join ship s on s.id = l.ship_id where l.order_id = o.order_id and s.status_id = ${sql.lit(shipStates.id.Open)}) as ship_id
      from own o
      join work p on p.line_id = o.line_id and p.part_id = o.part_id and p.task_id = ${sql.lit(task.pick)}
      join work w on w.line_id = o.line_id and w.part_id = o.part_id and w.task_id > ${sql.lit(task.pick)}
    )
    select u.order_id, u.work_id, p.number as part, greatest(u.qty_done, u.packed) as qty, greatest(u.qty_done, u.packed) - u.left as excess,
      lower(t.name) as step, case u.task_id when ${sql.lit(task.pack)} then u.pack_id when ${sql.lit(task.ship)} then u.ship_id end as on
    from used u join part p on p.id = u.part_id join task t on t.id = u.task_id
    where greatest(u.qty_done, u.packed) > u.left or (u.task_id = ${sql.lit(task.ship)} and u.ship_id is not null)
    order by u.task_id desc, p.id`.execute(tx);
  return rows;
}

/**
 * Returns the records to delete so that these can be deleted, themselves included, in the sequence in which each deletion is possible.
 * @returns null where one of them cannot be deleted, because units have left
 */
export async function undoOf(tx: Tx, records: readonly Undoable[]): Promise<Undoable[] | null> {
  const all: Undoable[] = [];
  for (const record of records) {
    const before = await blockersOf(tx, record);
    if (before === null) return null;
    all.push(...before, record);
  }
  return distinct(all);
}

/** Returns the records to delete before a record; null where units of it have left. */
export async function blockersOf(tx: Tx, record: Undoable): Promise<Undoable[] | null> {
  if (record.kind === 'ship') return (await isShipFixed(tx, record.id)) ? null : [];
  if (record.kind === 'pack') return shipsOfPack(tx, record.id);
  const uses = await usesOfPick(tx, record.id);
  const found: Undoable[] = [];
  // Units of an order with a pack step are shipped in the cartons of its packs.
  const packed = new Set(uses.flatMap(({ step, order_id }) => (step === 'pack' ? [order_id] : [])));
  for (const use of uses.filter(({ step, order_id }) => step !== 'ship' || !packed.has(order_id))) {
    const before = await endOfUse(tx, use);
    if (before === null) return null;
    found.push(...before);
  }
  return distinct(found);
}

/** Returns the packs with units of the order's lines that can be deleted, with what comes before them, the latest first. */
export async function undoOfPacks(tx: Tx, pickId: number): Promise<Undoable[]> {
  const { rows } = await sql<{ id: Column<'packline', 'pack_id'> }>`
    select distinct k.pack_id as id from pickline l join packline k on k.line_id = l.line_id and k.part_id = l.part_id
    where l.pick_id = ${pickId} order by 1 desc`.execute(tx);
  const all: Undoable[] = [];
  for (const { id } of rows) all.push(...((await undoOf(tx, [{ kind: 'pack', id }])) ?? []));
  return distinct(all);
}

async function endOfUse(tx: Tx, { step, work_id, order_id, excess }: UseOfPick): Promise<Undoable[] | null> {
  if (step === 'pickup') return null;
  if (step === 'ship') {
    const { rows } = await sql<{ id: Column<'shipline', 'ship_id'> }>`
      select distinct s.ship_id as id from shipline s where s.order_id = ${order_id} and s.pickup_id is null order by 1`.execute(
      tx,
    );
    return undoOf(
      tx,
      rows.map(({ id }) => ({ kind: 'ship', id })),
    );
  }
  const { rows } = await sql<{ id: Column<'packline', 'pack_id'>; qty: string }>`
    select pack_id as id, sum(qty) as qty from packline where work_id = ${work_id} group by pack_id order by pack_id desc`.execute(
    tx,
  );
  const found: Undoable[] = [];
  let left = Number(excess);
  for (const { id, qty } of rows) {
    const undo = left > 0 ? await undoOf(tx, [{ kind: 'pack', id }]) : null;
    if (!undo) continue;
    found.push(...undo);
    left -= Number(qty);
  }
  return left > 0 ? null : found;
}

async function shipsOfPack(tx: Tx, packId: number): Promise<Undoable[] | null> {
  const { rows } = await sql<NullableRow<'shipline', 'ship_id'> & { locked: boolean }>`
    -- Reads the cartons of the pack that have left it.
    select c.status_id = ${sql.lit(cartonStates.id.Locked)} as locked, s.ship_id
    from carton c left join shipline s on s.carton_id = c.id where c.pack_id = ${packId}`.execute(tx);
  if (rows.some(({ locked }) => locked)) return null;
  const ships = rows.flatMap(({ ship_id: id }) => (id === null ? [] : [{ kind: 'ship', id } as const]));
  return undoOf(tx, distinct(ships));
}

/** What keeps a finished ship from being deleted. */
interface ShipUse extends Row<'shipline', 'order_id'> {
  /** Whether a part of it was picked up. */
  readonly picked_up: boolean;
  /** Another finished ship of one of its orders without a pack step: only their work says how much was shipped. */
  readonly other: number | null;
}

export async function usesOfShip(tx: Tx, shipId: number): Promise<ShipUse[]> {
  const { rows } = await sql<ShipUse>`
    -- Finds the shiplines that are picked up, and other finished ships of their orders.
    select l.pickup_id is not null
        or exists (select 1 from pickupline p where p.carton_id = l.carton_id and p.pickup_id is not null) as picked_up,
      (select min(s.id) from shipline o join ship s on s.id = o.ship_id
        where o.order_id = l.order_id and s.id <> l.ship_id and s.status_id = ${sql.lit(shipStates.id.Finished)}
          and o.pickup_id is null) as other, l.order_id
    from shipline l join ship s on s.id = l.ship_id
    where l.ship_id = ${shipId} and s.status_id = ${sql.lit(shipStates.id.Finished)}`.execute(tx);
  return rows;
}

async function isShipFixed(tx: Tx, shipId: number): Promise<boolean> {
  return (await usesOfShip(tx, shipId)).some(({ picked_up, other }) => picked_up || other !== null);
}

/** Returns deletions as words: `Delete ship 9, then pack 5`. */
export const undoWords = (undo: readonly Undoable[]): string =>
  `Delete ${undo.map(({ kind, id }) => `${kind} ${id}`).join(', then ')}`;

/** Returns the deletion that is possible now. The others follow it. */
export const undoCalls = ([first]: readonly Undoable[]): NextCall[] =>
  first
    ? [
        {
          method: 'DELETE',
          path: `/${first.kind}/${first.id}`,
          body: null,
          why: `Takes ${first.kind} ${first.id} back`,
        },
      ]
    : [];

/** Returns the advice to take records back; that part of them has left where that is impossible. */
export function undoAdvice(undo: readonly Undoable[] | null): Advice {
  if (undo === null) return { instead: 'Units of it have left.' };
  return undo.length === 0 ? {} : { instead: `${undoWords(undo)}.`, next: undoCalls(undo) };
}

/**
 * Checks that a record allows a move, as `demand` of its states. The refusal names the deletions that are possible now.
 * @param owner the record whose deletion leads back
 */
export async function assertOrUndo<State extends string, Name extends string>(
  tx: Tx,
  states: Transitions<State, Name>,
  { move, record, owner }: { move: Name; record: RecordState; owner: Undoable },
): Promise<void> {
  if (states.allows(move, record)) return;
  const { instead } = states.table.states[states.stateOf(record)];
  throw states.refuse(move, record, instead === undefined ? undoAdvice(await undoOf(tx, [owner])) : { instead });
}

const distinct = (records: readonly Undoable[]): Undoable[] => [
  ...new Map(records.map((record) => [`${record.kind} ${record.id}`, record])).values(),
];

/** Returns how the order ends now: goods that were picked up are delivered. */
export async function endOf(tx: Tx, id: number): Promise<{ isPickedUp: boolean; words: string; call: NextCall }> {
  const result = await sql<{ kind: OrderKind; isPickedUp: boolean }>`
    select kind, exists (select from work where order_id = ${id} and task_id = ${sql.lit(task.pickup)} and qty_done > 0) as "isPickedUp"
    from salesorder where id = ${id}`.execute(tx);
  const { kind, isPickedUp } = firstRow(result);
  const post = (verb: string, why: string): NextCall => ({
    ...{ method: 'POST', path: `${orderPath({ kind, id })}/${verb}`, body: {}, why },
  });
  return isPickedUp
    ? { isPickedUp: true, words: 'close it short', call: post('closeshort', 'Ends it with what was picked up') }
    : { isPickedUp: false, words: 'void it', call: post('void', 'Voids it; its goods return to storage') };
}
