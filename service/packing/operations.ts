import { sql } from 'kysely';
import { type LockedOrder, lockOrders, lockRecord, lockStock } from '../database/locks.ts';
import { carry, trim } from '../inventory/stock.ts';
import { type OperationContext, operation } from '../operation.ts';
import { mayBeWorkedOn } from '../orders/guards.ts';
import { bookWork } from '../orders/work.ts';
import { happened } from '../outbox/happened.ts';
import { movingLocation, movingLocationOf } from '../picking/moving-location.ts';
import type { LineDetail } from '../picking/operations.ts';
import { readyCartons } from '../pickup/ready.ts';
import { problem } from '../problems.ts';
import { setDetails, type TaskDetails } from './carton-details.ts';
import { cartonStatus } from './cartons.ts';
import { chooseCartons, fillCartons, type LeftLoose, oneCarton, type PackPlace } from './into-cartons.ts';
import { type Loose, looseUnits } from './loose.ts';

const status = { open: 1, finished: 2, void: 3 } as const;

export interface PackChoice {
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Everything into one carton at once; as the orders' plans say unless given. */
  startInCarton?: boolean | undefined;
  /** Set on the cartons of packs that are done at once. */
  details?: TaskDetails | undefined;
}

/**
 * Makes one pack of all that is picked of the orders and on no pack yet.
 * @returns id of the pack
 * @throws pack.no-step, pack.nothing-left
 */
export const createPack = operation('pack.create', async (context, choice: PackChoice) => {
  const orders = await lockOrders(context.tx, choice.orderIds);
  const { siteId } = mayBePacked(orders);
  const taken = await takePicked(context, siteId, orders, choice);
  if (taken === null) throw nothingToPack(orders);
  return taken.packId;
});

function mayBePacked(orders: readonly LockedOrder[]): { siteId: number } {
  const checked = mayBeWorkedOn(orders);
  for (const order of orders) {
    if (!order.required.includes('pack')) {
      throw problem(
        'pack.no-step',
        `The plan of order ${order.number} has no pack step: GET /salesorder/${order.id}/plan says why.`,
      );
    }
  }
  return checked;
}

const nothingToPack = (orders: readonly LockedOrder[]) =>
  problem(
    'pack.nothing-left',
    `Nothing that is picked is left to pack of order ${orders.map((o) => o.number).join(', ')}.`,
  );

async function takePicked(
  context: OperationContext,
  siteId: number,
  orders: readonly LockedOrder[],
  { lines = null, startInCarton }: PackChoice,
): Promise<{ packId: number; loose: Loose[] } | null> {
  const { tx, actor } = context;
  const orderIds = orders.map((order) => order.id);
  const inOne = startInCarton ?? orders.every((order) => order.start_in_carton);
  const { rows } = await sql<Loose & { id: number }>`
    with detail as (
      select line_id, qty from jsonb_to_recordset(${JSON.stringify(lines ?? [])}::jsonb) as d(line_id int, qty numeric)
    ), picked as (
      select k.id as work_id, k.order_id, k.line_id, k.part_id,
        least(p.qty_done - coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0), d.qty * k.per_unit) as qty
      from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = 1
      left join detail d on d.line_id = k.line_id
      where k.order_id = any(${orderIds}::int[]) and k.task_id = 2 and (${lines === null} or d.line_id is not null)
    ), made as (
      insert into pack (site_id, start_in_carton, created_by)
      select ${siteId}::int, ${inOne}::boolean, ${actor.userId}::int where exists (select 1 from picked where qty > 0)
      returning id
    ), taken as (
      insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
      select made.id, p.work_id, p.order_id, p.line_id, p.part_id, p.qty from made, picked p where p.qty > 0
      order by p.work_id
      returning pack_id, order_id, line_id, part_id, qty
    )
    select t.pack_id as id, t.*, p.number as part from taken t join part p on p.id = t.part_id order by t.line_id, t.part_id`.execute(
    tx,
  );
  const packId = rows[0]?.id;
  if (packId === undefined) return null;
  await happened(context, { event: 'pack.created', id: packId, orders: [...new Set(rows.map((row) => row.order_id))] });
  if (inOne) {
    await lockStock(
      tx,
      siteId,
      rows.map((row) => row.part_id),
    );
    await fillCartons(context, placeOf(packId, orders), [oneCarton(rows, null)]);
  }
  return { packId, loose: inOne ? [] : rows };
}

