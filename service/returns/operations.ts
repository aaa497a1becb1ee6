import { sql } from 'kysely';
import type { ReturnSettings } from '../../config/returns/terms.ts';
import { type ReturnInput, returnWorkflowId } from '../../workflows/contract/return-order.ts';
import { noteReturn } from '../fulfilment/work/note-return.ts';
import { lockOrder } from '../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow, updateRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent, signalEvent, startWorkflow } from '../platform/events/record-event.ts';
import {
  assertNoDifferences,
  differingFields,
  differingLines,
  type Existing,
  recordWith,
  sentColumns,
} from '../platform/records/external-ids.ts';
import { assertKnown } from '../platform/records/known.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { task } from '../platform/states/kinds.ts';
import { returnOrderStates } from '../platform/states/states.ts';
import { assertMember, authorise } from './authorise.ts';
import { type DecidedReturn, decide } from './decide.ts';
import { lockReturn } from './lock.ts';
import { assertReturnable } from './returnable.ts';
import type { DecisionBody, ReturnBody, ReturnChange } from './schema.ts';
import { withdrawLabel } from './withdraw-label.ts';

export { assertReturnable } from './returnable.ts';

const { Refused, Canceled } = returnOrderStates.id;

/** A body with the section of the operators' file that decides about it. */
interface WithSettings<Body> {
  readonly body: Body;
  readonly settings: ReturnSettings;
}

/**
 * Requests a return of goods that left with an order. A line of a kit returns each of its components. The operators' file decides whether
 * it is authorised or refused at once.
 * @returns the id of the return order; with 200, it has the external id of the body already
 * @throws returnorder.excess where less left, or is on other returns; record.exists where the return that is there has another content
 */
export const createReturn = operation(
  'returnorder.create',
  async (context, { body, settings }: WithSettings<ReturnBody>) => {
    const { tx } = context;
    const existing = await recordWith(tx, 'returnorder', body);
    if (existing) {
      await assertSame(tx, existing, body);
      return { id: existing.id, status: 200 as const };
    }
    const { salesorder_id: orderId, site_id = null, source_id = null, external_id = null, reason = null, lines } = body;
    await assertKnown(tx, 'salesorder', [{ pointer: '/salesorder_id', id: orderId }]);
    if (site_id !== null) await assertKnown(tx, 'site', [{ pointer: '/site_id', id: site_id }]);
    const order = await lockOrder(tx, orderId);
    if (order.kind !== 'sales') throw unknownRecord('/salesorder_id', 'salesorder', orderId);
    await assertLines(tx, orderId, lines);
    const decided = await decide(tx, settings, { order, body });
    const { siteId, locationId, authorised_by = null, wait, why, label, carrier } = decided;
    const insertion = sql<Row<'returnorder', 'id' | 'number'>>`
    -- Inserts the return order.
    insert into returnorder (salesorder_id, customer_id, site_id, source_id, external_id, reason, decision, location_id, authorised_by,
      wait_seconds, label_by, carrier_name)
    select id, customer_id, ${siteId}, ${source_id}, ${external_id}, ${reason}, ${why}, ${locationId}, ${authorised_by}, ${wait}, ${label},
      ${carrier} from salesorder where id = ${orderId}
    returning id, number`;
    const { id, number } = firstRow(await insertion.execute(tx));
    await writeLines(tx, { id, salesorder_id: orderId }, lines);
    const row = { id, salesorder_id: orderId };
    const detail = { number, reason, decision: why };
    await recordEvent(context, { event: 'returnorder.created', id, orders: [orderId], detail });
    startWorkflow(context, returnWorkflowId(id), await workflowInput(tx, id));
    await carryOut(context, row, decided);
    return id;
  },
);

