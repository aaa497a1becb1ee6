import { z } from 'zod';
import { flag, id, integer, jsonObject, text, timestamp } from '../platform/coercion/coerce.ts';

const ours =
  /^(webhook-|content-|host$|connection$|transfer-encoding$|user-agent$|expect$|upgrade$|te$|trailer$|keep-alive$)/i;

/** Stands for the value of a header wherever one is shown. No value can be the same: it is no character of HTTP. */
export const unshown = '…';

/** Names and values that HTTP takes, and none that the delivery itself needs. */
const headersWith = (value: RegExp) =>
  jsonObject()
    .refine((given) => Object.keys(given).length <= 20, 'must be at most 20 headers')
    .refine(
      (given) => Object.keys(given).every((name) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !ours.test(name)),
      'must have names that HTTP takes and that deliveries do not use themselves',
    )
    .refine(
      (given) => Object.values(given).every((one) => typeof one === 'string' && value.test(one)),
      'must have values of at most 1,000 printable characters',
    )
    .transform((given) => given as Record<string, string>);

const secret = text(100, {
  min: 1,
  shape: /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
  otherwise: 'must be whsec_ and base64 of 24 to 64 bytes',
});

export const webhookBody = z.object({
  url: text(2_000, { min: 1 }),
  event_id: id(),
  active: flag().optional(),
  filter: text(4_096).nullish(),
  headers: headersWith(/^[\x20-\x7e]{0,1000}$/).optional(),
  secret: secret.optional(),
});
export type WebhookBody = z.infer<typeof webhookBody>;

/** Headers as they are shown may be sent back: `…` leaves a value as it is. */
export const webhookChange = webhookBody.partial().extend({
  headers: headersWith(new RegExp(`^(${unshown}|[\\x20-\\x7e]{0,1000})$`)).optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const rotation = z.object({ secret: secret.optional() });
export const rotated = z.object({
  id: z.int(),
  secret: z.string().meta({ description: 'Shown now and never again' }),
  previous_secret_until: z.string().meta({ format: 'date-time' }),
});

export const resendSince = z.object({ since: timestamp(), webhook_id: id().optional(), dry_run: flag().optional() });
export type ResendSince = z.infer<typeof resendSince>;

export const resent = z.object({
  id: z.int().nullable().meta({ description: 'Of the resend, at `/resend/{id}`; null where nothing is sent' }),
  deliveries: z.int().meta({ description: 'Sent again' }),
  switched_off: z.int().meta({ description: 'Left, because their webhook is switched off or deleted' }),
});

/** How the engine names an attempt: repeated after a crash it is the same one. */
export const attemptBody = z.object({
  run: text(200, { min: 1 }),
  attempt: integer({ min: 1, max: 1_000 }),
  again: flag(),
});
export type AttemptBody = z.infer<typeof attemptBody>;

export const attemptAnswer = z.object({
  log_id: z.int().nullable().meta({ description: 'Null where nothing is to be sent any more' }),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type AttemptAnswer = z.infer<typeof attemptAnswer>;

export const resultBody = z.object({
  // Whatever three digits a target answers: refused here, what it answered would be in no log, and nobody would try again.
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
  again_in_seconds: z.int().nullable().meta({ description: 'Null where this was the last attempt' }),
});
export type ResultAnswer = z.infer<typeof resultAnswer>;
