import { z } from 'zod';
import { boolean, id, integer, json, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { recordId } from '../platform/ids/ids.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const webhook = resource('webhook', {
  description: 'A target that gets the object of an event when the event happens',
  fields: {
    id: id(),
    event_id: reference('event', { description: 'The first of its events' }),
    event_ids: json({
      sql: (row) => `to_jsonb(${row}.event_ids)`,
      shape: z.array(recordId()),
      description: 'All of its events',
    }),
    url: text(),
    active: boolean(),
    filter: text({
      nullable: true,
      description: 'A filter expression over the object. Only objects that match are delivered',
    }),
    embed: text({
      nullable: true,
      description:
        'Related records that deliveries contain, as `embed` of a list: `lines.part`. What the owner may not read when the event happens is left out, and so is all of it where it is more than 1 MiB',
    }),
    owner_id: reference('user', {
      column: 'account_id',
      relation: 'owner',
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
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    deliveries: many('webhookdelivery', { on: 'webhook_id' }),
    log: many('webhooklog', { on: 'webhook_id' }),
  },
});

export const webhookdelivery = resource('webhookdelivery', {
  description: 'One event for one webhook: the same bytes on every attempt',
  fields: {
    id: id(),
    webhook_id: reference('webhook', { deletable: true }),
    event_id: reference('event', { indexed: false }),
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
    }),
    attempts: integer(),
    resend_id: reference('resend', {
      nullable: true,
      description: 'The last resend that included the delivery',
    }),
    created_at: timestamp({ indexed: true }),
    updated_at: timestamp(),
  },
  relations: { log: many('webhooklog', { on: 'webhookdelivery_id' }) },
});

export const resend = resource('resend', {
  description: 'A repetition of all deliveries that failed since a time, with its result',
  fields: {
    id: id(),
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
    created_at: timestamp(),
    updated_at: timestamp(),
    finished_at: timestamp({ nullable: true }),
  },
  relations: { deliveries: many('webhookdelivery', { on: 'resend_id' }) },
});

export const webhooklog = resource('webhooklog', {
  description: 'One attempt of a delivery, with its request and its answer',
  fields: {
    id: id(),
    webhookdelivery_id: reference('webhookdelivery'),
    webhook_id: reference('webhook', { deletable: true }),
    event_id: reference('event', { indexed: false }),
    attempt: integer(),
    outcome: text({
      values: ['sending', 'delivered', 'failed', 'switched_off'],
      description:
        'The outcome of the attempt. An entry with `switched_off` is not an attempt: the webhook was switched off then',
    }),
    url: text(),
    request_headers: json({ description: 'The headers of the request, without the values of your own headers' }),
    status: integer({ nullable: true }),
    answer_headers: json({ nullable: true }),
    answer_body: text({ nullable: true, filter: false, sort: false, description: 'The first 16 KiB' }),
    error: text({ nullable: true, description: 'The reason for a missing answer' }),
    duration_ms: integer({ nullable: true }),
    next_attempt_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