/** A pack as those see it who fill its cartons. */
const placeOf = (id: number, [order]: readonly LockedOrder[]): PackPlace => ({
  id,
  site_id: order!.site_id,
  moving_location_id: movingLocationOf(order!),
});

/**
 * Finishes a pack: every unit must be in a carton; cartons close (spec 3.1). Empty cartons are dropped. Repeating it changes
 * nothing.
 * @throws pack.not-all-in-cartons
 */
export const finishPack = operation('pack.finish', async (context, packId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfPack(context.tx, packId));
  const pack = await lockRecord(context.tx, 'pack', packId);
  if (pack.status_id === status.finished) return;
  if (pack.status_id === status.void)
    throw problem('pack.state', `Pack ${packId} is Void: its orders were taken off it.`);
  const loose = await looseUnits(context.tx, [packId]);
  if (loose.length > 0) {
    const parts = loose.map((unit) => `${trim(unit.qty)} of part ${unit.part}`);
    throw problem(
      'pack.not-all-in-cartons',
      `Not in a carton yet: ${parts.join(', ')}. Move them: POST /pack/${packId}/moveitem.`,
      {
        loose: loose.map(({ pack_id, qty, ...unit }) => ({ ...unit, qty: Number(qty) })),
      },
    );
  }
  await finishPacks(context, [packId], orders);
});

/** Finishes packs of which nothing is loose. */
async function finishPacks(
  context: OperationContext,
  packIds: readonly number[],
  orders: readonly LockedOrder[],
  details?: TaskDetails,
): Promise<void> {
  const { tx } = context;
  const packed = await sql<{ pack_id: number; order_id: number; line_id: number; part_id: number; qty: string }>`
    with closed as (
      update pack set status_id = ${status.finished}, finished_at = now(), updated_at = now() where id = any(${packIds}::int[])
    )
    select pack_id, order_id, line_id, part_id, sum(qty) as qty from packline where pack_id = any(${packIds}::int[])
    group by pack_id, order_id, line_id, part_id`.execute(tx);
  const cartons = await closeCartons(tx, packIds);
  if (details) await setDetails(context, cartons, details);
  await bookWork(tx, 'pack', packed.rows);
  const shipped = new Set(orders.filter((order) => order.required.includes('ship')).map((order) => order.id));
  const ready = cartons.filter((carton) => !carton.order_ids.some((id) => shipped.has(id)));
  if (ready.length > 0)
    await readyCartons(
      tx,
      ready.map((carton) => carton.id),
    );
  await happened(
    context,
    ...packIds.map((id) => {
      const own = packed.rows.filter((line) => line.pack_id === id);
      return { event: 'pack.finished', id, orders: own.map((line) => line.order_id) } as const;
    }),
    ...cartons.map((carton) => ({ event: 'carton.closed', id: carton.id, orders: carton.order_ids }) as const),
  );
}

/** Closes the cartons of packs, with what they weigh where that is known, and drops the empty ones. */
async function closeCartons(
  tx: OperationContext['tx'],
  packIds: readonly number[],
): Promise<{ id: number; order_ids: number[] }[]> {
  const { rows } = await sql<{ id: number; order_ids: number[] }>`
    with held as (
      select c.id, array_agg(distinct r.order_id) filter (where r.id is not null) as order_ids,
        case when bool_and(p.weight_g is not null)
          then least(ceil(sum(r.qty * p.weight_g) + coalesce(max(t.empty_weight_g), 0)), 2147483647)::int end as weight_g
      from carton c
      left join cartontype t on t.id = c.cartontype_id
      left join inventory i on i.location_id = c.location_id
      left join reservation r on r.inventory_id = i.id
      left join part p on p.id = r.part_id
      where c.pack_id = any(${packIds}::int[]) group by c.id
    ), dropped as (
      delete from carton c using held h where c.id = h.id and h.order_ids is null returning c.location_id
    ), places as (
      update location set active = false, updated_at = now() where id in (select location_id from dropped)
    )
    update carton c set status_id = ${cartonStatus.closed}, weight_g = coalesce(c.weight_g, h.weight_g), updated_at = now()
    from held h where c.id = h.id and h.order_ids is not null
    returning c.id, h.order_ids`.execute(tx);
  return rows.sort((a, b) => a.id - b.id);
}

