import { z } from 'zod';
import { choice, choices, flag, id, integer, list, omittable, text } from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

/** The kinds of records that have workflows, by the names of their resources, in the order of their comparison. */
export const recordKinds = ['salesorder', 'autowork', 'bulkrun', 'returnorder', 'webhookdelivery'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The kinds of differences between a record and its workflow. */
export const differenceKinds = ['missing', 'ended', 'failed', 'over', 'other_epoch'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** `next` of an answer: a part, and the place in it, which can be a token of the Temporal server. */
const after = omittable(
  text(4_000, {
    shape: new RegExp(`^(workflows|${recordKinds.join('|')})(\\.[\\w-]+)?$`),
    otherwise: 'must be `next` of an answer',
  }),
);

/** From where a comparison continues. */
export const comparisonQuery = z.object({ after }).meta({ example: { after: 'salesorder.1000' } });
export const comparisonBody = comparisonQuery;

const difference = z.object({
  kind: z
    .enum(differenceKinds)
    .describe(
      'missing: Temporal has no workflow of the open record. ended, failed: its last run is over. over: a workflow runs, and its record is over or unknown. other_epoch: a workflow runs that was started before the database was restored',
    ),
  record: z.enum(recordKinds),
  id: z.int().describe('The id of the record'),
  workflow_id: z.string(),
  run_id: z.string().nullable(),
  remedy: z.enum(['start', 'terminate']).describe('start: the record gets a workflow. terminate: the run is ended'),
});

const comparison = z.object({
  epoch: z.string().describe('The epoch of the database'),
  records: z.int().describe('Number of compared open records'),
  workflows: z.int().describe('Number of compared running workflows'),
  next: z.string().nullable().describe('Send it as `after` to compare the next part; null after the last part'),
});

const epochExample = '0b9c1f6e-3c5d-4a53-9d0e-6a4f7f1d2c11';
const example = {
  kind: 'missing',
  record: 'salesorder',
  id: 1012,
  workflow_id: 'order/1012',
  run_id: null,
  remedy: 'start',
};
const whole = { epoch: epochExample, records: 412, workflows: 411, next: null };

/** A comparison, with its differences. */
export const comparisonAnswer = comparison
  .extend({ differences: z.array(difference) })
  .meta({ example: { ...whole, differences: [example] } });

/** A comparison whose differences were removed. */
export const fixAnswer = comparison
  .extend({
    differences: z.array(
      difference.extend({ fixed: z.boolean(), why: z.string().nullable().describe('Why it was not removed') }),
    ),
  })
  .meta({ example: { ...whole, differences: [{ ...example, fixed: true, why: null }] } });

export const restoredAnswer = z
  .object({ epoch: z.string().describe('The new epoch of the database') })
  .meta({ example: { epoch: epochExample } });

/** See `RowKind`. */
const rowKinds = ['start', 'signal', 'deliver'] as const;

const rowResult = z.object({
  id: id(),
  result: choice('sent', 'not_found', 'failed'),
  error: omittable(text(2_000)),
});
export type RowResult = z.infer<typeof rowResult>;

/** The most workflows whose rows a claim takes, and the most seconds that it waits for one. */
const [mostWorkflows, mostSeconds] = [100, 20];

/** The results of rows that were claimed before, and of how many workflows to wait for others. */
export const claimBody = z
  .object({
    results: list(rowResult, { most: 1_000 }),
    kinds: choices(...rowKinds),
    encodes: flag(),
    max: integer({ min: 0, max: mostWorkflows }),
    wait: integer({ min: 0, max: mostSeconds }),
  })
  .meta({
    example: {
      results: [{ id: 4711, result: 'sent' }],
      kinds: ['start', 'signal'],
      encodes: false,
      max: 100,
      wait: 0,
    },
  });
export type ClaimBody = z.infer<typeof claimBody>;

const outboxRow = z.object({
  id: recordId(),
  workflow_id: z.string(),
  kind: z.enum(rowKinds),
  payload: z.record(z.string(), z.unknown()).describe('The input of the workflow, or the signal'),
  event_id: z.string().nullable().describe('The event that caused the start'),
  epoch: z.string().describe('The epoch of the database'),
  attempts: z.int(),
  request_id: z.string().nullable().describe('The request that caused the row'),
  traceparent: z.string().nullable(),
});

const rowExample = {
  ...{ id: 4712, workflow_id: 'order/1012', kind: 'signal', payload: { event: 'salesorder.held', by: 'Ana Weber' } },
  ...{ event_id: null, epoch: epochExample, attempts: 1, request_id: '5aaece33', traceparent: null },
};

export const claimAnswer = z
  .object({
    service: z.string().describe('The address of the service, for links from workflows to records'),
    rows: z.array(outboxRow),
  })
  .meta({ example: { service: 'https://orders.example.com', rows: [rowExample] } });
