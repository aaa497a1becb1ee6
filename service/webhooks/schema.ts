import { z } from 'zod';
import { flag, id, idList, integer, jsonObject, list, text, timestamp } from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

const ours =
  /^(webhook-|content-|host$|connection$|transfer-encoding$|user-agent$|expect$|upgrade$|te$|trailer$|keep-alive$)/i;

/** Answers show this in place of a header's value. No value can be equal, because HTTP headers cannot contain the character. */
export const unshown = '…';

/** Headers that are valid in HTTP and that deliveries do not use themselves. */
const headersWith = (value: RegExp) =>
  jsonObject()
    .refine((headers) => Object.keys(headers).length <= 20, 'must be at most 20 headers')
    .refine(
      (headers) => Object.keys(headers).every((name) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !ours.test(name)),
      'must have names that are valid in HTTP and that deliveries do not use themselves',
    )
    .refine(
      (headers) => Object.values(headers).every((one) => typeof one === 'string' && value.test(one)),
      'must have values of at most 1,000 printable characters',
    )
    .transform((headers) => headers as Record<string, string>);

const secret = text(100, {
  min: 1,
  shape: /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
  otherwise: 'must be whsec_ and base64 of 24 to 64 bytes',
});

const eventsAre = 'GET /event lists the events with their ids';

/** More events than there are. */
const mostEvents = 200;

const webhookFields = z.object({
  url: text(2_000, { min: 1 }),
  event_id: id(eventsAre).optional().describe('The event of a webhook of one. `GET /event` lists the ids'),
  event_ids: idList({ most: mostEvents, hint: eventsAre })
    .optional()
    .describe(
      'The events, in place of `event_id`. Each has a delivery of its own, whose header names it. `GET /event` lists the ids',
    ),
  active: flag().optional(),
  filter: text(4_096).nullish(),
  embed: text(1_000).nullish(),
  headers: headersWith(/^[\x20-\x7e]{0,1000}$/).optional(),
  secret: secret.optional().describe('`whsec_` and base64 of 24 to 64 bytes. Without it, the service makes one'),
});
export const webhookBody = webhookFields.meta({ example: { url: 'https://shop.example/hooks', event_ids: [13] } });
export type WebhookBody = z.infer<typeof webhookBody>;

/** The value `…` keeps the present value of a header. */
export const webhookChange = webhookFields.partial().extend({
  headers: headersWith(new RegExp(`^(${unshown}|[\\x20-\\x7e]{0,1000})$`)).optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const rotation = z.object({ secret: secret.optional() });
export const rotated = z.object({
  id: recordId(),
  secret: z.string().meta({ description: 'Only this answer shows the secret' }),
  previous_secret_until: z.string().meta({ format: 'date-time' }),
});

export const resendSince = z.object({ since: timestamp(), webhook_id: id().optional(), dry_run: flag().optional() });
export type ResendSince = z.infer<typeof resendSince>;

export const resent = z.object({
  id: recordId().nullable().meta({ description: 'Id of the resend, at `/resend/{id}`; null without deliveries' }),
  deliveries: z.int().meta({ description: 'Number of deliveries in the resend' }),
  switched_off: z.int().meta({ description: 'Deliveries left out, because their webhook is switched off or deleted' }),
});

/** The engine's name of an attempt. After a crash the engine repeats it with the same name. */
export const attemptBody = z.object({
  run: text(200, { min: 1 }),
  attempt: integer({ min: 1, max: 1_000 }),
  again: flag(),
});
export type AttemptBody = z.infer<typeof attemptBody>;

export const attemptAnswer = z.object({
  log_id: recordId().nullable().meta({ description: 'Null if nothing is to be sent any more' }),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type AttemptAnswer = z.infer<typeof attemptAnswer>;

export const resultBody = z.object({
  // A target can answer with any three digits. If this refused them, the answer would not be logged or retried.
  status: integer({ min: 0, max: 999 }).nullish(),
  headers: jsonObject().nullish(),
  body: text(20_000).nullish(),
  error: text(1_000).nullish(),
  duration_ms: integer({ min: 0 }),
  retry_after_seconds: integer({ min: 0 }).nullish(),
});
export type ResultBody = z.infer<typeof resultBody>;

export const resultAnswer = z.object({
  outcome: z.enum(['delivered', 'failed']),
  again_in_seconds: z.int().nullable().meta({ description: 'Null after the last attempt' }),
});
export type ResultAnswer = z.infer<typeof resultAnswer>;

/** The first attempts that one call claims. */
export const mostClaimed = 100;
/** The results of one report: with the longest answers, 5 MB. */
export const mostReported = 50;

export const claimBody = z.object({
  seconds: integer({ min: 1, max: 3_600 }).describe('The time until a claimed attempt without a report is due again'),
  slow: idList({ empty: true }).optional().describe('Webhooks whose targets answer slowly'),
});
export type ClaimBody = z.infer<typeof claimBody>;

const claimedAttempt = attemptAnswer.extend({
  id: recordId(),
  log_id: recordId(),
  webhook_id: recordId(),
  webhookdelivery_id: recordId(),
  resend: z.boolean().meta({ description: 'Whether it belongs to a resend' }),
  traceparent: z.string().nullable().meta({ example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }),
});
export type ClaimedAttempt = z.infer<typeof claimedAttempt>;

export const claimAnswer = z.object({ attempts: z.array(claimedAttempt) });

const attemptKey = { id: id(), log_id: id(), webhookdelivery_id: id() };

export const reportBody = z.object({
  results: list(resultBody.extend(attemptKey), { most: mostReported }).describe('Attempts that were made'),
  released: list(z.object({ ...attemptKey, seconds: integer({ min: 0, max: 3_600 }) }), { most: mostClaimed }).describe(
    'Attempts that were not made, and are due again after `seconds`',
  ),
});
export type ReportBody = z.infer<typeof reportBody>;
