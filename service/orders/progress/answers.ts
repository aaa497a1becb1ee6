import { z } from 'zod';
import { progressStates } from '../../../records/states/order.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { decisionVerbs } from './possible-decisions.ts';
import type { Progress } from './progress.ts';
import type { OrderSummary } from './summary.ts';

/** The answers of an order's plan, progress and replan, for the OpenAPI description and the client's types. */

const step = z.enum(['pick', 'pack', 'ship', 'pickup']);
const by = z.enum(['hand', 'automatic']);
const json = z.unknown().optional();

const condition = z.looseObject({
  path: z.string(),
  operator: z.string(),
  expected: json,
  actual: json.describe('The value that it saw; absent if the caller may not read it'),
  needs: z.string().optional().describe('The permission to see `actual`'),
  holds: z.boolean(),
});

const reason = z.looseObject({
  source: z.string().describe('default, setting, carrier, rule or operator'),
  name: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  hash: z.string().nullable().optional().describe('Content hash of that file at the time of the plan'),
  decides: z
    .string()
    .nullable()
    .optional()
    .describe('The question that it answers, such as `pack.required`, `ship.by`, `hold`'),
  value: json.describe('Its answer to the question'),
  fired: z.boolean(),
  overruled_by: z.string().optional().describe('The stronger source that decided otherwise'),
  why: z.string(),
  conditions: z.array(condition),
});

/** The answer of `/plan`. A plan may have more members than these. */
export const planAnswer = z
  .looseObject({
    pinned: z.boolean().describe('True for an issued order. Before the issue, the plan is a dry run'),
    ruleset: z.string().describe('Hash of the configuration that made the plan'),
    steps: z.array(z.looseObject({ step, required: z.boolean(), by, reasons: z.array(reason) })),
    reasons: z.array(reason).describe('Reasons of hold, priority and carrier'),
  })
  .meta({
    example: {
      pinned: true,
      ruleset: '91be4f07a6c2d835',
      steps: [
        {
          step: 'pack',
          required: true,
          by: 'automatic',
          reasons: [
            {
              source: 'rule',
              name: 'Small parcels run by themselves',
              file: 'config/fulfillment.yaml',
              line: 24,
              fired: true,
              why: 'pack: automatic',
              conditions: [{ path: 'total', operator: '<', expected: 500, actual: 26.66, holds: true }],
            },
          ],
        },
      ],
      reasons: [],
    },
  });

