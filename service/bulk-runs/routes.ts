import { salesorder } from '../orders/resource.ts';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problemOf } from '../platform/http/failure.ts';
import { demandRecord } from '../platform/http/get-endpoints.ts';
import { demandPermission } from '../platform/http/identity.ts';
import { filterExpression, type SqlCondition } from '../platform/listing/filter.ts';
import { list } from '../platform/listing/list.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import type { Problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { actions } from './actions.ts';
import { nextUnits } from './next.ts';
import { cancelRun, changeRate, createRun, pauseRun, type RunDecision, resumeRun, retryRun } from './operations.ts';
import { performUnit } from './perform.ts';
import { preview } from './preview.ts';
import { bulkrun, bulkrunorder } from './resource.ts';
import {
  type BulkRunBody,
  bulkRunBody,
  type DecisionBody,
  decisionBody,
  nextAnswer,
  nextBody,
  performAnswer,
  performBody,
  previewAnswer,
  type RateBody,
  rateBody,
} from './schema.ts';

const verb = (
  word: string,
  summary: string,
  run: (call: Call<DecisionBody, unknown>, decision: RunDecision) => Promise<void>,
) =>
  endpoint(`POST /bulkrun/{bulkrun_id}/${word}`, {
    permission: `bulkrun.${word}`,
    summary,
    body: decisionBody,
    returns: bulkrun,
    errors: ['bulkrun.state'],
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      await run(call, { id, by: call.body.by ?? null });
      return { record: bulkrun, id };
    },
  });

export const routes: Endpoint[] = [
  endpoint('POST /bulkrun', {
    permission: 'bulkrun.create',
    summary: 'Do the same with many orders: start a run',
    description:
      'The orders that the expression `select` finds now, or those of `order_id`. Each gets one outcome, at `/bulkrun/{id}/order`. The engine goes through them in the background, at most `rate` a second, as the user who started the run, who needs the permission to do it to one order too. What is done already is skipped: the same selection again does no order twice. With `dry_run` nothing is changed, and the answer, with status 200, says what would become of the orders, by which plans, and with which warnings.',
    body: bulkRunBody,
    status: 201,
    returns: bulkrun,
    previews: previewAnswer,
    errors: ['filter.invalid', 'reference.unknown'],
    handle: async (call) => {
      const { body } = call;
      const { permission } = actions[body.action];
      demandPermission(call.caller, { permission, method: 'POST', path: `/bulkrun (${body.action})` });
      const selection = selectionOf(body, call.readAccess);
      if (body.dry_run) return { preview: await preview(call, { body, selection, planner: call.services.planner }) };
      return { record: bulkrun, id: await createRun(call, { body, selection }) };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/order', {
    permission: 'bulkrun.read',
    summary: 'List the orders of a bulk run, and what became of each',
    description: 'For example `?outcome=failed&sort=code`, or `?embed=order&filter=reason % "TEA-ASSAM"`.',
    lists: { of: bulkrunorder, as: 'page' },
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      await demandRecord(call, bulkrun, id);
      const scope = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.bulkrun_id = ${parameter(id)}`,
      };
      return {
        bytes: await list(call.database.pool, bulkrunorder, call.search, {
          url: call.url,
          scope,
          readAccess: call.readAccess,
        }),
      };
    },
  }),
  timelineRoute(bulkrun),
  verb('pause', 'Begin no further order; what is under way is finished', pauseRun),
  verb('resume', 'Go on with a paused run', resumeRun),
  verb('cancel', 'End a run: orders whose turn had not come are skipped', cancelRun),
  verb('retry', 'Do again what failed, and nothing else', retryRun),
  endpoint('POST /bulkrun/{bulkrun_id}/rate', {
    permission: 'bulkrun.rate',
    summary: 'Change how many orders a second a run does at most; null for no limit',
    body: rateBody,
    returns: bulkrun,
    errors: ['bulkrun.state'],
    handle: async (call) => {
      const id = call.params.bulkrun_id;
      const { rate = null, by = null } = call.body;
      await changeRate(call, { id, rate, by });
      return { record: bulkrun, id };
    },
  }),
  endpoint('POST /bulkrun/{bulkrun_id}/next', {
    permission: 'bulkrun.perform',
    summary: 'What is to be done next in a run',
    description: 'What the engine asks. A run whose orders all have an outcome is done.',
    body: nextBody,
    returns: nextAnswer,
    handle: async (call) => ({ value: await nextUnits(call, { runId: call.params.bulkrun_id, max: call.body.max }) }),
  }),
  endpoint('POST /bulkrun/{bulkrun_id}/perform', {
    permission: 'bulkrun.perform',
    summary: 'Do to orders what a run is about, and note what each came to',
    description:
      'What the engine calls for one unit after the other. Both in one transaction; orders that have an outcome already are left alone.',
    body: performBody,
    returns: performAnswer,
    errors: ['bulkrun.state'],
    handle: async (call) => {
      const unit = {
        runId: call.params.bulkrun_id,
        orderIds: call.body.order_id,
        planner: call.services.planner,
      };
      try {
        return { value: await performUnit(call, unit) };
      } catch (error) {
        const fault = problemOf(error, { method: 'POST', requestId: call.actor.requestId });
        if (!ofTheOrder(fault)) throw error;
        // It would meet the same again and again, and keep the run from its end.
        call.services.logger.error(
          { err: error, request_id: call.actor.requestId, ...unit, planner: undefined },
          fault.message,
        );
        return { value: await performUnit(call, { ...unit, fault }) };
      }
    },
  }),
];

/** @throws filter.invalid where the expression cannot be read, permission.missing where it goes over what they may not; body.invalid unless either it or a list of orders is given */
function selectionOf({ select, order_id: ids }: BulkRunBody, readAccess: ReadAccess | null): SqlCondition {
  if (select == null && ids === undefined) throw unfit('/select', 'is required, or order_id: which orders are meant?');
  if (select != null && ids !== undefined)
    throw unfit('/select', 'says which orders, and so does order_id: send one of them');
  if (select != null) return filterExpression(salesorder, select, readAccess);
  return (order, parameter) => `${order}.id = any(${parameter(ids)}::int[])`;
}

/** What lies with the order and not with the run or with the moment: trying it again would not help. */
function ofTheOrder({ code, status }: Problem): boolean {
  return !['bulkrun.state', 'record.unknown'].includes(code) && ![503, 504].includes(status);
}
