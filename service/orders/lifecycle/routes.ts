import { sql } from 'kysely';
import { z } from 'zod';
import { choice, flag, integer, omittable, text } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { timelineAnswer } from '../../platform/routes/timeline-routes.ts';
import { reachStep } from '../planning/operations.ts';
import { planOf } from '../planning/plan.ts';
import { previewReplan, replan } from '../planning/replan.ts';
import { by, operatorRoutes } from '../planning/routes.ts';
import { skipStep } from '../planning/skip.ts';
import { planAnswer, progressAnswer, replanAnswer } from '../progress/answers.ts';
import { progressFacts } from '../progress/facts.ts';
import { noteAttention } from '../progress/operations.ts';
import { progressOf } from '../progress/progress.ts';
import { timelineOf } from '../progress/timeline.ts';
import { salesorder } from '../resource.ts';
import { hold, release } from './hold.ts';
import { issue } from './issue.ts';
import { closeShort, unissue, voidOrder } from './withdraw-order.ts';

/** Orders with so many lines are issued in the background unless the caller says otherwise (design page §5). */
const linesForBackground = 1000;

const answer = (id: number) => ({ record: salesorder, id });
const warnings = z.object({ ignore_warnings: omittable(flag()) });

export const routes: Endpoint[] = [
  endpoint('POST /salesorder/{salesorder_id}/issue', {
    permission: 'salesorder.issue',
    summary: 'Issue an order: check, plan, reserve stock, start its workflow',
    description:
      'Answers 428 with `warnings` where something should be looked at first; `ignore_warnings=1` in query or body goes on. Part ' +
      'of a unit of what cannot be divided is refused with `order.part-of-unit` where a kit or an alias comes to it; for the ' +
      'part of a line itself that is so when the line is written.',
    body: warnings,
    query: warnings,
    returns: salesorder,
    background: async ({ database, params }) => {
      const { rows } = await sql<{ many: boolean }>`
        select count(*) >= ${linesForBackground} as many from salesorderline where salesorder_id = ${params.salesorder_id}`.execute(
        database.kysely,
      );
      return rows[0]!.many;
    },
    errors: ['order.state', 'order.warnings', 'order.part-of-unit', 'record.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const ignoreWarnings = (call.query.ignore_warnings || call.body.ignore_warnings) ?? false;
      await issue(call, { orderId, ignoreWarnings, planner: call.services.planner });
      return answer(orderId);
    },
  }),
  verb('unissue', 'Take an order back to draft; what it had reserved is given back', unissue),
  endpoint('POST /salesorder/{salesorder_id}/void', {
    permission: 'salesorder.void',
    summary: 'Void an order; what was picked and packed goes back to storage',
    body: z.object({ by }).meta({ example: {} }),
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      await voidOrder(call, { orderId, by: call.body.by ?? null });
      return answer(orderId);
    },
  }),
  verb('closeshort', 'Close an order with what was delivered; the rest is canceled', closeShort),
  verb('release', 'End the hold on an order', release),
  endpoint('POST /salesorder/{salesorder_id}/hold', {
    permission: 'salesorder.hold',
    summary: 'Put an order on hold',
    body: z.object({ reason: text(500, { min: 1 }) }).meta({ example: { reason: 'Credit check' } }),
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      await hold(call, { orderId, reason: call.body.reason });
      return answer(orderId);
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/skip', {
    permission: 'salesorder.skip',
    summary: 'Leave the pack or ship step of an issued order out',
    description: 'The decision of a person: it wins over rules, carrier and settings, and the plan names who decided.',
    body: z
      .object({ step: choice('pick', 'pack', 'ship', 'pickup'), by })
      .meta({ example: { step: 'pack', by: 'Ana Weber' } }),
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step, by: decidedBy = null } = call.body;
      await skipStep(call, { orderId, step, by: decidedBy, planner: call.services.planner });
      return answer(orderId);
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/reach', {
    permission: 'salesorder.reach',
    summary: 'Say that an order has come to a step, so that the rules speak that are evaluated then',
    description:
      'What the engine does when it comes to a step of which rules with `before` are to speak, or when an order has waited as long as a rule with `after` or a deadline says. Beginning the step does the same. Answers where the order is then.',
    body: z
      .object({ step: choice('pick', 'pack', 'ship', 'pickup'), waited: integer({ min: 1 }).nullish() })
      .meta({ example: { step: 'pack', waited: 86_400 } }),
    returns: progressAnswer,
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step, waited } = call.body;
      await reachStep(call, { orderId, step, waited: waited ?? null, planner: call.services.planner });
      return { value: progressOf(await progressFacts(call.database, orderId)) };
    },
  }),
  ...operatorRoutes,
  endpoint('GET /salesorder/{salesorder_id}/replanned', {
    permission: 'salesorder.read',
    summary: 'What planning an issued order anew would make of it; nothing is changed',
    returns: replanAnswer,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      return { value: await previewReplan(call.database, orderId, call.services.planner) };
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/replan', {
    permission: 'salesorder.replan',
    summary: 'Plan an issued order anew by the rule set of now',
    description:
      'Steps that have begun or are done stay as they are, and so does what people decided. With `ruleset`, the one whose difference was looked at, it is refused where another is armed by now.',
    body: z.object({ ruleset: text(64).nullish(), by }).meta({ example: { ruleset: '91be4f07a6c2d835', by: 'Ann' } }),
    returns: replanAnswer,
    errors: ['order.state', 'precondition.failed'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { ruleset, by: who } = call.body;
      const { planner } = call.services;
      return { value: await replan(call, { orderId, planner, ruleset: ruleset ?? null, by: who ?? null }) };
    },
  }),
  endpoint('POST /salesorder/{salesorder_id}/attention', {
    permission: 'salesorder.attention',
    summary: 'Note that an order needs a person, or with no code that it no longer does',
    description: 'How the engine tells what it cannot go on with; `/progress` shows it.',
    body: z
      .object({
        step: choice('pick', 'pack', 'ship', 'pickup').optional(),
        code: text(100).nullish(),
        detail: text(2000).optional(),
      })
      .meta({ example: { step: 'ship', code: 'carrier.refused', detail: 'The postal code does not exist.' } }),
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step = 'pick', code, detail = '' } = call.body;
      await noteAttention(call, { orderId, attention: code ? { step, code, detail } : null });
      return answer(orderId);
    },
  }),
  endpoint('GET /salesorder/{salesorder_id}/plan', {
    permission: 'salesorder.read',
    summary: 'The steps of an order, and why each is as it is',
    description: 'Before issue a dry run; after it the plan that was pinned.',
    returns: planAnswer,
    handle: async (call) => ({ value: await planOf(call.database, call.services.planner, call.params.salesorder_id) }),
  }),
  endpoint('GET /salesorder/{salesorder_id}/progress', {
    permission: 'salesorder.read',
    summary: 'Where an order is, what it waits for, and the calls that would move it',
    returns: progressAnswer,
    handle: async (call) => ({ value: progressOf(await progressFacts(call.database, call.params.salesorder_id)) }),
  }),
  endpoint('GET /salesorder/{salesorder_id}/timeline', {
    permission: 'salesorder.read',
    summary: 'Everything that happened to an order, and who did it',
    returns: timelineAnswer,
    handle: async (call) => ({ value: await timelineOf(call.database, call.params.salesorder_id) }),
  }),
];

function verb(
  name: string,
  summary: string,
  run: (callContext: Parameters<typeof unissue>[0], orderId: number) => Promise<unknown>,
) {
  return endpoint(`POST /salesorder/{salesorder_id}/${name}`, {
    permission: `salesorder.${name}`,
    summary,
    returns: salesorder,
    errors: ['order.state'],
    handle: async (call) => {
      await run(call, call.params.salesorder_id);
      return answer(call.params.salesorder_id);
    },
  });
}