/** Puts what is loose on a pack into the most fitting cartons. */
export const autopack = operation(
  'pack.autopack',
  async (context, packId: number): Promise<{ left_out: LeftLoose[] }> => {
    const { tx } = context;
    const orders = await lockOrders(tx, await ordersOfPack(tx, packId));
    const pack = await lockRecord(tx, 'pack', packId);
    if (pack.status_id !== status.open) throw problem('pack.state', `Pack ${packId} is no longer open.`);
    const { rows } = await sql<{
      start_in_carton: boolean;
    }>`select start_in_carton from pack where id = ${packId}`.execute(tx);
    if (rows[0]!.start_in_carton) {
      throw problem(
        'pack.start-in-carton',
        `Pack ${packId} was started in one carton: autopack is for packs that were not.`,
      );
    }
    const loose = await looseUnits(tx, [packId]);
    const { filled, left } = await chooseCartons(tx, loose);
    await lockStock(
      tx,
      pack.site_id,
      loose.map((unit) => unit.part_id),
    );
    await fillCartons(context, placeOf(packId, orders), filled);
    return { left_out: left };
  },
);

/**
 * Does the Pack task for orders at once: goes on with packs that were begun, packs what is picked by its sizes, finishes. What
 * no carton takes (no size known, too large) goes into a carton without a type: its own packaging.
 * @returns id of the pack
 */
export const performPack = operation('task.pack', async (context, choice: PackChoice) => {
  const { tx } = context;
  const orders = await lockOrders(tx, choice.orderIds);
  const { siteId } = mayBePacked(orders);
  const open = await begunPacks(
    tx,
    orders.map((order) => order.id),
  );
  const begun = choice.lines ? [] : open.own;
  const made = await takePicked(context, siteId, orders, choice);
  const packIds = [...begun, ...(made === null ? [] : [made.packId])];
  if (packIds.length === 0) {
    const elsewhere = [...open.shared, ...open.own];
    if (elsewhere.length === 0) throw nothingToPack(orders);
    const others = open.shared.length > 0 ? ' together with other orders' : '';
    throw problem(
      'pack.state',
      `What is picked is on pack ${elsewhere.join(', ')}${others}. Finish or delete it first.`,
    );
  }
  const loose = [...(begun.length > 0 ? await looseUnits(tx, begun) : []), ...(made?.loose ?? [])];
  await lockStock(
    tx,
    siteId,
    loose.map((unit) => unit.part_id),
  );
  for (const id of packIds)
    await packLoose(
      context,
      placeOf(id, orders),
      loose.filter((unit) => unit.pack_id === id),
    );
  await finishPacks(context, packIds, orders, choice.details);
  return packIds.at(-1)!;
});

async function packLoose(context: OperationContext, pack: PackPlace, loose: readonly Loose[]): Promise<void> {
  if (loose.length === 0) return;
  const { filled, left } = await chooseCartons(context.tx, loose);
  // What is left goes into one more carton for each order: lines less what the chosen cartons take of them.
  const places = left.length === 0 ? [] : ownPackaging(loose, filled);
  await fillCartons(context, pack, [...filled, ...places]);
}

