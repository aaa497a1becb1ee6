import { sql } from 'kysely';
import { dropCartons } from '../../fulfilment/work/drop-cartons.ts';
import { readyUnshipped } from '../../fulfilment/work/ready.ts';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { task } from '../../platform/states/kinds.ts';
import { openCartons } from '../../platform/states/open.ts';
import { packStates, pickStates, shipStates } from '../../platform/states/states.ts';

/**
 * Removes an order from its picks, packs, cartons, ships and pickuplines, except for quantities that are picked up. Its goods
 * must be back in storage. Records without lines become Void, and empty cartons are deleted.
 */
export async function leaveLists(context: OperationContext, orderId: number): Promise<void> {
  const { tx } = context;
  const picks = await shorten(tx, 'pick', orderId);
  const packs = await shorten(tx, 'pack', orderId);
  const { rows: empty } = await sql<Row<'carton', 'id' | 'pack_id'>>`
    -- Finds the cartons of the packs that are empty now.
    select c.id, c.pack_id from carton c
    where c.pack_id = any(${packs}::bigint[]) and c.status_id in (${openCartons})
      and not exists (select 1 from inventory i join reservation r on r.inventory_id = i.id where i.location_id = c.location_id)`.execute(
    tx,
  );
  const cartons = empty.map((row) => row.id);
  await sql`
    -- Deletes the pickuplines of the order, and notes them with the pack of their carton.
    with deleted as (
      delete from pickupline where pickup_id is null and (order_id = ${orderId} or carton_id = any(${cartons}::bigint[])) returning id, carton_id
    )
    insert into withdrawn_record (record, record_id, order_id, list_id)
    select 'pickupline', d.id, ${orderId}, c.pack_id from deleted d left join carton c on c.id = d.carton_id`.execute(
    tx,
  );
  await sql`
    delete from pickupline_order o using pickupline p
    where o.pickupline_id = p.id and p.pickup_id is null and o.order_id = ${orderId}`.execute(tx);
  await noteCartons(tx, orderId, empty);
  const { rows: ships } = await sql<Row<'shipline', 'ship_id'>>`
    -- Deletes the shiplines of the order, and notes them.
    with deleted as (
      delete from shipline s where s.carton_id = any(${cartons}::bigint[]) or (s.order_id = ${orderId} and s.pickup_id is null)
      returning id, ship_id
    ), noted as (
      insert into withdrawn_record (record, record_id, order_id, list_id) select 'shipline', id, ${orderId}, ship_id from deleted
    )
    select ship_id from deleted`.execute(tx);
  await dropCartons(
    context,
    cartons.map((id) => ({ id, orders: [orderId] })),
  );
  await readyUnshipped(tx, sql`select id from carton where pack_id = any(${packs}::bigint[])`);
  const { rows: voided } = await sql<{ kind: 'pick' | 'pack' | 'ship'; id: number }>`
    -- Sets the picks, packs and ships without lines to Void.
    with picks as (
      update pick p set status_id = ${sql.lit(pickStates.id.Void)}, updated_at = this_second()
      where p.id = any(${picks}::bigint[]) and not exists (select 1 from pickline l where l.pick_id = p.id) returning p.id
    ), packs as (
      update pack p set status_id = ${sql.lit(packStates.id.Void)}, updated_at = this_second()
      where p.id = any(${packs}::bigint[]) and not exists (select 1 from packline l where l.pack_id = p.id) returning p.id
    ), ships as (
      update ship s set status_id = ${sql.lit(shipStates.id.Void)}, updated_at = this_second()
      where s.id = any(${ships.map((row) => row.ship_id)}::bigint[])
        and not exists (select 1 from shipline l where l.ship_id = s.id) returning s.id
    )
    select 'pick' as kind, id from picks union all select 'pack', id from packs union all select 'ship', id from ships`.execute(
    tx,
  );
  await recordEvent(
    context,
    ...voided.map(({ kind, id }) => ({ event: `${kind}.voided`, id, orders: [orderId] }) as const),
  );
}

/** Notes the cartons that are deleted with an order, and deletes the notes that are older than 30 days. */
async function noteCartons(
  tx: Tx,
  orderId: number,
  cartons: readonly { id: number; pack_id: number }[],
): Promise<void> {
  await sql`
    -- Notes the cartons. It skips old notes that another transaction deletes at this moment.
    with old as (
      delete from withdrawn_record where (record, record_id) in (
        select record, record_id from withdrawn_record where at < now() - interval '30 days' limit 1000 for update skip locked)
    )
    insert into withdrawn_record (record, record_id, order_id, list_id)
    select 'carton', id, ${orderId}, pack_id
    from jsonb_to_recordset(${JSON.stringify(cartons)}::jsonb) as c(id bigint, pack_id bigint)`.execute(tx);
}

/**
 * Shortens the picklines or packlines of an order to the units that were picked up, and deletes lines without such units. For a
 * pack these units are the contents of its locked cartons. For picks they are all units that were picked up, allocated to lines
 * of finished picks first. What is deleted is noted.
 * @returns the picks or packs that the order had lines on
 */
async function shorten(tx: Tx, kind: 'pick' | 'pack', orderId: number): Promise<number[]> {
  const table = sql.table(`${kind}line`);
  const list = sql.ref(`${kind}_id`);
  const own =
    kind === 'pick'
      ? sql`(
        select l.id, l.line_id, l.part_id, l.pick_id as parent_id, l.finished, l.qty, coalesce(up.qty_done, 0) as picked_up
        from pickline l left join work up on up.line_id = l.line_id and up.part_id = l.part_id and up.task_id = ${sql.lit(task.pickup)}
        where l.order_id = ${orderId})`
      : sql`(
        select l.id, l.line_id, l.part_id, l.pack_id as parent_id, l.qty, coalesce(up.qty, 0) as picked_up
        from packline l left join (
          select c.pack_id, r.line_id, r.part_id, sum(r.qty) as qty
          from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
          where r.order_id = ${orderId} and r.closed_at is not null group by c.pack_id, r.line_id, r.part_id
        ) up on up.pack_id = l.pack_id and up.line_id = l.line_id and up.part_id = l.part_id
        where l.order_id = ${orderId})`;
  const share = allocate({
    units: kind === 'pick' ? { rows: own, order: sql`finished desc, parent_id, id` } : { rows: own, order: sql`id` },
    per: kind === 'pick' ? ['line_id', 'part_id'] : ['parent_id', 'line_id', 'part_id'],
    need: sql`picked_up`,
  });
  const committed = kind === 'pick' ? sql`, qty_committed = s.share` : sql``;
  const { rows } = await sql<{ id: Column<'packline', 'pack_id'> }>`
    -- Deletes lines of which nothing is picked up, and shortens the others.
    with share as (${share}
    ), deleted as (
      delete from ${table} t where t.order_id = ${orderId} and t.id not in (select id from share where share > 0) returning t.*
    ), noted as (
      insert into withdrawn_record (record, record_id, order_id, list_id, part_id, location_id)
      select ${`${kind}line`}, id, order_id, ${list}, part_id, ${kind === 'pick' ? sql`location_id` : sql`null`} from deleted where ${list} is not null
    ), shortened as (
      update ${table} t set qty = s.share ${committed} from share s where t.id = s.id and s.share > 0 and s.share < s.qty
    )
    select distinct parent_id as id from ${own} own where parent_id is not null`.execute(tx);
  return rows.map((row) => row.id);
}
