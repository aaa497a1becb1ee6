import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problemOf } from '../platform/http/failure.ts';
import { assertRecord } from '../platform/http/get-endpoints.ts';
import { assertPermission } from '../platform/http/identity.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import { list } from '../platform/listing/list.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import type { Problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { permissionFor } from './actions.ts';
import { nextUnits } from './next.ts';
import { cancelRun, changeRate, createRun, pauseRun, resumeRun, retryRun, type Takeover } from './operations.ts';
import { outcomeCounts } from './outcome-counts.ts';
import { performOrders } from './perform-orders.ts';
import { preview } from './preview.ts';
import { bulkrun, bulkrunorder } from './resource.ts';
import {
  type BulkRunBody,
  bulkRunBody,
  type DecisionBody,
  decisionBody,
  nextAnswer,
  nextBody,
  outcomeCountsAnswer,
  performAnswer,
  performBody,
  previewAnswer,
  rateBody,
  retryBody,
} from './schema.ts';
import { ordersMatching, ordersWith } from './selection.ts';

const takesOver =
  'The run then acts with your permissions, so you need the permission for its action on a single order, too.';

const verb = (
  word: string,
  summary: string,
  run: (call: Call<DecisionBody, unknown>, decision: Takeover) => Promise<void>,
  description?: string,
) =>
  endpoint(`POST /bulkrun/{bulkrun_id}/${word}`, {
    permission: `bulkrun.${word}`,
    summary,
    ...(description === undefined ? {} : { description }),
    body: decisionBody,
    returns: bulkrun,
    errors: ['bulkrun.state', 'engine.updates-off'],
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      await run(call, { id, by: call.body.by ?? null, caller: call.caller });
      return { record: bulkrun, id };
    },
  });

