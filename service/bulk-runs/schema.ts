import { z } from 'zod';
import { bulkActions } from '../../config/schema.ts';
import { orderDocumentKinds } from '../../lib/printing/content.ts';
import { orderKinds } from '../../records/sales-order.ts';
import { bulkOutcomes, pickGroupings, retriedOutcomes } from '../../records/states/bulk-run.ts';
import {
  choice,
  choices,
  decimal,
  flag,
  idList,
  integer,
  omittable,
  siteTime,
  text,
} from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

/** The options of all actions. The table of actions says which action takes which option. */
const options = z.strictObject({
  ignore_warnings: omittable(flag()).describe('issue: issue orders despite their warnings'),
  when: omittable(choice('possible')).describe(
    'issue: an order with warnings is issued as soon as nothing prevents it',
  ),
  not_before: omittable(siteTime('date-time')).describe('issue, with `when`: no order is issued before this time'),
  give_up_at: omittable(siteTime('date-time')).describe(
    'issue, with `when`: from this time on, an order needs a person',
  ),
  reason: omittable(text(500, { min: 1 })).describe('hold: the reason'),
  task_ids: omittable(idList()).describe('autowork: the tasks; the default is all'),
  by: omittable(choice(...pickGroupings)).describe(
    'pick: orders with the same value go into one pick; by default each order has its own',
  ),
  max_orders: omittable(integer({ min: 1 })).describe('pick: maximum number of orders in a pick'),
  max_lines: omittable(integer({ min: 1 })).describe('pick: maximum number of lines in a pick'),
  max_weight_g: omittable(decimal({ positive: true })).describe('pick: maximum weight of a pick in grams'),
  documents: omittable(choices(...orderDocumentKinds)).describe(
    'print: the kinds of documents; the default is pick lists and packing slips',
  ),
  again: omittable(flag()).describe('print: print documents again that were printed before'),
});
export type BulkOptions = Partial<z.output<typeof options>>;

/** At least one order in 100 seconds. A slower run should be a schedule. */
const rate = decimal({ positive: true, scale: 2, digits: 4 });

/** Orders that a run names by their ids. Further ones need an expression, which names any number. */
const mostOrders = 100_000;

export const bulkRunBody = z
  .object({
    select: text(4096, { min: 1 }).meta({ format: 'expression' }).nullish(),
    order_id: omittable(idList({ most: mostOrders })),
    action: choice(...bulkActions),
    kind: omittable(choice(...orderKinds)).describe('The kind of the orders; the default is `sales`'),
    options: omittable(options),
    rate: rate.nullish(),
    dry_run: omittable(flag()),
  })
  .meta({
    example: {
      select: 'status.name = "Draft" && customer.groups.name = "Wholesale"',
      action: 'issue',
      options: { ignore_warnings: false },
      rate: 20,
    },
  });
export type BulkRunBody = Omit<z.output<typeof bulkRunBody>, 'options'> & { options?: BulkOptions | undefined };

const by = omittable(text(200, { min: 1 })).describe(
  'The name of the decider, for the timeline; the default is the caller',
);

/** The body of a decision about a run. */
export const decisionBody = z.object({ by }).meta({ example: { by: 'Ana Weber' } });
export type DecisionBody = z.output<typeof decisionBody>;

/** The body of a retry. */
export const retryBody = z
  .object({
    by,
    only: omittable(choice(...retriedOutcomes)).describe(
      'Repeat only the orders with this outcome; the default is both',
    ),
  })
  .meta({ example: { by: 'Ana Weber', only: 'failed' } });

export const rateBody = z.object({ rate: rate.nullish(), by }).meta({ example: { rate: 5, by: 'Ana Weber' } });

const examples = z.array(recordId()).describe('The first ids of these orders');

export const previewAnswer = z
  .object({
    dry_run: z.literal(true),
    action: z.string(),
    total: z.int().describe('Number of orders in the selection'),
    outcomes: z
      .array(
        z.object({
          outcome: z.enum(bulkOutcomes),
          code: z.string().nullable(),
          reason: z.string().nullable(),
          orders: z.int(),
          examples,
        }),
      )
      .describe('The outcomes that the orders would have now'),
    plans: z
      .array(z.object({ plan: z.string(), orders: z.int(), examples }))
      .describe('The plans that the orders would get, or have'),
    warnings: z.array(z.object({ code: z.string(), message: z.string(), orders: z.int(), examples })),
    planned: z
      .int()
      .describe('The number of orders whose plans and warnings are included. A large selection is sampled evenly'),
    picks: z
      .array(
        z.object({ group: z.string(), orders: z.int(), lines: z.int(), weight_g: z.number().nullable(), examples }),
      )
      .nullable()
      .describe('The picks that the run would create; the first 1,000'),
  })
  .meta({
    title: 'BulkRunPreview',
    example: {
      dry_run: true,
      action: 'issue',
      total: 120,
      outcomes: [{ outcome: 'done', code: null, reason: null, orders: 117, examples: [1, 2, 3] }],
      plans: [
        { plan: 'pick automatic, pack automatic, ship automatic, pickup by hand', orders: 120, examples: [1, 2, 3] },
      ],
      warnings: [
        { code: 'stock.short', message: 'Of part TEA-ASSAM, 2 of 3 are not available.', orders: 3, examples: [7] },
      ],
      planned: 120,
      picks: null,
    },
  });
export type Preview = z.output<typeof previewAnswer>;

export const outcomeCountsAnswer = z
  .array(
    z.object({
      outcome: z.enum(bulkOutcomes).nullable().describe('Null for orders that were not processed yet'),
      code: z.string().nullable().describe('The reason as a stable code; null without one'),
      orders: z.int(),
    }),
  )
  .meta({
    title: 'BulkRunOutcomes',
    example: [
      { outcome: 'done', code: null, orders: 117 },
      { outcome: 'failed', code: 'stock.short', orders: 3 },
    ],
  });
export type OutcomeCounts = z.output<typeof outcomeCountsAnswer>;

/** The body of the engine's request for the next units. */
export const nextBody = z.object({ max: integer({ min: 1, max: 1000 }) }).meta({ example: { max: 25 } });

const totals = {
  state: z.enum(['running', 'paused', 'done', 'canceled']),
  rate: z.number().nullable(),
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  warned: z.int(),
  failed: z.int(),
};

export const nextAnswer = z
  .object({
    ...totals,
    units: z.array(z.array(recordId())).describe('Ids of orders; the orders of one unit are processed together'),
    under_way: z.int().describe('Orders of the run that the engine still works on: issued, or in autowork'),
  })
  .meta({
    example: {
      state: 'running',
      rate: null,
      total: 120,
      done: 40,
      skipped: 0,
      warned: 1,
      failed: 0,
      units: [[42], [43]],
      under_way: 7,
    },
  });
export type NextAnswer = z.output<typeof nextAnswer>;

export const performBody = z.object({ order_id: idList() }).meta({ example: { order_id: [42] } });

export const performAnswer = z
  .object({
    state: totals.state,
    rate: totals.rate,
    outcomes: z.array(
      z.object({
        order_id: recordId(),
        outcome: z.enum(bulkOutcomes),
        code: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({
    example: { state: 'running', rate: null, outcomes: [{ order_id: 42, outcome: 'done', code: null, reason: null }] },
  });
export type PerformAnswer = z.output<typeof performAnswer>;
