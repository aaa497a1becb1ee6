import { sql } from 'kysely';
import { allowance } from '../../outgoing/networks.ts';
import { isSecret, newSecret } from '../../outgoing/signing.ts';
import { type Allowed, TargetRefused, targetOf } from '../../outgoing/target.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import { definedColumns, insertRow, updateRow } from '../platform/database/rows.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import { filterExpression } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { noSuch, unfit, unknownRecord } from '../platform/records/refusals.ts';
import { count } from './resend-round.ts';
import { unshown, type WebhookBody, type WebhookChange } from './schema.ts';

/** Networks of the operators' own that targets may be in. */
export interface Targets {
  readonly allowNetworks: readonly string[];
}

/**
 * @returns id of the webhook
 * @throws body.invalid where the target is not public, or the filter is not one over the event's object; permission.missing where
 * the caller may not read what the event tells
 */
export const createWebhook = operation(
  'webhook.create',
  async (context, input: { body: WebhookBody; targets: Targets; readAccess: ReadAccess | null }) => {
    const { body, targets, readAccess } = input;
    checkTarget(body.url, targets);
    checkSecret(body.secret);
    await checkEvent(context, { eventId: body.event_id, filter: body.filter, readAccess, tells: true });
    const id = await insertRow(context.tx, 'webhook', { ...written(body), secret: body.secret ?? newSecret() });
    await recordEvent(context, { event: 'webhook.created', id });
    return id;
  },
);

/** Until when the secret that was replaced signs too, so that the receiver can take the new one without missing anything. */
const bothSign = sql`now() + interval '24 hours'`;

/** Switching it on again forgets that it failed. With another secret both sign for 24 hours. */
export const changeWebhook = operation(
  'webhook.change',
  async (context, input: { id: number; body: WebhookChange; targets: Targets; readAccess: ReadAccess | null }) => {
    const { id, body, targets, readAccess } = input;
    const { rows } = await sql<Known>`
      select url, event_id, filter, secret, headers from webhook where id = ${id} for no key update`.execute(
      context.tx,
    );
    const known = rows[0];
    if (!known) throw noSuch('webhook', id);
    if (body.url !== undefined) checkTarget(body.url, targets);
    checkSecret(body.secret);
    // Who has it tell something else, or somebody else, might as well have made it.
    const tells = body.event_id !== undefined || (body.url !== undefined && body.url !== known.url);
    if (tells || body.filter !== undefined) {
      const filter = body.filter === undefined ? known.filter : body.filter;
      await checkEvent(context, { eventId: body.event_id ?? known.event_id, filter, readAccess, tells });
    }
    const headers = body.headers && whole(body.headers, known.headers);
    if (body.url !== undefined) checkHeadersStay(known, body.url, body.headers);
    const columns = {
      ...written({ ...body, headers }),
      ...(body.secret === undefined || body.secret === known.secret
        ? {}
        : { previous_secret: known.secret, previous_secret_until: bothSign }),
      ...(body.active ? { switched_off_at: null, switched_off_why: null, failing_since: null } : {}),
    };
    if (definedColumns(columns).length === 0) return;
    await updateRow(context.tx, 'webhook', { id }, columns);
    await recordEvent(context, { event: 'webhook.modified', id, detail: { fields: Object.keys(body) } });
  },
);