export const routes: Endpoint[] = [
  endpoint('POST /bulkrun', {
    permission: 'bulkrun.create',
    summary: 'Start a bulk run: one action for many orders',
    description:
      'The run processes the orders of `kind` that match the expression `select` now, or those of `order_id`. Each order gets one outcome, at `/bulkrun/{id}/order`. The engine processes them in the background, at most `rate` per second. The run acts as the user who started it, and this user needs the permission for the action on a single order, too. If the user loses it, or is made inactive, the service pauses the run, with the reason in `paused_why`. An order that is already in the target state is skipped, so a second run over the same selection changes no order twice. With `dry_run` nothing changes: the answer has status 200 and shows the outcomes, plans and warnings that the orders would have.',
    body: bulkRunBody,
    status: 201,
    returns: bulkrun,
    answer: { previews: previewAnswer },
    errors: ['filter.invalid', 'query.too-slow', 'reference.unknown'],
    handle: async (call) => {
      const { body } = call;
      const { action, kind = 'sales' } = body;
      const permission = permissionFor({ action, kind });
      assertPermission(call.caller, { permission, method: 'POST', path: `/bulkrun (${action})` });
      const selection = selectionOf(body, call.readAccess);
      if (body.dry_run) {
        return { status: 200, value: await preview(call, { body, selection, planner: call.services.planner }) };
      }
      return { record: bulkrun, id: await createRun(call, { body, selection }) };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/order', {
    permission: 'bulkrun.read',
    summary: 'List the orders of a bulk run with their outcomes',
    description: 'For example `?outcome=failed&sort=code`, or `?embed=order&filter=reason % "TEA-ASSAM"`.',
    lists: { of: bulkrunorder, as: 'page' },
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      await assertRecord(call, bulkrun, id);
      const scope = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.bulkrun_id = ${parameter(id)}`,
      };
      return {
        content: await list(call.database.pool, bulkrunorder, call.search, {
          url: call.url,
          scope,
          readAccess: call.readAccess,
        }),
      };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/outcomes', {
    permission: 'bulkrun.read',
    summary: 'Count the orders of a bulk run by outcome and code',
    description:
      'The most frequent one comes first. `GET /bulkrun/{id}/order?outcome=failed&code=stock.short` lists the orders of one.',
    returns: outcomeCountsAnswer,
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      await assertRecord(call, bulkrun, id);
      return { value: await outcomeCounts(call.database, id) };
    },
  }),
  timelineRoute(bulkrun),
  verb('pause', 'Pause a run: orders under way are finished, and no further order starts', pauseRun),
  verb('resume', 'Resume a paused run', resumeRun, takesOver),
  verb('cancel', 'Cancel a run: orders that are not processed yet are skipped', cancelRun),
  // A retry is no update of the workflow.
  endpoint('POST /bulkrun/{bulkrun_id}/retry', {
    permission: 'bulkrun.retry',
    summary: 'Retry the failed and the warned orders of a run',
    description: `\`only\` limits the retry to one of the two outcomes. ${takesOver}`,
    body: retryBody,
    returns: bulkrun,
    errors: ['bulkrun.state'],
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      const { by = null, only = null } = call.body;
      await retryRun(call, { id, by, only, caller: call.caller });
      return { record: bulkrun, id };
    },
  }),
  endpoint('POST /bulkrun/{bulkrun_id}/rate', {
    permission: 'bulkrun.rate',
    summary: 'Change the maximum number of orders per second of a run; null is no limit',
    body: rateBody,
    returns: bulkrun,
    errors: ['bulkrun.state', 'engine.updates-off'],
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      const { rate = null, by = null } = call.body;
      await changeRate(call, { id, rate, by });
      return { record: bulkrun, id };
    },
  }),
  endpoint('POST /engine/bulkrun/{bulkrun_id}/next', {
    permission: 'bulkrun.perform',
    summary: 'Get the next units of a run',
    description: 'The engine calls this. A run in which every order has an outcome becomes done.',
    body: nextBody,
    returns: nextAnswer,
    handle: async (call) => {
      const { params, body, services } = call;
      const isQuiet = services.admission.isQuiet();
      return { value: await nextUnits(call, { runId: params.bulkrun_id, max: body.max, isQuiet }) };
    },
  }),
  endpoint('POST /engine/bulkrun/{bulkrun_id}/perform', {
    permission: 'bulkrun.perform',
    summary: 'Process the orders of a unit, and store their outcomes',
    description:
      'The engine calls this for several units at the same time. The action on an order and its outcome are one transaction, and orders of an issue share it. Orders that already have an outcome are skipped.',
    body: performBody,
    returns: performAnswer,
    errors: ['bulkrun.state'],
    handle: async (call) => {
      const unit = {
        runId: call.params.bulkrun_id,
        orderIds: call.body.order_id,
        planner: call.services.planner,
        handling: call.services.configuration.issue,
      };
      const answer = await performOrders(call, unit, (error, orderIds) => {
        const fault = problemOf(error, { method: 'POST', requestId: call.actor.requestId });
        if (!isFaultOfOrder(fault)) return null;
        // Every further attempt would end the same way, and the run would never finish.
        const { runId } = unit;
        call.services.logger.error({ err: error, request_id: call.actor.requestId, runId, orderIds }, fault.message);
        return fault;
      });
      return { value: answer };
    },
  }),
];

/**
 * Returns the condition of the orders of a run.
 * @throws filter.invalid for a wrong expression; permission.missing for an expression over records that the caller may not
 * read; body.invalid unless the body has exactly one of `select` and `order_id`
 */
function selectionOf(body: BulkRunBody, readAccess: ReadAccess | null): SqlCondition {
  const { select, order_id: ids, kind = 'sales' } = body;
  if (select == null && ids === undefined) throw unfit('/select', 'or order_id is required: it names the orders');
  if (select != null && ids !== undefined) throw unfit('/select', 'cannot be combined with order_id: send one of them');
  return select != null ? ordersMatching(kind, select, readAccess) : ordersWith(kind, ids ?? []);
}

/** Returns whether a problem is caused by the order, and not by the run or by an outage. Another attempt would fail, too. */
function isFaultOfOrder({ code, status }: Problem): boolean {
  return !['bulkrun.state', 'record.unknown'].includes(code) && ![503, 504].includes(status);
}
