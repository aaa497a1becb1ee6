import { type RawBuilder, sql } from 'kysely';
import { Wakeup } from './wakeups.ts';

/** Tells the calls that wait for first attempts of this process about new ones. */
export const attemptWakeup = new Wakeup();

/**
 * Returns SQL that queues first attempts of deliveries for the workers. An attempt that is queued already is not queued twice.
 * @param attempts a query with `webhook_id`, `webhookdelivery_id`, `event_id`, `run`, `resend`, `bytes`, `request_id`,
 * `traceparent`
 */
export const queueAttempts = (attempts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  -- Queues first attempts of deliveries.
  insert into webhookattempt (webhook_id, webhookdelivery_id, event_id, run, resend, bytes, request_id, traceparent)
  ${attempts}
  on conflict (webhookdelivery_id, run) do nothing`;