/** What was not delivered yet never will be; its log stays. */
export const deleteWebhook = operation('webhook.delete', async (context, id: number) => {
  const { tx } = context;
  const { rows } = await sql`select id from webhook where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw noSuch('webhook', id);
  await recordDeletion(context, { event: 'webhook.deleted', id });
  await sql`delete from webhook where id = ${id}`.execute(tx);
  const dropped = await sql<{ resend: number; many: number }>`
    with dropped as (
      update webhookdelivery set state = 'dropped', queued = false, updated_at = now()
      where webhook_id = ${id} and state = 'waiting' returning resend_id
    )
    select resend_id as resend, count(*)::int as many from dropped where resend_id is not null
    group by resend_id order by resend_id`.execute(tx);
  for (const { resend, many } of dropped.rows) await count(tx, resend, { notSent: many });
});

/** Returns the answer to the creation of a webhook. */
export async function createdWebhook(database: Pick<Database, 'kysely'>, id: number): Promise<object | undefined> {
  // The fields of a webhook that may be shown once it is created.
  const { rows } = await sql<object>`
    select ${isoTime('created_at')} as created_at, event_id, id, ${isoTime('updated_at')} as updated_at, url
    from webhook where id = ${id}`.execute(database.kysely);
  return rows[0];
}

/**
 * Gives a webhook another secret. Both sign for 24 hours; giving it the one that it has, as a repetition does, ends nothing.
 * @returns the new secret, which is never shown again
 */
export const rotateSecret = operation(
  'webhook.rotate',
  async (context, input: { id: number; secret?: string | undefined }) => {
    checkSecret(input.secret);
    const secret = input.secret ?? newSecret();
    const { rows } = await sql<{ until: string }>`
    update webhook set secret = ${secret}, updated_at = now(),
      previous_secret = case when secret = ${secret} then coalesce(previous_secret, secret) else secret end,
      previous_secret_until = case when secret = ${secret} then coalesce(previous_secret_until, ${bothSign}) else ${bothSign} end
    where id = ${input.id}
    returning ${isoTime('previous_secret_until')} as until`.execute(context.tx);
    if (!rows[0]) throw noSuch('webhook', input.id);
    await recordEvent(context, { event: 'webhook.modified', id: input.id, detail: { fields: ['secret'] } });
    return { id: input.id, secret, previous_secret_until: rows[0].until };
  },
);

interface Known {
  readonly url: string;
  readonly event_id: number;
  readonly filter: string | null;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Headers as they are to be from now on: one that is sent back as it was shown keeps its value, so that who reads a webhook,
 * changes it and writes it back loses no secret. One that is not sent is gone.
 * @throws body.invalid where there is no value to keep
 */
function whole(headers: Readonly<Record<string, string>>, known: Known['headers']): Record<string, string> {
  const values = new Map(Object.entries(known).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const meant = value === unshown ? values.get(name.toLowerCase()) : value;
      if (meant === undefined) throw unfit('/headers', `has no ${name} whose value could stay: send the value`);
      return [name, meant];
    }),
  );
}

function written({ headers, filter, ...body }: WebhookChange): object {
  return {
    ...body,
    ...(headers === undefined ? {} : { headers: JSON.stringify(headers) }),
    ...(filter === undefined ? {} : { filter: filter?.trim() || null }),
  };
}

function checkTarget(url: string, { allowNetworks }: Targets): void {
  const allowed: Allowed | undefined = allowNetworks.length === 0 ? undefined : allowance(allowNetworks);
  try {
    targetOf(url, allowed);
  } catch (error) {
    if (error instanceof TargetRefused) throw unfit('/url', `is refused: ${error.message.replace(/\.$/, '')}`);
    throw error;
  }
}

function checkSecret(secret: string | undefined): void {
  if (secret !== undefined && !isSecret(secret)) throw unfit('/secret', 'must be whsec_ and base64 of 24 to 64 bytes');
}

/** What was meant for one host is not sent to another: a token is of no use to who may not read it, and could read it so. */
function checkHeadersStay(known: Known, url: string, headers: WebhookChange['headers']): void {
  const hidden =
    headers === undefined ? Object.keys(known.headers) : Object.values(headers).filter((one) => one === unshown);
  if (hidden.length === 0 || new URL(url).host === new URL(known.url).host) return;
  throw unfit(
    '/headers',
    `are given anew, with their values, where the host is another one than ${new URL(known.url).host}`,
  );
}

/** @param asked.tells true where what the event tells is to go out, and so has to be the caller's to read */
async function checkEvent(
  { tx }: OperationContext,
  asked: { eventId: number; filter: string | null | undefined; readAccess: ReadAccess | null; tells: boolean },
): Promise<void> {
  const { eventId, filter, readAccess, tells } = asked;
  const { rows } = await sql<{ name: string; object: string }>`
    select name, object from event where id = ${eventId}`.execute(tx);
  if (!rows[0]) throw unknownRecord('/event_id', 'event', `${eventId}: GET /event lists them`);
  const { name, object } = rows[0];
  const permission = tells ? (readAccess?.lacks(object) ?? null) : null;
  if (permission !== null) {
    const detail = `${name} tells ${object} records whole, which needs the permission ${permission}. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission, parameter: 'event_id', name });
  }
  if (filter?.trim()) filterExpression(resources.get(object), filter, readAccess);
}
