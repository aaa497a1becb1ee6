import { z } from 'zod';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { assertKnown } from '../platform/records/known.ts';
import { beginAttempt } from './attempts.ts';
import type { ClaimCalls } from './claim-calls.ts';
import { reportAttempts } from './claims.ts';
import { deliveryBody } from './event-object.ts';
import { changeWebhook, createdWebhook, createWebhook, deleteWebhook, rotateSecret } from './operations.ts';
import { cancelResend, countFailed, resendFailed, resendLogged, testWebhook } from './resend.ts';
import { resendPermission } from './resend-round.ts';
import { resend, webhook, webhookdelivery } from './resource.ts';
import { endAttempt } from './results.ts';
import {
  attemptAnswer,
  attemptBody,
  claimAnswer,
  claimBody,
  reportBody,
  resendSince,
  resent,
  resultAnswer,
  resultBody,
  rotated,
  rotation,
  webhookBody,
  webhookChange,
} from './schema.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** The calls that claim first attempts for workers. */
    readonly claimCalls: ClaimCalls;
  }
}

/** Bytes of a report. */
const largestReport = 8 * 1_048_576;

const created = z.object({
  created_at: z.string(),
  event_id: recordId(),
  id: recordId(),
  updated_at: z.string(),
  url: z.string(),
});

const targetsOf = ({ services }: Call<unknown, unknown>) => services.configuration.webhooks;