function ownPackaging(
  loose: readonly Loose[],
  filled: readonly { contents: readonly { line_id: number; part_id: number; qty: string | number }[] }[],
) {
  const packed = new Map<string, number>();
  for (const { line_id, part_id, qty } of filled.flatMap((carton) => carton.contents)) {
    const key = `${line_id}/${part_id}`;
    packed.set(key, (packed.get(key) ?? 0) + Number(qty));
  }
  const rest = loose
    .map((unit) => {
      const taken = packed.get(`${unit.line_id}/${unit.part_id}`) ?? 0;
      // A unit that is not whole is left out as a whole, so only whole numbers are ever subtracted.
      return taken === 0 ? unit : { ...unit, qty: String(Number(unit.qty) - taken) };
    })
    .filter((unit) => Number(unit.qty) > 0);
  const orders = [...new Set(rest.map((unit) => unit.order_id))];
  return orders.map((order) =>
    oneCarton(
      rest.filter((unit) => unit.order_id === order),
      null,
    ),
  );
}

/** Open packs of the orders: those that hold nothing else, and those they share with others. */
async function begunPacks(
  tx: OperationContext['tx'],
  orderIds: readonly number[],
): Promise<{ own: number[]; shared: number[] }> {
  const { rows } = await sql<{ id: number; own: boolean }>`
    select k.id, bool_and(l.order_id = any(${orderIds}::int[])) as own from pack k join packline l on l.pack_id = k.id
    where k.status_id = ${status.open} and k.id in (select pack_id from packline where order_id = any(${orderIds}::int[]))
    group by k.id order by k.id`.execute(tx);
  const idsOf = (own: boolean) => rows.filter((row) => row.own === own).map((row) => row.id);
  return { own: idsOf(true), shared: idsOf(false) };
}

export async function ordersOfPack(tx: OperationContext['tx'], packId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from packline where pack_id = ${packId}`.execute(tx);
  return rows.map((row) => row.order_id);
}

/**
 * Deletes a pack: what its cartons hold goes back to the moving location, the cartons go.
 * @throws pack.state where a carton of it was shipped or picked up
 */
export const deletePack = operation('pack.delete', async (context, packId: number) => {
  const { tx, actor } = context;
  const orderIds = await ordersOfPack(tx, packId);
  await lockOrders(tx, orderIds);
  const pack = await lockRecord(tx, 'pack', packId);
  const gone = await sql<{ id: number; where: string }>`
    select c.id, case when c.status_id = 3 then 'was picked up' else 'is on ship ' || s.ship_id end as "where"
    from carton c left join shipline s on s.carton_id = c.id
    where c.pack_id = ${packId} and (c.status_id = 3 or s.id is not null) order by c.id limit 1`.execute(tx);
  if (gone.rows[0]) {
    throw problem('pack.state', `Pack ${packId} can't be deleted: carton ${gone.rows[0].id} ${gone.rows[0].where}.`);
  }
  const held = await sql<{
    line_id: number;
    part_id: number;
    from_location_id: number;
    qty: string;
    lot: string | null;
    serial: string | null;
  }>`
    select r.line_id, r.part_id, i.location_id as from_location_id, r.qty, i.lot, i.serial
    from carton c join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null where c.pack_id = ${packId} order by r.id`.execute(
    tx,
  );
  await lockStock(
    tx,
    pack.site_id,
    held.rows.map((row) => row.part_id),
  );
  const to = await movingLocation(tx, pack.site_id);
  await carry(
    tx,
    actor,
    'given back',
    held.rows.map((row) => ({ ...row, to_location_id: to, pack_id: packId })),
  );
  if (pack.status_id === status.finished) {
    const { rows } = await sql<{ order_id: number; line_id: number; part_id: number; qty: string }>`
      select order_id, line_id, part_id, -sum(qty) as qty from packline where pack_id = ${packId}
      group by order_id, line_id, part_id`.execute(tx);
    await bookWork(tx, 'pack', rows, orderIds);
  }
  await sql`delete from pickupline where carton_id in (select id from carton where pack_id = ${packId})`.execute(tx);
  await sql`
    with gone as (delete from carton where pack_id = ${packId} returning location_id)
    update location set active = false, updated_at = now() where id in (select location_id from gone)`.execute(tx);
  await sql`delete from pack where id = ${packId}`.execute(tx);
  await happened(context, { event: 'pack.deleted', id: packId, orders: orderIds });
});
