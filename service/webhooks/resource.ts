import { z } from 'zod';
import { boolean, id, integer, json, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const webhook = resource('webhook', {
  description: 'A target that is told when an event happens',
  fields: {
    id: id(),
    event_id: reference('event'),
    url: text(),
    active: boolean(),
    filter: text({ nullable: true, description: 'Expression over the object; only what meets it is delivered' }),
    headers: json({
      sql: (row) => `(SELECT coalesce(jsonb_object_agg(name, '…'), '{}') FROM jsonb_object_keys(${row}.headers) name)`,
      shape: z.record(z.string(), z.string()),
      description:
        'Sent with every delivery, beside those of the delivery itself. `…` stands for each value: none is shown',
    }),
    previous_secret_until: timestamp({ nullable: true, description: 'Until then the last secret signs as well' }),
    failing_since: timestamp({ nullable: true, description: 'Since when every delivery has failed' }),
    switched_off_at: timestamp({ nullable: true }),
    switched_off_why: text({ nullable: true }),
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
    object_id: integer({ description: 'Id of the record the event is about' }),
    sequence: integer({ description: 'Grows with each event of the object: a receiver may discard what is older' }),
    body: text({
      filter: false,
      sort: false,
      description: 'The object as it was when the event happened, as it is sent',
    }),
    state: text({
      values: ['waiting', 'delivered', 'failed', 'dropped'],
      description:
        '`dropped`: its webhook was switched off or deleted before the next attempt; where it is on again, a resend sends it',
    }),
    attempts: integer(),
    resend_id: reference('resend', {
      nullable: true,
      description: 'With which it was last sent again, of everything that had failed',
    }),
    created_at: timestamp({ indexed: true }),
    updated_at: timestamp(),
  },
  relations: { log: many('webhooklog', { on: 'webhookdelivery_id' }) },
});

export const resend = resource('resend', {
  description: 'Everything that had failed since a time, sent again, and what came of it',
  fields: {
    id: id(),
    since: timestamp(),
    webhook_id: reference('webhook', { nullable: true, deletable: true, indexed: false, description: 'Null for all' }),
    state: text({
      values: ['running', 'done', 'canceled'],
      description: 'A canceled one has come to its end when nothing is pending any more',
    }),
    total: integer({ description: 'Deliveries' }),
    delivered: integer(),
    failed: integer({ description: 'Tried as often as a new delivery, in vain again' }),
    not_sent: integer({
      description: 'Left as they were: it was canceled, or their webhook was switched off or deleted',
    }),
    pending: integer({ description: 'Whose turn has not come, or that wait for an attempt' }),
    user_id: reference('user', { column: 'account_id', indexed: false, description: 'Who had them sent' }),
    created_at: timestamp(),
    updated_at: timestamp(),
    finished_at: timestamp({ nullable: true }),
  },
  relations: { deliveries: many('webhookdelivery', { on: 'resend_id' }) },
});

export const webhooklog = resource('webhooklog', {
  description: 'One attempt to deliver to a webhook, with what was sent and what was answered',
  fields: {
    id: id(),
    webhookdelivery_id: reference('webhookdelivery'),
    webhook_id: reference('webhook', { deletable: true }),
    event_id: reference('event', { indexed: false }),
    attempt: integer(),
    outcome: text({
      values: ['sending', 'delivered', 'failed', 'switched_off'],
      description: 'Of the attempt; `switched_off` is no attempt but says that the webhook was switched off after it',
    }),
    url: text(),
    request_headers: json({ description: 'As sent; the values of your own headers are not kept' }),
    status: integer({ nullable: true }),
    answer_headers: json({ nullable: true }),
    answer_body: text({ nullable: true, filter: false, sort: false, description: 'The first 16 KiB' }),
    error: text({ nullable: true, description: 'Why there is no answer' }),
    duration_ms: integer({ nullable: true }),
    next_attempt_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