export const routes: Endpoint[] = [
  endpoint('POST /webhook', {
    permission: 'webhook.create',
    summary: 'Create a webhook',
    description:
      'The service sends the object of the event to `url` whenever the event happens. Deliveries are signed as Standard Webhooks 1.0 describes. Without a `secret` in the body the service makes one; `POST /webhook/{id}/secret` makes another one and shows it. A webhook of several events has `event_ids`, and each event has a delivery of its own, whose header `webhook-event` names it. The answer has five fields; with `Prefer: return=representation` it is the whole webhook with its `secret`. Targets must be public, unless the configuration allows their network.',
    body: webhookBody,
    status: 201,
    returns: created,
    answer: {
      represents: {
        record: webhook,
        adds: z.object({ secret: z.string().meta({ description: 'Only this answer shows the secret' }) }),
      },
    },
    errors: ['filter.invalid', 'query.unknown-relation', 'query.invalid-value', 'query.leads-back'],
    secrets: ['secret', 'headers'],
    handle: async (call) => {
      const created = await createWebhook(call, {
        body: call.body,
        targets: targetsOf(call),
        readAccess: call.readAccess,
      });
      const { id, secret } = created;
      const representation = { record: webhook, id, with: { secret } };
      return { value: await createdWebhook(call.database, id), representation };
    },
  }),
  endpoint('PUT /webhook/{id}', {
    permission: 'webhook.update',
    summary: 'Change a webhook',
    description:
      'A delivery under way uses the new address and secret from its next attempt on. `headers` replaces all headers; a header with the value `…`, as answers show it, keeps its value.',
    body: webhookChange,
    returns: webhook,
    errors: ['filter.invalid', 'query.unknown-relation', 'query.invalid-value', 'query.leads-back'],
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
    description: 'Waiting deliveries are dropped. The log stays.',
    status: 204,
    handle: async (call) => {
      await deleteWebhook(call, call.params.id);
      return undefined;
    },
  }),
  endpoint('POST /webhook/{id}/test', {
    permission: 'webhook.test',
    summary: 'Send a sample',
    description:
      'Sends the newest record of the kind of `event_id`, which is the first event of the webhook, as a delivery with a log entry. Its header `webhook-sequence` is 0. You need the permission to list such records.',
    status: 201,
    returns: webhookdelivery,
    errors: ['webhook.inactive'],
    handle: async (call) => ({
      record: webhookdelivery,
      id: await testWebhook(call, { webhookId: call.params.id, readAccess: call.readAccess }),
    }),
  }),
  endpoint('POST /webhook/{id}/secret', {
    permission: 'webhook.update',
    summary: 'Set a new secret of a webhook',
    description: 'For 24 hours both secrets sign. Only this answer shows the new secret.',
    body: rotation,
    returns: rotated,
    secrets: ['secret'],
    handle: async (call) => ({ value: await rotateSecret(call, { id: call.params.id, secret: call.body.secret }) }),
  }),
  endpoint('POST /webhooklog/{id}/resend', {
    permission: resendPermission,
    summary: 'Send the bytes of a logged attempt again',
    description:
      'This is a further attempt of the same delivery, with the same `webhook-id`, also after a successful one. It has as many attempts as a new delivery.',
    returns: webhookdelivery,
    errors: ['webhook.inactive'],
    handle: async (call) => ({ record: webhookdelivery, id: await resendLogged(call, call.params.id) }),
  }),
  endpoint('POST /webhook/resend', {
    permission: resendPermission,
    summary: 'Send all deliveries again that failed since a time',
    description:
      'Sends the deliveries again that were created since then and failed in all their attempts. Each is a further attempt of the same delivery. At most 12 deliveries of a webhook are under way at a time, so that other deliveries do not wait. `GET /resend/{id}` shows the progress. With `dry_run` nothing is sent, and the answer has the numbers.',
    body: resendSince,
    returns: resent,
    handle: async (call) => {
      const { since, webhook_id, dry_run } = call.body;
      const failed = { since, webhookId: webhook_id ?? null };
      await assertKnown(call.database.kysely, 'webhook', [{ pointer: '/webhook_id', id: webhook_id }]);
      const counted = await countFailed(call.database, failed);
      const { switched_off } = counted;
      return { value: dry_run ? { id: null, ...counted } : { ...(await resendFailed(call, failed)), switched_off } };
    },
  }),
  endpoint('POST /resend/{id}/cancel', {
    permission: resendPermission,
    summary: 'Cancel a resend',
    description: 'Deliveries under way are finished. The others stay failed, and another resend can send them.',
    returns: resend,
    errors: ['record.state'],
    handle: async (call) => {
      await cancelResend(call, call.params.id);
      return { record: resend, id: call.params.id };
    },
  }),
  endpoint('GET /webhookdelivery/{id}/body', {
    permission: 'webhookdelivery.read',
    summary: 'Read the bytes of a delivery',
    description:
      'The object at the time of the event: the same bytes on every attempt. You need the permission to list such records, too.',
    returns: z.record(z.string(), z.unknown()),
    handle: async (call) => ({ content: await deliveryBody(call.database, call.params.id, call.readAccess) }),
  }),
  endpoint('POST /engine/webhookdelivery/claim', {
    permission: 'webhookdelivery.attempt',
    summary: 'Claim first attempts of deliveries',
    description:
      'A worker makes them and reports them. Each attempt is logged, and has a new signature. The call waits ten seconds for an attempt.',
    body: claimBody,
    returns: claimAnswer,
    run: { asksOutside: true },
    secrets: ['headers', 'body'],
    handle: async (call) => ({
      value: { attempts: await call.services.claimCalls.claim(call, call.body, call.gone()) },
    }),
  }),
  endpoint('POST /engine/webhookdelivery/report', {
    permission: 'webhookdelivery.attempt',
    summary: 'Report claimed attempts',
    description: 'A failed attempt starts the workflow of its delivery, which makes the further attempts.',
    body: reportBody,
    status: 204,
    limits: { body: largestReport },
    handle: async (call) => {
      await reportAttempts(call, { ...call.body, rules: call.services.configuration.webhooks });
      return undefined;
    },
  }),
  endpoint('POST /engine/webhookdelivery/{id}/attempt', {
    permission: 'webhookdelivery.attempt',
    summary: 'Start an attempt of a delivery',
    description:
      'The engine calls this before it sends: each attempt is logged first. Each attempt has a new signature.',
    body: attemptBody,
    returns: attemptAnswer,
    secrets: ['headers', 'body'],
    handle: async (call) => {
      const { body, params, readAccess } = call;
      return { value: await beginAttempt(call, { deliveryId: params.id, readAccess, ...body }) };
    },
  }),
  endpoint('PUT /engine/webhooklog/{id}', {
    permission: 'webhookdelivery.attempt',
    summary: 'End an attempt of a delivery',
    description:
      'The engine calls this with the answer of the target. The answer here says when the next attempt is due.',
    body: resultBody,
    returns: resultAnswer,
    handle: async (call) => {
      const rules = call.services.configuration.webhooks;
      return { value: await endAttempt(call, { logId: call.params.id, result: call.body, rules }) };
    },
  }),
];
