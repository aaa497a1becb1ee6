import { type RawBuilder, sql } from 'kysely';
import type { OrderDocumentKind } from '../../../lib/printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { task } from '../../platform/states/kinds.ts';
import { cartonStates, packStates, pickStates, shipStates } from '../../platform/states/states.ts';

/** Columns of the record that a document is made of. Exactly one of them is set. */
export const targetColumns = ['pick_id', 'pack_id', 'ship_id', 'pickupline_id', 'carton_id'] as const;
export type TargetColumn = (typeof targetColumns)[number];

/** The record to make one document of. */
export interface Target {
  readonly kind: OrderDocumentKind;
  readonly column: TargetColumn;
  readonly id: number;
  /** The order of the request. A packing slip has the units of this order alone, and a ship may have more. */
  readonly order_id: number;
}

/** A target with the last document that was made of it. */
export interface OrderTarget extends Target, Row<'pick', 'number'>, Row<'document', 'bulkrun_id'> {
  readonly document_id: Column<'document', 'id'> | null;
  readonly printed_at: string | null;
}

/** The content of a document, and the columns that are stored beside it. */
export interface DocumentSource<Content> {
  readonly number: string;
  readonly site_id: number;
  readonly order_ids: readonly number[];
  readonly content: Content;
}

/** SQL: the pinned plan of the order `o` requires the step. */
const requires = (step: 'pack' | 'ship') =>
  sql`exists (select from work w where w.order_id = o.id and w.task_id = ${sql.lit(task[step])})`;

/** SQL: the records of orders `o (id)` that documents can be made of: rows (order_id, "column", id, number). */
const printable: Readonly<Record<OrderDocumentKind, RawBuilder<unknown>>> = {
  // A finished pick needs no list.
  picklist: sql`
    -- Returns the open picks of the orders.
    select o.id as order_id, 'pick_id' as "column", p.id, p.number
    from o join lateral (select distinct l.pick_id from pickline l where l.order_id = o.id and l.pick_id is not null) l on true
    join pick p on p.id = l.pick_id and p.status_id = ${sql.lit(pickStates.id.Open)}`,
  packingslip: sql`
    -- Returns the ships of the orders, or their packs or pickuplines where the plan has no ship step.
    select o.id as order_id, 'ship_id' as "column", h.id, h.number
    from o join ship h on h.status_id <> ${sql.lit(shipStates.id.Void)} and h.id in (
      select s.ship_id from shipline s where s.order_id = o.id
      union
      select s.ship_id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      join shipline s on s.carton_id = c.id where r.order_id = o.id)
    where ${requires('ship')}
    union all
    select o.id, 'pack_id', k.id, k.number
    from o join lateral (select distinct l.pack_id from packline l where l.order_id = o.id) l on true
    join pack k on k.id = l.pack_id and k.status_id <> ${sql.lit(packStates.id.Void)}
    where not ${requires('ship')} and ${requires('pack')}
    union all
    select o.id, 'pickupline_id', p.id, s.number
    from o join pickupline p on p.order_id = o.id join salesorder s on s.id = o.id
    where not ${requires('ship')} and not ${requires('pack')}`,
  cartonlabel: sql`
    -- Returns the cartons with units of the orders that have not left.
    select o.id as order_id, 'carton_id' as "column", c.id, k.number || '-' || c.number as number
    from o join lateral (
      select distinct i.location_id from reservation r join inventory i on i.id = r.inventory_id where r.order_id = o.id) l on true
    join carton c on c.location_id = l.location_id and c.status_id <> ${sql.lit(cartonStates.id.Locked)}
    join pack k on k.id = c.pack_id`,
};

/** SQL: the document `d` is of the target `t`. Each condition begins with a column that has an index. */
const isOfTarget: Readonly<Record<OrderDocumentKind, RawBuilder<boolean>>> = {
  picklist: sql`d.pick_id = t.id`,
  // A ship or a pack has one slip for each of its orders.
  packingslip: sql`d.salesorder_id = t.order_id
    and t.id = case t."column" when 'ship_id' then d.ship_id when 'pack_id' then d.pack_id else d.pickupline_id end`,
  cartonlabel: sql`d.carton_id = t.id`,
};

/** Returns the targets of one kind that orders have now, each with the last document that was made of it. */
export async function targetsOf(tx: Tx, kind: OrderDocumentKind, orderIds: readonly number[]): Promise<OrderTarget[]> {
  const { rows } = await sql<OrderTarget>`
    -- Returns the targets of the orders, each with its latest document.
    with o as (select unnest(${orderIds}::bigint[]) as id), t as (${printable[kind]})
    select ${kind} as kind, t.order_id, t."column", t.id, t.number, d.id as document_id,
      to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as printed_at, d.bulkrun_id
    from t left join lateral (
      select d.id, d.created_at, d.bulkrun_id from document d where d.kind = ${kind} and ${isOfTarget[kind]} order by d.id desc limit 1) d on true
    order by t.order_id, t.id`.execute(tx);
  return rows;
}
