import { sql } from 'kysely';
import { lockRecord } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { packStates, pickStates } from '../../platform/states/states.ts';
import { workersStay } from '../work/resource.ts';

/** A list that people work on. */
export type ListKind = 'pick' | 'pack';

/**
 * Shows the caller as somebody who works on a pick. Others may work on it too: the pick has no limit of people.
 * Repeating it shows the caller for another half hour, and changes nothing else.
 * @throws pick.state where the pick is not open
 */
export const joinPick = operation('pick.join', async (context, id: number) => {
  pickStates.demand('join', await lockRecord(context.tx, 'pick', id));
  await join(context, 'pick', id);
});

/** The same for a pack. @throws pack.state */
export const joinPack = operation('pack.join', async (context, id: number) => {
  packStates.demand('join', await lockRecord(context.tx, 'pack', id));
  await join(context, 'pack', id);
});

/**
 * Ends what `joinPick` began. Repeating it changes nothing. It also changes nothing for a caller who has not
 * joined.
 */
export const leavePick = operation('pick.leave', (context, id: number) => leave(context, 'pick', id));

/** Ends what `joinPack` began. */
export const leavePack = operation('pack.leave', (context, id: number) => leave(context, 'pack', id));

const workersTable = (kind: ListKind) => sql.table(`${kind}_worker`);
const listId = (kind: ListKind) => sql.ref(`${kind}_id`);
/** SQL: the worker `w` is shown. */
const isShown = sql`w.seen_at > now() - ${sql.lit(workersStay)}::interval`;

async function join(context: OperationContext, kind: ListKind, id: number): Promise<void> {
  const { tx, actor } = context;
  const result = await sql<{ came: boolean }>`
    -- Notes that the person works on the list: since now, or as before.
    with before as (
      select from ${workersTable(kind)} w where w.${listId(kind)} = ${id} and w.account_id = ${actor.userId} and ${isShown}
    ), noted as (
      insert into ${workersTable(kind)} as w (${listId(kind)}, account_id) values (${id}, ${actor.userId})
      on conflict (${listId(kind)}, account_id) do update
        set since = case when ${isShown} then w.since else excluded.since end, seen_at = excluded.seen_at
    )
    select not exists (select from before) as came`.execute(tx);
  if (firstRow(result).came) await tell(context, `${kind}.joined`, kind, id);
}

async function leave(context: OperationContext, kind: ListKind, id: number): Promise<void> {
  const { tx, actor } = context;
  await lockRecord(tx, kind, id);
  const { rows } = await sql<{ shown: boolean }>`
    delete from ${workersTable(kind)} w where w.${listId(kind)} = ${id} and w.account_id = ${actor.userId}
    returning ${isShown} as shown`.execute(tx);
  if (rows[0]?.shown) await tell(context, `${kind}.left`, kind, id);
}

async function tell(
  context: OperationContext,
  event: `${ListKind}.${'joined' | 'left'}`,
  kind: ListKind,
  id: number,
): Promise<void> {
  await recordEvent(context, { event, id, orders: await ordersOn(context.tx, kind, id) });
}

/** Returns the orders with lines on a list. Their timelines show who works on it, and their archive takes the events along. */
async function ordersOn(tx: Tx, kind: ListKind, id: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from ${sql.table(`${kind}line`)} where ${listId(kind)} = ${id} order by 1`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}
