import { sql } from 'kysely';
import type { DocumentKind } from '../../../printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { noSuch, unfit } from '../../platform/records/refusals.ts';
import { pickStates } from '../picking/states.ts';
import { shipStates } from '../shipping/states.ts';
import { type DocumentBody, type Source, sources } from './schema.ts';
import { type Target, targetsOf } from './targets.ts';

/** What each kind can be asked for by; an order brings all there is of it. */
const takes: Readonly<Record<DocumentKind, readonly Source[]>> = {
  picklist: ['pick_id', 'salesorder_id'],
  packingslip: ['ship_id', 'salesorder_id'],
  cartonlabel: ['carton_id', 'ship_id', 'salesorder_id'],
};

/**
 * What documents are to be made of.
 * @throws body.invalid, record.unknown; document.nothing-to-print, with what has to be done first
 */
export async function askedFor(tx: Tx, { kind, ...body }: DocumentBody): Promise<Target[]> {
  const given = sources.filter((source) => body[source] !== undefined);
  const words = `${takes[kind].slice(0, -1).join(', ')} or ${takes[kind].at(-1)}`;
  const strange = given.find((source) => !takes[kind].includes(source));
  if (strange) throw unfit(`/${strange}`, `is not what a ${kind} is made of: send ${words}`);
  const [source, another] = given;
  if (!source) throw unfit(`/${takes[kind][0]}`, `is required: a ${kind} is made of ${words}`);
  if (another) throw unfit(`/${another}`, `and ${source} both say what is meant: send one of them`);
  const id = body[source]!;
  switch (source) {
    case 'salesorder_id':
      return ofOrder(tx, kind, id);
    case 'pick_id':
      return [await ofPick(tx, id)];
    case 'ship_id':
      return ofShip(tx, kind, id);
    case 'carton_id':
      return [{ kind, column: 'carton_id', id, order_id: 0 }];
  }
}

async function ofOrder(tx: Tx, kind: DocumentKind, orderId: number): Promise<Target[]> {
  const { rows } = await sql<{ number: string }>`select number from salesorder where id = ${orderId}`.execute(tx);
  if (!rows[0]) throw noSuch('salesorder', orderId);
  const targets = await targetsOf(tx, kind, [orderId]);
  if (targets.length === 0) throw nothing(`${nothingOf[kind](`order ${rows[0].number}`)}`);
  return targets;
}

/** Why nothing of an order can be printed, and what is to be done first. */
const nothingOf: Readonly<Record<DocumentKind, (order: string) => string>> = {
  picklist: (order) =>
    `There is no open pick of ${order}: POST /picklinebyorder makes one. Of a finished pick a list is made by its pick_id.`,
  packingslip: (order) =>
    `Nothing of ${order} is under way to the customer: a packing slip is of a ship (POST /shiplinebyorder), where the order has no ship step of a pack, and without that of what stands ready for pickup.`,
  cartonlabel: (order) => `There is no carton in the house that holds something of ${order}: pack it first.`,
};

const nothing = (detail: string): Problem => problem('document.nothing-to-print', detail);

async function ofPick(tx: Tx, id: number): Promise<Target> {
  const { rows } = await sql<{ status_id: number }>`select status_id from pick where id = ${id}`.execute(tx);
  if (!rows[0]) throw noSuch('pick', id);
  if (pickStates.stateOf(rows[0]) === 'Void') throw nothing(`Pick ${id} is void: its orders were taken off it.`);
  return { kind: 'picklist', column: 'pick_id', id, order_id: 0 };
}

async function ofShip(tx: Tx, kind: DocumentKind, id: number): Promise<Target[]> {
  const { rows: ships } = await sql<{ status_id: number }>`select status_id from ship where id = ${id}`.execute(tx);
  if (!ships[0]) throw noSuch('ship', id);
  if (shipStates.stateOf(ships[0]) === 'Void') throw nothing(`Ship ${id} is void: its orders were taken off it.`);
  if (kind === 'cartonlabel') {
    const { rows } = await sql<{ id: number }>`
      select carton_id as id from shipline where ship_id = ${id} and carton_id is not null order by carton_id`.execute(
      tx,
    );
    if (rows.length === 0) throw nothing(`Ship ${id} has no cartons: its orders are not packed.`);
    return rows.map((carton) => ({ kind, column: 'carton_id', id: carton.id, order_id: 0 }));
  }
  const { rows } = await sql<{ order_id: number }>`
    select s.order_id from shipline s where s.ship_id = ${id} and s.order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id where s.ship_id = ${id} order by 1`.execute(tx);
  return rows.map(({ order_id }) => ({ kind, column: 'ship_id', id, order_id }));
}
