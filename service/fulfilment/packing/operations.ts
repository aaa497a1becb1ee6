import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { type LockedOrder, type LockedRecord, lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { cartonStates, packStates } from '../../platform/states/states.ts';
import { bookWork } from '../work/book-work.ts';
import { assertWorkable } from '../work/guards.ts';
import { forgetOutside, noteUnits } from '../work/put-back/note.ts';
import { type MadeByOrder, madeByOrder, workableOrders } from '../work/skipped-orders.ts';
import { assertOrUndo, blockersOf, undoAdvice } from '../work/undo.ts';
import { allowedTypes, chooseCartons, type LeftLoose } from './choose-cartons.ts';
import { emptyCartons } from './empty-cartons.ts';
import { fillCartons, placeOf } from './fill-cartons.ts';
import { finishPacks } from './finish-packs.ts';
import { type LooseUnits, looseUnits, openPacks, ordersOfPack } from './pack-contents.ts';
import { nothingToPack, type PackChoice, takePicked } from './take.ts';

export { cancelPacked } from './cancel-packed.ts';

/**
 * Makes one pack of all picked units of the orders that are on no pack. Orders without anything to pack are left
 * out.
 * @throws the refusal if nothing can be packed of any order: pack.no-step, pack.nothing-left
 */
export const createPack = operation(
  'pack.create',
  async (
    context,
    { orderIds: listed, ...choice }: PackChoice & { orderIds: readonly number[] },
  ): Promise<MadeByOrder> => {
    const { tx } = context;
    const orders = workableOrders(await lockOrders(tx, listed), 'pack');
    const { siteId } = assertWorkable(orders.workable, 'pack');
    const nothingLeft = async (left: readonly LockedOrder[]) => {
      const orderIds = left.map((order) => order.id);
      const { own, shared } = await openPacks(tx, orderIds);
      return nothingToPack(tx, left, null, [...own, ...shared]);
    };
    const [pack] = await takePicked(context, siteId, orders.workable, choice);
    if (!pack) throw await nothingLeft(orders.workable);
    const made = { id: pack.packId, orderIds: (await ordersOfPack(tx, pack.packId)).sort((a, b) => a - b) };
    return madeByOrder(made, orders, (order) => nothingLeft([order]));
  },
);

/**
 * Finishes a pack: its cartons are closed, and empty ones are void. Every unit must be in a carton. Repeating it changes
 * nothing.
 * @throws pack.not-all-in-cartons
 */
export const finishPack = operation('pack.finish', async (context, packId: number) => {
  const orders = await lockOrders(context.tx, await ordersOfPack(context.tx, packId));
  const pack = await lockRecord(context.tx, 'pack', packId);
  if (packStates.repeated('finish', pack)) return;
  const loose = await looseUnits(context.tx, [packId]);
  if (loose.length > 0) throw notAllInCartons(packId, loose, orders);
  await finishPacks(context, [packId], orders);
});

function notAllInCartons(packId: number, loose: readonly LooseUnits[], orders: readonly LockedOrder[]) {
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  const units = loose.map(({ qty, part, order_id }) => {
    return `${trim(qty)} of part ${part} for order ${numbers.get(order_id) ?? order_id}`;
  });
  return problem(
    'pack.not-all-in-cartons',
    `Not in a carton yet: ${units.join(', ')}. Move them: POST /pack/${packId}/moveitem.`,
    {
      loose: loose.map(({ pack_id, qty, ...unit }) => ({ ...unit, qty: Number(qty) })),
    },
  );
}

/**
 * Puts the loose units of a pack into the cartons that fit best.
 * @returns the units that no carton takes, with reasons
 * @throws pack.start-in-carton where the pack was started in one carton
 */
export const autopack = operation(
  'pack.autopack',
  async (context, packId: number): Promise<{ left_out: LeftLoose[] }> => {
    const { tx } = context;
    const orders = await lockOrders(tx, await ordersOfPack(tx, packId));
    const pack = await lockRecord(tx, 'pack', packId);
    await assertOrUndo(tx, packStates, { move: 'fill', record: pack, owner: { kind: 'pack', id: pack.id } });
    const { rows } = await sql<Row<'pack', 'start_in_carton'>>`
      select start_in_carton from pack where id = ${packId}`.execute(tx);
    if (firstOf(rows).start_in_carton) {
      throw problem(
        'pack.start-in-carton',
        `Pack ${packId} was started in one carton: autopack is for packs that were not.`,
      );
    }
    const loose = await looseUnits(tx, [packId]);
    const partIds = loose.map((unit) => unit.part_id);
    await lockStock(tx, pack.site_id, partIds);
    const { filled, left } = await chooseCartons(context, loose, allowedTypes(orders));
    await fillCartons(context, placeOf(orders), filled);
    return { left_out: left };
  },
);

/**
 * Deletes a pack with its cartons. Their contents return to the moving location.
 * @throws pack.state where one of its cartons is on a ship or was picked up
 */
export const deletePack = operation('pack.delete', async (context, packId: number) => {
  const { tx } = context;
  const orderIds = await ordersOfPack(tx, packId);
  await lockOrders(tx, orderIds);
  const pack = await lockRecord(tx, 'pack', packId);
  const { rows } = await sql<Row<'carton', 'id'> & { where: string }>`
    -- Finds a carton of the pack that has left it.
    select c.id, case when c.status_id = ${sql.lit(cartonStates.id.Locked)} then 'was picked up' else 'is on ship ' || s.ship_id end as "where"
    from carton c left join shipline s on s.carton_id = c.id
    where c.pack_id = ${packId} and (c.status_id = ${sql.lit(cartonStates.id.Locked)} or s.id is not null) order by c.id limit 1`.execute(
    tx,
  );
  const [carton] = rows;
  if (carton) {
    const ships = await blockersOf(tx, { kind: 'pack', id: packId });
    const { instead, next = [] } = ships === null ? {} : undoAdvice(ships);
    const why = `Pack ${packId} can't be deleted: carton ${carton.id} ${carton.where}.`;
    throw problem('pack.state', instead ? `${why} ${instead}` : why, { next });
  }
  await recordDeletion(context, { event: 'pack.deleted', id: packId, orders: orderIds });
  await forgetOutside(tx, orderIds);
  await notePackPutBack(context, pack);
  await emptyCartons(context, pack);
  if (packStates.stateOf(pack) === 'Finished') {
    const { rows: undone } = await sql<LineQuantity>`
      -- Reads the packed quantities, negative, to undo their work.
      select order_id, line_id, part_id, -sum(qty) as qty from packline where pack_id = ${packId}
      group by order_id, line_id, part_id`.execute(tx);
    await bookWork(tx, 'pack', undone, orderIds);
  }
  await sql`delete from pack where id = ${packId}`.execute(tx);
});

/** Notes what people take out of the cartons of a pack that is deleted. */
async function notePackPutBack(context: OperationContext, { id, site_id }: LockedRecord): Promise<void> {
  const moving = await movingLocation(context.tx, site_id);
  await noteUnits(
    context,
    sql`
    select null::bigint as pick_id, c.pack_id, null::bigint as ship_id, k.number || '-' || c.number as carton, r.order_id, r.part_id,
      sum(r.qty) as qty, i.lot, i.serial, ${moving}::bigint as location_id
    from carton c join pack k on k.id = c.pack_id join inventory i on i.location_id = c.location_id
    join reservation r on r.inventory_id = i.id and r.closed_at is null
    where c.pack_id = ${id} group by c.pack_id, k.number, c.number, r.order_id, r.part_id, i.lot, i.serial`,
    { why: 'delete' },
  );
}