/** SQL: the lines of a return, of each part that the goods of a line consist of. */
const requestedLines = (lines: ReturnBody['lines']) => sql<{ position: number }>`
  select l.position, l.line_id, w.part_id, l.qty * w.per_unit as qty_requested, l.condition, l.note
  from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    as (line_id bigint, qty numeric, condition text, note text)) with ordinality as l(line_id, qty, condition, note, position)
  join work w on w.line_id = l.line_id and w.task_id = ${sql.lit(task.pickup)} and w.stocked
  order by l.position, w.part_id`;

/** Checks that a return has the content of a body. @throws record.exists with the differences */
async function assertSame(tx: Tx, { id, number }: Existing, body: ReturnBody): Promise<void> {
  const { lines: sent, ...columns } = body;
  const { rows } = await requestedLines(sent).execute(tx);
  const lines = rows.map(({ position: _, ...line }) => sentColumns(line, line));
  assertNoDifferences({ kind: 'returnorder', id, number }, [
    ...(await differingFields(tx, 'returnorder', id, sentColumns(columns, columns))),
    ...(await differingLines(tx, { table: 'returnorderline', of: 'returnorder_id' }, id, lines)),
  ]);
}

/** Authorises or refuses a return at once, where the operators' file decides that. */
async function carryOut(
  context: OperationContext,
  row: Row<'returnorder', 'id' | 'salesorder_id'>,
  { authorise: by }: DecidedReturn,
): Promise<void> {
  if (by === 'automatic') await authorise(context, row, { lines: undefined });
  if (by === 'refuse') await end(context, row, { move: 'refuse', decision: null });
}

/**
 * Inserts a line for each part that the goods consist of.
 * @throws returnorder.excess where less left, or is on other returns
 */
async function writeLines(
  tx: Tx,
  { id, salesorder_id: orderId }: Row<'returnorder', 'id' | 'salesorder_id'>,
  lines: ReturnBody['lines'],
): Promise<void> {
  await sql`
    -- Inserts the lines of a return in their order.
    insert into returnorderline (returnorder_id, line_id, part_id, qty_requested, condition, note)
    select ${id}, l.line_id, l.part_id, l.qty_requested, l.condition, l.note from (${requestedLines(lines)}) l
    order by l.position, l.part_id`.execute(tx);
  await assertReturnable(tx, orderId);
}

/**
 * Changes a return that has not ended. `lines` replaces all lines of a return that waits to be authorised, and the operators' file decides
 * about them as about those of a new return. Its site stays.
 * @throws returnorder.excess where less left, or is on other returns
 */
export const changeReturn = operation(
  'returnorder.change',
  async (context, { id, body, settings }: WithSettings<ReturnChange> & { id: number }) => {
    const { tx } = context;
    const row = await lockReturn(tx, id);
    const { lines, ...fields } = body;
    returnOrderStates.demand(lines ? 'request' : 'edit', row);
    await updateRow(tx, 'returnorder', { id }, fields);
    if (!lines) return noteReturn(context, row, 'returnorder.modified');
    const { salesorder_id, site_id } = row;
    await assertLines(tx, salesorder_id, lines);
    await sql`delete from returnorderline where returnorder_id = ${id}`.execute(tx);
    await writeLines(tx, row, lines);
    const order = { id: salesorder_id, site_id };
    const decided = await decide(tx, settings, { order, body: { salesorder_id, site_id, lines } });
    const { locationId: location_id, authorised_by = null, wait: wait_seconds, why: decision } = decided;
    const { label: label_by, carrier: carrier_name } = decided;
    const columns = { location_id, authorised_by, wait_seconds, decision, label_by, carrier_name };
    await updateRow(tx, 'returnorder', { id }, columns);
    await noteReturn(context, row, 'returnorder.modified', { decision });
    return carryOut(context, row, decided);
  },
);

/** Deletes a return before its authorisation, or after its refusal or cancellation. The workflow then finds no return, and ends. */
export const deleteReturn = operation('returnorder.delete', async (context, id: number) => {
  const row = await lockReturn(context.tx, id);
  returnOrderStates.demand('delete', row);
  await recordDeletion(context, { event: 'returnorder.deleted', id, orders: [row.salesorder_id] });
  signalEvent(context, returnWorkflowId(id), 'returnorder.deleted');
  await sql`delete from returnorder where id = ${id}`.execute(context.tx);
});