export const progressAnswer: z.ZodType<Progress> = z
  .object({
    status: z.string().describe('Name of the status of the order'),
    held: z.boolean(),
    step: z
      .enum(['issue', 'pick', 'pack', 'ship', 'pickup'])
      .nullable()
      .describe('The first step that is required and not done; `issue` for a draft that is issued when possible'),
    state: z.enum(progressStates),
    engine: z
      .enum(['running', 'missing', 'unknown'])
      .nullable()
      .describe(
        'Whether a workflow drives the order, at most two minutes ago. `missing`: `POST /salesorder/{id}/drive` starts it again. `unknown`: the service could not ask Temporal for three minutes. Null for an order that no workflow has to drive',
      ),
    waiting_for: z.string().nullable(),
    since: z.string().describe('Time of the last change of the state, the step or the reason of the wait'),
    steps: z.array(
      z.object({
        step: z.enum(['issue', 'pick', 'pack', 'ship', 'pickup']),
        required: z.boolean(),
        by,
        done: z
          .boolean()
          .describe(
            'True if nothing is left to do at the step. In an order that is void or closed short: true if the step was done for the delivered units',
          ),
        why: z.string().describe('The reasons that decided'),
        open: z.number().describe('Units that are not done'),
        ready: z.number().describe('Units that can be done now'),
        again: z
          .boolean()
          .describe(
            'True if deferred rules, or the earliest moment of the step, are evaluated when the order reaches the step',
          ),
        not_before: z.string().nullable().describe('The engine does not begin the step before this moment; people may'),
        waits: z
          .array(z.number())
          .describe(
            'Seconds of waiting at the step after which deferred rules are evaluated or the deadline ends, the shortest first',
          ),
      }),
    ),
    issue: z
      .object({
        requested_by: z.string(),
        account_id: recordId(),
        requested_at: z.string(),
        not_before: z.string().nullable(),
        give_up_at: z.string().nullable(),
        warnings: z.array(
          z.object({
            code: z.string(),
            message: z.string(),
            pointer: z.string(),
            handling: z.enum(['wait', 'attention']),
          }),
        ),
        needs_person: z.boolean(),
      })
      .optional()
      .describe('The request to issue the draft when possible, and what prevented it at the last attempt'),
    carrier: z
      .object({
        name: z.string(),
        plugin: z.string(),
        book_at: step.nullable(),
        own_queue: z.boolean(),
        asks_pickup: z.boolean().optional(),
      })
      .nullable()
      .describe('The carrier that the plan books'),
    relabel: z
      .boolean()
      .describe(
        'True after labels were withdrawn, by a change of address or one by one, until the carrier has booked them again',
      ),
    ruleset: z
      .string()
      .nullable()
      .describe('Content hash of the configuration that planned the order; null before the issue'),
    autowork: z
      .object({ id: recordId(), state: z.enum(['queued', 'running', 'waiting']), by: z.string(), since: z.string() })
      .nullable()
      .describe('The autowork of the order that is queued or running, or else the first one that waits for stock'),
    decisions: z
      .array(z.object({ decision: z.enum([...decisionVerbs, 'address']), steps: z.array(step).optional() }))
      .describe(
        'The decisions that the service accepts now and that change something, by the last word of their calls. `steps` lists the steps that it can be about. `address` is `PUT /salesorder/{id}`: after it, a carrier that refused gets another request',
      ),
    next: z
      .array(z.object({ method: z.string(), path: z.string(), body: z.unknown(), why: z.string() }))
      .describe('Calls that move the order'),
  })
  .meta({
    example: {
      status: 'In Progress',
      held: false,
      step: 'pack',
      state: 'waiting',
      engine: 'running',
      waiting_for: 'pack by hand',
      since: '2026-04-23T22:54:28+00:00',
      steps: [
        {
          step: 'pick',
          required: true,
          by: 'automatic',
          done: true,
          why: 'small order',
          open: 0,
          ready: 0,
          again: false,
          not_before: null,
          waits: [],
        },
        {
          step: 'pack',
          required: true,
          by: 'hand',
          done: false,
          why: 'fragile goods',
          open: 2,
          ready: 2,
          again: false,
          not_before: null,
          waits: [14_400],
        },
      ],
      carrier: null,
      relabel: false,
      ruleset: '9f305ce34c6d2496',
      autowork: null,
      decisions: [
        { decision: 'skip', steps: ['pack'] },
        { decision: 'automatic', steps: ['pack'] },
        { decision: 'carrier' },
        { decision: 'hold' },
        { decision: 'replan' },
        { decision: 'closeshort' },
        { decision: 'void' },
      ],
      next: [
        { method: 'POST', path: '/packlinebyorder', body: { order_id: [1] }, why: 'Makes a pack of what is picked' },
      ],
    },
  });

const counts = {
  orders: z.int(),
  since: z.string().nullable().describe('The earliest `since` of these orders; null for no order'),
};

export const summaryAnswer: z.ZodType<OrderSummary> = z
  .object({
    ...counts,
    states: z.array(
      z.object({
        state: z.enum(progressStates),
        step: z.string().nullable(),
        reason: z.string().nullable(),
        ...counts,
      }),
    ),
    carriers: z.array(
      z.object({
        carrier_id: recordId().nullable(),
        carrier: z.string().nullable().describe('Null without a carrier, and without the permission to read carriers'),
        ...counts,
      }),
    ),
    sites: z.array(
      z.object({
        site_id: recordId(),
        site: z.string().nullable().describe('Null without the permission to read sites'),
        ...counts,
      }),
    ),
  })
  .meta({
    example: {
      orders: 41,
      since: '2026-04-20T07:12:09+00:00',
      states: [
        { state: 'waiting', step: 'pick', reason: 'hand', orders: 38, since: '2026-04-23T05:01:44+00:00' },
        { state: 'attention', step: 'ship', reason: 'carrier.refused', orders: 3, since: '2026-04-20T07:12:09+00:00' },
      ],
      carriers: [{ carrier_id: 1, carrier: 'Speedy Express', orders: 41, since: '2026-04-20T07:12:09+00:00' }],
      sites: [{ site_id: 1, site: 'Main', orders: 41, since: '2026-04-20T07:12:09+00:00' }],
    },
  });

export const replanExample = {
  was: '4d7a0c1e92b35f68',
  ruleset: '91be4f07a6c2d835',
  differences: [{ what: 'pack', before: 'by hand', after: 'automatic' }],
  plan: {},
};

export const replanAnswer = z
  .looseObject({
    was: z.string().describe('The rule set of the pinned plan'),
    ruleset: z.string().describe('The active rule set'),
    differences: z
      .array(z.object({ what: z.string(), before: z.string(), after: z.string() }))
      .describe('The decisions that a replan changes'),
    plan: z.looseObject({}).describe('The plan after a replan'),
  })
  .meta({ example: replanExample });
