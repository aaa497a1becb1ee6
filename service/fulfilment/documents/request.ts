import { sql } from 'kysely';
import type { DocumentKind, OrderDocumentKind } from '../../../lib/printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { noSuch, unfit } from '../../platform/records/refusals.ts';
import { pickStates, shipStates } from '../../platform/states/states.ts';
import { type DocumentBody, type Source, sources } from './schema.ts';
import { type Target, targetsOf } from './targets.ts';

/** The records that a document of each kind can be made of. An order gives all documents of the kind. */
const sourcesOf: Readonly<Record<DocumentKind, readonly Source[]>> = {
  picklist: ['pick_id', 'salesorder_id'],
  packingslip: ['ship_id', 'salesorder_id'],
  cartonlabel: ['carton_id', 'ship_id', 'salesorder_id'],
  locationlabel: ['location_id', 'site_id'],
  badge: ['user_id'],
  commandsheet: [],
  returnslip: ['returnorder_id'],
};

/** A request for documents of the work on orders. */
export type OrderDocumentBody = DocumentBody & { readonly kind: OrderDocumentKind };

/**
 * Returns the targets of a request for documents.
 * @throws body.invalid, record.unknown; document.nothing-to-print, which says what to do first
 */
export async function requestedTargets(tx: Tx, body: OrderDocumentBody): Promise<Target[]> {
  const { kind } = body;
  const { source, ids } = sourceOf(body);
  const id = firstOf(ids);
  switch (source) {
    case 'salesorder_id':
      return ofOrder(tx, kind, id);
    case 'pick_id':
      return [await ofPick(tx, id)];
    case 'ship_id':
      return ofShip(tx, kind, id);
    default:
      return [{ kind, column: 'carton_id', id, order_id: 0 }];
  }
}

/**
 * Returns what the documents are made of, with its ids. Only labels can be of several records.
 * @throws body.invalid for none, for several, or for one that does not fit
 */
export function sourceOf(body: DocumentBody): { source: Source; ids: readonly number[] } {
  const { kind } = body;
  const possible = sourcesOf[kind];
  const names = [possible.slice(0, -1).join(', '), possible.at(-1)].filter(Boolean).join(' or ');
  const named = namedSources(body);
  const unfitting = named.find(({ source }) => !possible.includes(source));
  if (unfitting) throw unfit(`/${unfitting.source}`, `does not fit a ${kind}: send ${names}`);
  const [first, second] = named;
  if (!first) throw unfit(`/${possible[0]}`, `is required: a ${kind} is made of ${names}`);
  if (second) throw unfit(`/${second.source}`, `and ${first.source} both name a source: send one of them`);
  return first;
}

/** @throws body.invalid for a request that names a record, of a kind that is of none */
export function assertNoSource(body: DocumentBody): void {
  const [first] = namedSources(body);
  if (first) throw unfit(`/${first.source}`, `does not fit a ${body.kind}: it is of no record`);
}

const namedSources = (body: DocumentBody): { source: Source; ids: number[] }[] =>
  sources.flatMap((source) => {
    const id = body[source];
    return id === undefined ? [] : [{ source, ids: [id].flat() }];
  });

/** Returns all targets of an order. @throws document.nothing-to-print */
async function ofOrder(tx: Tx, kind: OrderDocumentKind, orderId: number): Promise<Target[]> {
  const order = await tx.selectFrom('salesorder').select('number').where('id', '=', orderId).executeTakeFirst();
  if (!order) throw noSuch('salesorder', orderId);
  const targets = await targetsOf(tx, kind, [orderId]);
  if (targets.length === 0) throw nothing(nothingOf[kind](order.number));
  return targets;
}

/** Sentences that nothing of an order can be printed, and what to do first. */
const nothingOf: Readonly<Record<OrderDocumentKind, (order: string) => string>> = {
  picklist: (order) =>
    `There is no open pick of order ${order}: make one with POST /picklinebyorder. For a finished pick, send its pick_id.`,
  packingslip: (order) =>
    `No delivery of order ${order} exists: make a ship first with POST /shiplinebyorder. An order without a ship step needs a pack, and an order without a pack step needs units that are ready for pickup.`,
  cartonlabel: (order) => `No carton on site has units of order ${order}: pack it first.`,
};

const nothing = (detail: string): Problem => problem('document.nothing-to-print', detail);

/** Returns the target of a pick. @throws document.nothing-to-print for a void one */
async function ofPick(tx: Tx, id: number): Promise<Target> {
  const pick = await tx.selectFrom('pick').select('status_id').where('id', '=', id).executeTakeFirst();
  if (!pick) throw noSuch('pick', id);
  if (pickStates.stateOf(pick) === 'Void') throw nothing(`Pick ${id} is void: its orders were taken off it.`);
  return { kind: 'picklist', column: 'pick_id', id, order_id: 0 };
}

/** Returns the cartons of a ship, or the orders that each get a packing slip. @throws document.nothing-to-print */
async function ofShip(tx: Tx, kind: OrderDocumentKind, id: number): Promise<Target[]> {
  const ship = await tx.selectFrom('ship').select('status_id').where('id', '=', id).executeTakeFirst();
  if (!ship) throw noSuch('ship', id);
  if (shipStates.stateOf(ship) === 'Void') throw nothing(`Ship ${id} is void: its orders were taken off it.`);
  if (kind === 'cartonlabel') {
    const { rows } = await sql<{ id: NonNullable<Column<'shipline', 'carton_id'>> }>`
      select carton_id as id from shipline where ship_id = ${id} and carton_id is not null order by carton_id`.execute(
      tx,
    );
    if (rows.length === 0) throw nothing(`Ship ${id} has no cartons: its orders are not packed.`);
    return rows.map((carton) => ({ kind, column: 'carton_id', id: carton.id, order_id: 0 }));
  }
  const { rows } = await sql<{ order_id: number }>`
    -- Finds the orders of a ship, by their lines and by their cartons.
    select s.order_id from shipline s where s.ship_id = ${id} and s.order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id where s.ship_id = ${id} order by 1`.execute(tx);
  return rows.map(({ order_id }) => ({ kind, column: 'ship_id', id, order_id }));
}
