import { sql } from 'kysely';
import type { Planner } from '../../../config/planning/planner.ts';
import { isDay } from '../../../lib/expressions/instant.ts';
import { type IssueRequest, orderWorkflowId } from '../../../workflows/contract/order.ts';
import { isCovered, wakeWaitingDrafts } from '../../fulfilment/work/wake-waiting-drafts.ts';
import { type LockedOrder, lockOrder, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { rolledBack } from '../../platform/database/rolled-back.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { personName } from '../../platform/database/sql-forms.ts';
import { recordEvent, startWorkflow } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { isWaitingDraft } from '../../platform/states/open.ts';
import { orderStates } from '../../platform/states/states.ts';
import { endRequest, type IssueRefusal, issueOrder, warned } from './issue.ts';
import { orderInput } from './start-workflow.ts';
import { handled, handlingOf, type WarningHandling } from './warning-handling.ts';
import type { Shortage } from './warnings.ts';

/** A request to issue an order as soon as that is possible. */
export interface IssueWhenPossible {
  readonly orderId: number;
  readonly planner: Planner;
  readonly handling: WarningHandling;
  /** The order is not issued before this time. */
  readonly notBefore: string | null;
  /** From this time on, the order needs a person. */
  readonly giveUpAt: string | null;
  readonly bulkRun?: number | null;
}

/** The attempts within one transaction, where stock arrives between an attempt and the lock of that stock. */
const mostAttempts = 3;

/**
 * Issues an order now if nothing stands in the way. Otherwise it becomes a waiting draft: its workflow starts, and issues it when
 * nothing stands in the way any more. A second request changes the dates of the first one.
 * @returns true for an order that is issued, false for a waiting draft
 * @throws order.state for an order that is over
 */
export const issueWhenPossible = operation(
  'salesorder.requestissue',
  async (context, input: IssueWhenPossible): Promise<boolean> => {
    const { tx } = context;
    const order = await lockOrder(tx, input.orderId);
    if (orderStates.repeated('issue', order)) return true;
    const dates = await datesAt(tx, order.site_id, input);
    const isEarly = dates.notBefore !== null && dates.notBefore.getTime() > Date.now();
    const attempt = { ...input, byWorkflow: false };
    const first = await tryIssue(context, { ...attempt, isEarly });
    if (first === null) return true;
    await writeRequest(context, { ...input, ...dates });
    const refusal = await storeOrIssue(context, order, attempt, first);
    if (refusal === null) return true;
    await announce(context, { ...input, ...dates }, refusal, isWaitingDraft(order));
    return false;
  },
);

/**
 * Issues a waiting draft, for its workflow. What stands in the way is stored with the request, for `/progress` and for the events
 * that wake the order.
 * @returns the refusal, which the caller throws after the transaction; null for an order that is issued
 */
export const issueRequested = operation(
  'salesorder.issuerequested',
  async (context, input: Pick<IssueWhenPossible, 'orderId' | 'planner' | 'handling'>) => {
    const { tx } = context;
    const order = await lockOrder(tx, input.orderId);
    if (orderStates.repeated('issue', order)) return null;
    if (!isWaitingDraft(order)) {
      const detail = `Nobody asks for order ${order.number} to be issued any more.`;
      throw problem('order.state', detail, { order_id: order.id, state: orderStates.stateOf(order) });
    }
    const before = await needsOf(tx, order.id);
    const attempt = { ...input, byWorkflow: true };
    const first = await tryIssue(context, { ...attempt, isEarly: false });
    const refusal = first && (await storeOrIssue(context, order, attempt, first));
    if (refusal === null) return null;
    // Stock that this order was woken for is for the next ones, if the order cannot take it.
    const short = new Set(refusal.shortages.map(({ part_id }) => part_id));
    await wakeWaitingDrafts(
      context,
      order.site_id,
      before.filter((partId) => !short.has(partId)),
    );
    return warned(refusal.warnings);
  },
);

/** Takes the request of a waiting draft back. The caller holds the lock of the order and records the event. */
export async function withdrawRequest(context: OperationContext, order: LockedOrder): Promise<void> {
  const { tx } = context;
  const partIds = await needsOf(tx, order.id);
  await endRequest(tx, order.id);
  await sql`
    -- Makes the waiting draft a draft that nothing drives.
    update salesorder set issue_requested_at = null, attention = null, updated_at = this_second() where id = ${order.id}`.execute(
    tx,
  );
  await lockStock(tx, order.site_id, partIds);
  await wakeWaitingDrafts(context, order.site_id, partIds);
}

interface Attempt extends Pick<IssueWhenPossible, 'orderId' | 'planner' | 'handling' | 'bulkRun'> {
  /** True before the date of the request: the attempt only tells what stands in the way. */
  readonly isEarly: boolean;
  readonly byWorkflow: boolean;
}

/** Tries to issue the order, and rolls back where something stands in the way. @returns null for an order that is issued */
function tryIssue(context: OperationContext, attempt: Attempt): Promise<IssueRefusal | null> {
  const { orderId, planner, handling, bulkRun = null, isEarly, byWorkflow } = attempt;
  const ignores = (warning: { code: string }) => handlingOf(handling, warning) === 'ignore';
  return savepoint(context.tx, async () => {
    const refusal = await issueOrder(context, { orderId, planner, ignores, bulkRun, byWorkflow, isEarly });
    return refusal && rolledBack(refusal);
  });
}

/**
 * Stores what stands in the way. The rollback of the attempt released the locks of the stock, and so stock may have arrived before
 * the request was stored: the order is tried again if all that it lacked is there.
 * @returns what was stored last; null for an order that is issued after all
 */
async function storeOrIssue(
  context: OperationContext,
  order: LockedOrder,
  attempt: Omit<Attempt, 'isEarly'>,
  first: IssueRefusal,
): Promise<IssueRefusal | null> {
  let refusal = first;
  for (let attempts = 1; ; attempts++) {
    const isStockOnly = await storeRefusal(context.tx, order, attempt.handling, refusal);
    if (!isStockOnly || attempts === mostAttempts) return refusal;
    await lockStock(
      context.tx,
      order.site_id,
      refusal.shortages.map(({ part_id }) => part_id),
    );
    if (!(await isCovered(context.tx, order.id))) return refusal;
    const next = await tryIssue(context, { ...attempt, isEarly: false });
    if (next === null) return null;
    refusal = next;
  }
}

/** Stores the warnings and the needs of a waiting draft. @returns true if nothing but stock stands in the way */
async function storeRefusal(
  tx: Tx,
  order: LockedOrder,
  handling: WarningHandling,
  { warnings, shortages }: IssueRefusal,
): Promise<boolean> {
  const all = handled(handling, warnings);
  const isStockOnly =
    all.length > 0 && all.every((warning) => warning.code === 'stock.short' && warning.handling === 'wait');
  const result = await sql<Row<'issue_request', 'stock_only'>>`
    -- Stores what stood in the way, and the parts that the order was short of.
    with request as (
      update issue_request r set warnings = ${JSON.stringify(all)}::jsonb,
        stock_only = ${isStockOnly} and coalesce(r.not_before <= now(), true) and coalesce(r.give_up_at > now(), true)
      where r.order_id = ${order.id} returning r.order_id, r.stock_only, r.created_at
    ), gone as (
      delete from issue_request_need where order_id = ${order.id} and not part_id = any(${partsOf(shortages)}::bigint[])
    ), need as (
      insert into issue_request_need (order_id, site_id, part_id, qty, stock_only, priority, requested_at)
      select r.order_id, o.site_id, n.part_id, sum(n.qty), r.stock_only, o.priority, r.created_at
      from request r join salesorder o on o.id = r.order_id
      cross join jsonb_to_recordset(${JSON.stringify(shortages)}::jsonb) as n(part_id bigint, qty numeric)
      group by 1, 2, 3, 5, 6, 7
      on conflict (order_id, part_id) do update set site_id = excluded.site_id, qty = excluded.qty,
        stock_only = excluded.stock_only, priority = excluded.priority
    )
    select stock_only from request`.execute(tx);
  return firstRow(result).stock_only;
}

const partsOf = (shortages: readonly Shortage[]) => shortages.map(({ part_id }) => part_id);

/** Reads the parts that a waiting draft was short of. */
async function needsOf(tx: Tx, orderId: number): Promise<number[]> {
  const { rows } = await sql<Row<'issue_request_need', 'part_id'>>`
    select part_id from issue_request_need where order_id = ${orderId} order by part_id`.execute(tx);
  return rows.map(({ part_id }) => part_id);
}

/** The dates of a request as moments. */
interface Dates {
  readonly notBefore: Date | null;
  readonly giveUpAt: Date | null;
}

type DatedRequest = Omit<IssueWhenPossible, keyof Dates> & Dates;

/** Returns the dates of a request. A day begins with the midnight of the site. */
async function datesAt(tx: Tx, siteId: number, { notBefore, giveUpAt }: IssueWhenPossible): Promise<Dates> {
  const momentOf = (text: string | null) =>
    text !== null && isDay(text)
      ? sql`(${text}::timestamp at time zone zone_of_site(${siteId}))`
      : sql`${text}::timestamptz`;
  const result =
    await sql<Dates>`select ${momentOf(notBefore)} as "notBefore", ${momentOf(giveUpAt)} as "giveUpAt"`.execute(tx);
  return firstRow(result);
}

/** Writes the request of a draft, or changes its dates. */
async function writeRequest({ tx, actor }: OperationContext, input: DatedRequest): Promise<void> {
  const { orderId, notBefore, giveUpAt, bulkRun = null } = input;
  await sql`
    -- Writes the request, and marks the order as a waiting draft.
    with request as (
      insert into issue_request (order_id, account_id, bulkrun_id, not_before, give_up_at)
      values (${orderId}, ${actor.userId}, ${bulkRun}, ${notBefore}, ${giveUpAt})
      on conflict (order_id) do update set account_id = excluded.account_id, bulkrun_id = excluded.bulkrun_id,
        not_before = excluded.not_before, give_up_at = excluded.give_up_at
    )
    update salesorder set issue_requested_at = coalesce(issue_requested_at, this_second()), updated_at = this_second()
    where id = ${orderId}`.execute(tx);
}

/** Records the request, and starts the workflow. A workflow that runs already gets the event as a signal. */
async function announce(
  context: OperationContext,
  { orderId, notBefore, giveUpAt, bulkRun = null, handling }: DatedRequest,
  { warnings, facts, plan }: IssueRefusal,
  wasWaiting: boolean,
): Promise<void> {
  const dates = { not_before: notBefore?.toISOString() ?? null, give_up_at: giveUpAt?.toISOString() ?? null };
  const codes = [...new Set(handled(handling, warnings).map(({ code }) => code))];
  await recordEvent(context, {
    event: 'salesorder.issuerequested',
    id: orderId,
    orders: [orderId],
    signals: wasWaiting,
    detail: { ...dates, warnings: codes },
  });
  if (wasWaiting) return;
  const issue: IssueRequest = {
    by: await nameOf(context),
    account: context.actor.userId,
    ...(notBefore ? { notBefore: notBefore.toISOString() } : {}),
    ...(giveUpAt ? { giveUpAt: giveUpAt.toISOString() } : {}),
  };
  const input = orderInput({ facts, plan, bulkRun, issue });
  await sql`update issue_request set input = ${JSON.stringify(input)}::jsonb where order_id = ${orderId}`.execute(
    context.tx,
  );
  startWorkflow(context, orderWorkflowId(orderId), input);
}

async function nameOf({ tx, actor }: OperationContext): Promise<string> {
  const query = sql<{ name: string }>`select ${personName('a')} as name from account a where a.id = ${actor.userId}`;
  return firstRow(await query.execute(tx)).name;
}