/** Returns the input of a return's workflow. */
async function workflowInput(tx: Tx, id: number): Promise<ReturnInput & { site: number }> {
  const query = sql<ReturnInput & { site: number }>`
    -- Reads a return with its order and its customer.
    select r.id as "returnId", r.number, o.id as "orderId", o.number as order, c.id as "customerId", c.name as "customerName",
      r.site_id as site
    from returnorder r join salesorder o on o.id = r.salesorder_id join customer c on c.id = r.customer_id where r.id = ${id}`;
  return firstRow(await query.execute(tx));
}

/** Has the workflow of a return started again, because it is gone. A return that has ended is not changed. */
export const redriveReturn = operation('returnorder.redrive', async (context, id: number) => {
  const { tx } = context;
  const workflowId = returnWorkflowId(id);
  const { rows } = await sql`
    -- Whether the return is open, and has no start that waits for the relay.
    select from returnorder where id = ${id} and ended_at is null
      and not exists (select from outbox where kind = 'start' and workflow_id = ${workflowId})`.execute(tx);
  if (rows.length > 0) startWorkflow(context, workflowId, await workflowInput(tx, id));
});

/** Refuses lines that are not of the order, are named twice, or have no goods. @throws reference.unknown, body.invalid */
async function assertLines(tx: Tx, orderId: number, lines: ReturnBody['lines']): Promise<void> {
  const { rows } = await sql<{ position: number; known: boolean; repeated: boolean; goods: boolean }>`
    -- Finds the first line that cannot be returned.
    select * from (
      select (e.position - 1)::int as position, l.id is not null as known, count(*) over (partition by e.line_id) > 1 as repeated,
        exists (select from work w where w.line_id = l.id and w.task_id = ${sql.lit(task.pickup)} and w.stocked) as goods
      from unnest(${lines.map(({ line_id }) => line_id)}::bigint[]) with ordinality as e(line_id, position)
      left join salesorderline l on l.id = e.line_id and l.salesorder_id = ${orderId}) checked
    where not known or repeated or not goods order by position limit 1`.execute(tx);
  const [first] = rows;
  if (!first) return;
  const pointer = `/lines/${first.position}/line_id`;
  if (!first.known) throw unknownRecord(pointer, 'salesorderline', lines[first.position]?.line_id);
  if (first.repeated) throw unfit(pointer, 'is in several lines. Name each line of the order once');
  throw unfit(pointer, 'is a line without goods from stock. To credit it, use a line of the type Return');
}

/** The ends of a return without goods. */
const ends = {
  refuse: { event: 'returnorder.refused', status: Refused },
  cancel: { event: 'returnorder.canceled', status: Canceled },
} as const;

/** Ends a locked return without goods. @param decision null keeps the one of the operators' file */
async function end(
  context: OperationContext,
  row: Row<'returnorder', 'id' | 'salesorder_id'>,
  { move, decision }: { move: keyof typeof ends; decision: string | null },
): Promise<void> {
  const { event, status } = ends[move];
  await sql`
    update returnorder set status_id = ${status}, decision = coalesce(${decision}, decision), ended_at = this_second(),
      updated_at = this_second() where id = ${row.id}`.execute(context.tx);
  await withdrawLabel(context, row);
  await noteReturn(context, row, event, { decision });
}

/** Declares an operation that ends a return without goods. */
const ending = (move: keyof typeof ends) =>
  operation(`returnorder.${move}`, async (context, { id, body: { decision } }: { id: number; body: DecisionBody }) => {
    const row = await lockReturn(context.tx, id);
    if (returnOrderStates.repeated(move, row)) return;
    if (move === 'refuse') await assertMember(context, row);
    await end(context, row, { move, decision: decision ?? null });
  });

export const refuseReturn = ending('refuse');
export const cancelReturn = ending('cancel');
