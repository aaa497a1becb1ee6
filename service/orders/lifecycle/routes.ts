import { sql } from 'kysely';
import { z } from 'zod';
import { limits } from '../../../lib/expressions/limits.ts';
import { orderWorkflowId } from '../../../workflows/contract/order.ts';
import { choice, flag, integer, omittable, siteTime, text } from '../../platform/coercion/coerce.ts';
import { type Call, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { filterExpression } from '../../platform/listing/filter.ts';
import { recordEndpoint } from '../../platform/routes/record-endpoint.ts';
import { timelineAnswer } from '../../platform/routes/timeline-routes.ts';
import { hold } from '../planning/hold.ts';
import { reachStep } from '../planning/operations.ts';
import { planOf } from '../planning/plan.ts';
import { readablePlan } from '../planning/readable-plan.ts';
import { release } from '../planning/release.ts';
import { previewReplan, type Replanned, replan } from '../planning/replan.ts';
import { by, operatorRoutes } from '../planning/routes.ts';
import { skipStep } from '../planning/skip.ts';
import { planAnswer, progressAnswer, replanAnswer, summaryAnswer } from '../progress/answers.ts';
import { noteBookingAttempt } from '../progress/booking-attempt.ts';
import { progressFacts } from '../progress/facts.ts';
import { noteAttention, timelineOf } from '../progress/operations.ts';
import { progressOf } from '../progress/progress.ts';
import { readableFacts } from '../progress/readable-facts.ts';
import { orderSummary } from '../progress/summary.ts';
import { type KindOfOrder, kindsOfOrders, ofKind } from '../resource.ts';
import { issue } from './issue.ts';
import { issueMany } from './issue-many.ts';
import { issueRequested, issueWhenPossible } from './issue-request.ts';
import { closeShort, unissue, voidOrder } from './withdraw-order.ts';

/** An order with this many lines is issued in the background by default. */
const linesOfLongIssue = 1000;

const warnings = z.object({ ignore_warnings: omittable(flag()) });
const issueBody = warnings
  .extend({
    when: omittable(choice('possible').describe('Issue the order as soon as nothing prevents it')),
    not_before: siteTime('date-time').nullish().describe('With `when`: the order is not issued before this time'),
    give_up_at: siteTime('date-time').nullish().describe('With `when`: the order needs a person from this time on'),
  })
  .meta({ example: {} });

/** The most lines of the orders that requests issue in one transaction: it holds the locks of all of them. */
const linesTogether = 500;

type AnyCall = Call<unknown, unknown>;

const routesOf = ({ kind, order }: KindOfOrder): Endpoint[] => [
  recordEndpoint(order, 'POST issue', {
    summary: 'Issue an order: check it, plan it, reserve stock, start its workflow',
    description:
      'An order that should be checked first is answered with 428 and its `warnings`. To issue it in spite of them, send ' +
      '`ignore_warnings=1` in the query or the body. If a kit or an alias needs a part of a unit that cannot be divided, the ' +
      'order is refused with `order.part-of-unit`. The quantity of a line is checked when the line is written. With ' +
      '`when: "possible"`, an order with warnings stays a draft that is issued as soon as nothing prevents it. The ' +
      'answer is then 202 without a body, and `Location` is the progress of the order.',
    body: issueBody,
    query: warnings,
    returns: order,
    run: {
      background: async ({ database, params }) => {
        // Whether the order has enough lines for the background.
        const { rows } = await sql<{ many: boolean }>`
        select count(*) >= ${linesOfLongIssue} as many from salesorderline where salesorder_id = ${params.id}`.execute(
          database.kysely,
        );
        return rows.some(({ many }) => many);
      },
      together: async (tx, calls) => {
        // Of several requests for one order, the first one issues it. The others find it issued.
        const first = new Map<number, (typeof calls)[number]>();
        for (const call of calls) {
          const orderId = call.params.id;
          if (!call.body.when && !first.has(orderId)) first.set(orderId, call);
        }
        const [call] = first.values();
        if (!call) return calls.map(() => null);
        const { planner } = call.services;
        const contexts = new Map([...first].map(([orderId, { actor }]) => [orderId, { tx, actor }]));
        const contextOf = (orderId: number) => contexts.get(orderId) ?? { tx, actor: call.actor };
        const issued = await issueMany(tx, [...first.keys()], {
          planner,
          contextOf,
          inSequence: false,
          mostLines: linesTogether,
        });
        return calls.map((call) => {
          const orderId = call.params.id;
          return issued.has(orderId) && first.get(orderId) === call ? orderId : null;
        });
      },
    },
    errors: [
      'order.state',
      'order.warnings',
      'order.part-of-unit',
      'order.refused-by-plugin',
      'order.too-large',
      'record.state',
      'engine.updates-off',
    ],
    handle: async (call) => {
      const orderId = call.params.id;
      const ignoreWarnings = (call.query.ignore_warnings || call.body.ignore_warnings) ?? false;
      const { planner } = call.services;
      if (call.body.when) {
        const { not_before: notBefore = null, give_up_at: giveUpAt = null } = call.body;
        const handling = call.services.configuration.issue;
        const isIssued = await issueWhenPossible(call, { orderId, planner, handling, notBefore, giveUpAt });
        return isIssued ? { record: order, id: orderId } : { accepted: `${order.path}/${orderId}/progress` };
      }
      if (call.actor.workflowId === orderWorkflowId(orderId) && !ignoreWarnings) {
        const refusal = await issueRequested(call, { orderId, planner, handling: call.services.configuration.issue });
        if (refusal) throw refusal;
      } else await issue(call, { orderId, ignores: () => ignoreWarnings, planner });
      return { record: order, id: orderId };
    },
  }),
  verb(order, 'unissue', 'Return an issued order to draft and release its reservations', unissue),
  recordEndpoint(order, 'POST void', {
    summary: 'Cancel an order as a whole: void it, and return its picked and packed goods to storage',
    body: z.object({ by }).meta({ example: {} }),
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      await voidOrder(call, { orderId, by: call.body.by ?? null });
      return { record: order, id: orderId };
    },
  }),
  verb(order, 'closeshort', 'Close an order with the quantities that were delivered, and cancel the rest', closeShort),
  recordEndpoint(order, 'POST release', {
    summary: 'End the hold on an order',
    description:
      'A rule can name the user group that releases the order. Only its members may do so then, and administrators. An order whose plan a plugin refuses is not released: a replan ends its hold, once no plugin refuses the new plan.',
    returns: order,
    errors: ['order.release-by-group', 'order.refused-by-plugin', 'engine.updates-off'],
    handle: async (call) => {
      await release(call, call.params.id);
      return { record: order, id: call.params.id };
    },
  }),
  recordEndpoint(order, 'POST hold', {
    summary: 'Put an order on hold',
    body: z.object({ reason: text(500, { min: 1 }) }).meta({ example: { reason: 'Credit check' } }),
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      await hold(call, { orderId, reason: call.body.reason });
      return { record: order, id: orderId };
    },
  }),
  recordEndpoint(order, 'POST skip', {
    summary: 'Skip the pack or ship step of an issued order',
    description:
      'This is the decision of a person: it outranks rules, carrier and settings, and the plan names who decided.',
    body: z
      .object({ step: choice('pick', 'pack', 'ship', 'pickup'), by })
      .meta({ example: { step: 'pack', by: 'Ana Weber' } }),
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      const { step, by: decidedBy = null } = call.body;
      await skipStep(call, { orderId, step, by: decidedBy, planner: call.services.planner });
      return { record: order, id: orderId };
    },
  }),
  ...operatorRoutes(kind, order),
  recordEndpoint(order, 'GET replanned', {
    summary: 'Preview the replanning of an issued order',
    returns: replanAnswer,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.id;
      return readableAnswer(call, await previewReplan(call.database, orderId, call.services.planner));
    },
  }),
  recordEndpoint(order, 'POST replan', {
    summary: 'Replan an issued order with the active rule set',
    description:
      'Steps that are started or done stay unchanged, and so do decisions of people. With `ruleset`, the request is refused if another rule set is active. If a plugin refuses the new plan, the order is held. A replan without that refusal ends the hold; so it does for a fault of a plugin.',
    body: z.object({ ruleset: text(64).nullish(), by }).meta({ example: { ruleset: '91be4f07a6c2d835', by: 'Ann' } }),
    returns: replanAnswer,
    errors: ['order.state', 'precondition.failed', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      const { ruleset, by: who } = call.body;
      const { planner } = call.services;
      return readableAnswer(call, await replan(call, { orderId, planner, ruleset: ruleset ?? null, by: who ?? null }));
    },
  }),
  recordEndpoint(order, 'GET plan', {
    summary: 'Read the plan of an order with all reasons',
    description:
      "An issued order has a pinned plan. For a draft, the plan is a forecast. Values that conditions of rules saw in records that the caller may not list are left out, and `needs` names the permission. Names in the operators' file and the sentences of plugins are shown to everybody who may read orders: those of rules, carriers and groups.",
    returns: planAnswer,
    handle: async (call) => {
      const plan = await planOf(call.database, call.services.planner, call.params.id);
      return { value: readablePlan(plan, call.readAccess, call.services.configuration.compile) };
    },
  }),
  recordEndpoint(order, 'GET progress', {
    summary: 'Read the progress of an order: its step, the event that it waits for, and the calls that move it',
    description:
      "Parts that are short have their ids in place of their numbers for callers who may not list parts, and `next` names other carriers only to callers who may list carriers. The carrier of the plan, people who asked for work, the sentences of plugins and names in the operators' file are shown to everybody who may read orders.",
    returns: progressAnswer,
    handle: async (call) => progressAnswerOf(call, call.params.id),
  }),
  endpoint(`GET ${order.path}/summary`, {
    permission: `${order.name}.read`,
    summary: 'Count the orders that are not done, by state, carrier and site',
    description:
      'Each count has `since`: how long the order that waits longest has been where it is. `filter` takes the same expressions as the list of orders.',
    query: z.object({ filter: text(limits.bytes).meta({ format: 'expression' }).nullish() }),
    returns: summaryAnswer,
    errors: ['filter.invalid'],
    handle: async ({ database, query, readAccess }) => {
      const where = query.filter ? filterExpression(order, query.filter, readAccess) : null;
      return { value: await orderSummary(database, kind, where, readAccess) };
    },
  }),
  recordEndpoint(order, 'GET timeline', {
    summary: 'List the events of an order, and who caused them',
    returns: timelineAnswer,
    handle: async (call) => ({ value: await timelineOf(call.database, call.params.id) }),
  }),
];

