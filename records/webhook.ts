import { z } from 'zod';
import { boolean, ids, integer, json, reference, text, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const webhook = record(
  'webhook',
  'A target that gets the object of an event when the event happens',
  {
    event_id: reference('event', { description: 'The first of its events', example: 13 }),
    event_ids: ids({ description: 'All of its events' }),
    url: text(),
    active: boolean(),
    filter: text({
      nullable: true,
      description: 'A filter expression over the object. Only objects that match are delivered',
    }),
    embed: text({
      nullable: true,
      description:
        'Related records that deliveries contain, as `embed` of a list: `lines.part`. Records that the owner may not read when the event happens are left out. Above 1 MiB, all of them are',
    }),
    owner_id: reference('user', {
      column: 'account_id',
      nullable: true,
      indexed: false,
      description: 'The last user who set the event, the target or `embed`',
    }),
    headers: json({
      sql: (row) => `(SELECT coalesce(jsonb_object_agg(name, '…'), '{}') FROM jsonb_object_keys(${row}.headers) name)`,
      shape: z.record(z.string(), z.string()),
      description: 'Your own headers of every delivery. Answers show `…` in place of each value',
    }),
    previous_secret_until: timestamp({
      nullable: true,
      description: 'The previous secret signs, too, until this time',
    }),
    failing_since: timestamp({ nullable: true, description: 'Every delivery since this time has failed' }),
    switched_off_at: timestamp({ nullable: true }),
    switched_off_why: text({ nullable: true }),
    filter_exceeded: integer({
      description:
        'Times in a row that the filter took longer than 500 ms. Until then the events wait. After five times the webhook is switched off',
    }),
    ...times,
  },
  { relations: { deliveries: many('webhookdelivery'), log: many('webhooklog') } },
);

const webhookId = reference('webhook', { deletable: true });
const eventId = reference('event', { indexed: false, example: 13 });

export const webhookdelivery = record(
  'webhookdelivery',
  'One event for one webhook: the same bytes on every attempt',
  {
    webhook_id: webhookId,
    event_id: eventId,
    object_id: integer({ isId: true, description: 'Id of the record of the event' }),
    sequence: integer({
      isId: true,
      description: 'Grows with each event of the object. A receiver can discard older deliveries',
    }),
    // A reader of deliveries may lack the right to read the objects. `GET /webhookdelivery/{id}/body` checks it.
    body: text({ filter: false, sort: false, hidden: true }),
    state: text({
      values: ['waiting', 'delivered', 'failed', 'dropped'],
      description:
        '`dropped`: the webhook was switched off or deleted before the next attempt. Once it is on again, a resend sends the delivery',
      example: 'delivered',
    }),
    attempts: integer(),
    resend_id: reference('resend', {
      nullable: true,
      description: 'The last resend that included the delivery',
    }),
    created_at: timestamp({ indexed: true }),
    updated_at: timestamp(),
  },
  { relations: { log: many('webhooklog') } },
);

export const resend = record(
  'resend',
  'A repetition of all deliveries that failed since a time, with its result',
  {
    since: timestamp(),
    webhook_id: reference('webhook', {
      nullable: true,
      deletable: true,
      indexed: false,
      description: 'Null for all webhooks',
    }),
    state: text({
      values: ['running', 'done', 'canceled'],
      description: 'A canceled resend is over when `pending` is 0',
    }),
    total: integer({ description: 'Number of deliveries' }),
    delivered: integer(),
    failed: integer({ description: 'Deliveries that failed again in all their attempts' }),
    not_sent: integer({
      description: 'Deliveries that were left out: the resend was canceled, or the webhook switched off or deleted',
    }),
    pending: integer({ description: 'Deliveries that wait for their first or for a further attempt' }),
    user_id: reference('user', {
      column: 'account_id',
      indexed: false,
      description: 'The user who started the resend',
    }),
    ...times,
    finished_at: timestamp({ nullable: true }),
  },
  { relations: { deliveries: many('webhookdelivery') } },
);

export const webhooklog = record('webhooklog', 'One attempt of a delivery, with its request and its answer', {
  webhookdelivery_id: reference('webhookdelivery'),
  webhook_id: webhookId,
  event_id: eventId,
  attempt: integer(),
  outcome: text({
    values: ['sending', 'delivered', 'failed', 'switched_off'],
    description:
      'The outcome of the attempt. An entry with `switched_off` is not an attempt: the webhook was switched off then',
  }),
  url: text(),
  request_headers: json({ description: 'The headers of the request, without the values of your own headers' }),
  status: integer({ nullable: true, example: 200 }),
  answer_headers: json({ nullable: true }),
  answer_body: text({ nullable: true, filter: false, sort: false, description: 'The first 16 KiB' }),
  error: text({ nullable: true, description: 'The reason for a missing answer' }),
  duration_ms: integer({ nullable: true }),
  next_attempt_at: timestamp({ nullable: true }),
  ...times,
});
