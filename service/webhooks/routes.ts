import { z } from 'zod';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { beginAttempt, endAttempt } from './attempts.ts';
import { changeWebhook, createdWebhook, createWebhook, deleteWebhook, rotateSecret } from './operations.ts';
import { cancelResend, countFailed, resendFailed, resendLogged, testWebhook } from './resend.ts';
import { resend, webhook, webhookdelivery } from './resource.ts';
import {
  type AttemptBody,
  attemptAnswer,
  attemptBody,
  type ResendSince,
  type ResultBody,
  resendSince,
  resent,
  resultAnswer,
  resultBody,
  rotated,
  rotation,
  type WebhookBody,
  type WebhookChange,
  webhookBody,
  webhookChange,
} from './schema.ts';

const created = z.object({
  created_at: z.string(),
  event_id: z.int(),
  id: z.int(),
  updated_at: z.string(),
  url: z.string(),
});

const targetsOf = ({ services }: Call<unknown, unknown>) => services.configuration.webhooks;

export const routes: Endpoint[] = [
  endpoint('POST /webhook', {
    permission: 'webhook.create',
    summary: 'Create a webhook',
    description:
      'The object of the event is sent to `url` whenever the event happens. Deliveries are signed after Standard Webhooks 1.0; without a `secret` of yours one is made, and `POST /webhook/{id}/secret` gives you another that you get to see. Targets have to be public, unless the configuration allows their network.',
    body: webhookBody,
    status: 201,
    returns: created,
    errors: ['filter.invalid'],
    secrets: ['secret', 'headers'],
    handle: async (call) => {
      const id = await createWebhook(call, { body: call.body, targets: targetsOf(call), readAccess: call.readAccess });
      return { value: await createdWebhook(call.database, id) };
    },
  }),
  endpoint('PUT /webhook/{id}', {
    permission: 'webhook.update',
    summary: 'Change a webhook',
    description:
      'What is under way already goes to the address and with the secret that hold at its next attempt. `headers` are all that there are from now on; one with `…` for its value, as it is shown, keeps the value that it has.',
    body: webhookChange,
    returns: webhook,
    errors: ['filter.invalid'],
    secrets: ['secret', 'headers'],
    handle: async (call) => {
      await changeWebhook(call, {
        id: call.params.id,
        body: call.body,
        targets: targetsOf(call),
        readAccess: call.readAccess,
      });
      return { record: webhook, id: call.params.id };
    },
  }),
  endpoint('DELETE /webhook/{id}', {
    permission: 'webhook.delete',
    summary: 'Delete a webhook',
    description: 'What was not delivered yet never will be. The log stays.',
    status: 204,
    handle: async (call) => {
      await deleteWebhook(call, call.params.id);
      return undefined;
    },
  }),
  endpoint('POST /webhook/{id}/test', {
    permission: 'webhook.test',
    summary: 'Send a sample',
    description: 'The newest record of the event’s kind, as one delivery with a log entry like any other.',
    status: 201,
    returns: webhookdelivery,
    errors: ['webhook.inactive'],
    handle: async (call) => ({ record: webhookdelivery, id: await testWebhook(call, call.params.id) }),
  }),
  endpoint('POST /webhook/{id}/secret', {
    permission: 'webhook.update',
    summary: 'Give a webhook another secret',
    description: 'For 24 hours the old and the new one both sign. The new one is in this answer and never again.',
    body: rotation,
    returns: rotated,
    secrets: ['secret'],
    handle: async (call) => ({ value: await rotateSecret(call, { id: call.params.id, secret: call.body.secret }) }),
  }),
  endpoint('POST /webhooklog/{id}/resend', {
    permission: 'webhook.resend',
    summary: 'Send the bytes of a logged attempt again',
    description:
      'As a further attempt of the same delivery, with the same `webhook-id`, also where it was delivered. Where it fails it is tried again as often as a new one.',
    returns: webhookdelivery,
    errors: ['webhook.inactive'],
    handle: async (call) => ({ record: webhookdelivery, id: await resendLogged(call, call.params.id) }),
  }),
  endpoint('POST /webhook/resend', {
    permission: 'webhook.resend',
    summary: 'Send everything again that failed since a time',
    description:
      'What happened since then, was tried as often as it is tried, and reached nobody. Each is a further attempt of the same delivery, in its turn: 12 of each webhook are under way, so that nothing else has to wait. `GET /resend/{id}` says how far it is. With `dry_run` nothing is sent, and the answer says how much it would be.',
    body: resendSince,
    returns: resent,
    handle: async (call) => {
      const { since, webhook_id, dry_run } = call.body;
      const failed = { since, webhookId: webhook_id ?? null };
      const counted = await countFailed(call.database, failed);
      const { switched_off } = counted;
      return { value: dry_run ? { id: null, ...counted } : { ...(await resendFailed(call, failed)), switched_off } };
    },
  }),
  endpoint('POST /resend/{id}/cancel', {
    permission: 'webhook.resend',
    summary: 'Send nothing more of a resend',
    description: 'What is under way is finished; everything else stays failed, and can be sent again by another one.',
    returns: resend,
    errors: ['record.state'],
    handle: async (call) => {
      await cancelResend(call, call.params.id);
      return { record: resend, id: call.params.id };
    },
  }),
  endpoint('POST /webhookdelivery/{id}/attempt', {
    permission: 'webhookdelivery.attempt',
    summary: 'Begin an attempt to deliver',
    description:
      'What the engine calls before it sends: the attempt is in the log before anything goes out. Signed anew each time.',
    body: attemptBody,
    returns: attemptAnswer,
    secrets: ['headers', 'body'],
    handle: async (call) => ({ value: await beginAttempt(call, { deliveryId: call.params.id, ...call.body }) }),
  }),
  endpoint('PUT /webhooklog/{id}', {
    permission: 'webhookdelivery.attempt',
    summary: 'End an attempt to deliver',
    description: 'What the engine says when it has sent: what was answered. Tells when the next attempt is due.',
    body: resultBody,
    returns: resultAnswer,
    handle: async (call) => {
      const rules = call.services.configuration.webhooks;
      return { value: await endAttempt(call, { logId: call.params.id, result: call.body, rules }) };
    },
  }),
];