/** The calls of the engine about orders of any kind. */
const engineRoutes: Endpoint[] = [
  endpoint('POST /engine/salesorder/{salesorder_id}/reach', {
    permission: 'salesorder.reach',
    summary: 'Report that an order has reached a step, and evaluate its deferred rules',
    description:
      'The engine calls this when an order reaches a step that has rules with `before`, and when an order has waited as long as a rule with `after` or a deadline allows. Starting the step evaluates the same rules. The answer is the progress of the order.',
    body: z
      .object({ step: choice('pick', 'pack', 'ship', 'pickup'), waited: integer({ min: 1 }).nullish() })
      .meta({ example: { step: 'pack', waited: 86_400 } }),
    returns: progressAnswer,
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step, waited } = call.body;
      await reachStep(call, { orderId, step, waited: waited ?? null, planner: call.services.planner });
      return progressAnswerOf(call, orderId);
    },
  }),
  endpoint('POST /engine/salesorder/{salesorder_id}/attention', {
    permission: 'salesorder.attention',
    summary: 'Put an order in attention, or without a code end its attention',
    description:
      'The engine reports here why an order cannot go on without a person. `/progress` shows it, and the answer is that progress.',
    body: z
      .object({
        step: choice('issue', 'pick', 'pack', 'ship', 'pickup').optional(),
        code: text(100).nullish(),
        detail: text(2000).optional(),
      })
      .meta({ example: { step: 'ship', code: 'carrier.refused', detail: 'The postal code does not exist.' } }),
    returns: progressAnswer,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step = 'pick', code, detail = '' } = call.body;
      await noteAttention(call, { orderId, attention: code ? { step, code, detail } : null });
      return progressAnswerOf(call, orderId);
    },
  }),
  endpoint('POST /engine/salesorder/{salesorder_id}/bookingattempt', {
    permission: 'salesorder.attention',
    summary: 'Report that a carrier did not answer an attempt to book',
    description: 'The engine reports here each failed attempt that it repeats. `/progress` shows the last one.',
    body: z
      .object({
        carrier: text(200),
        detail: text(2000),
        attempt: integer({ min: 1, max: 1_000_000 }),
        seconds: integer({ min: 0, max: 1_000_000 }).describe('Seconds until the next attempt'),
      })
      .meta({ example: { carrier: 'Speedy Express', detail: 'office.example answered 503', attempt: 6, seconds: 5 } }),
    status: 204,
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      await noteBookingAttempt(call, { orderId, ...call.body });
      return undefined;
    },
  }),
];

export const routes: Endpoint[] = [...kindsOfOrders.flatMap((one) => ofKind(one, routesOf(one))), ...engineRoutes];

async function progressAnswerOf({ database, readAccess }: AnyCall, orderId: number) {
  return { value: progressOf(readableFacts(await progressFacts(database, orderId), readAccess)) };
}

function readableAnswer({ readAccess, services }: AnyCall, answer: Replanned) {
  return { value: { ...answer, plan: readablePlan(answer.plan, readAccess, services.configuration.compile) } };
}

function verb(
  order: Resource,
  name: string,
  summary: string,
  run: (callContext: Parameters<typeof unissue>[0], orderId: number) => Promise<unknown>,
) {
  return recordEndpoint(order, `POST ${name}`, {
    summary,
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      await run(call, call.params.id);
      return { record: order, id: call.params.id };
    },
  });
}
