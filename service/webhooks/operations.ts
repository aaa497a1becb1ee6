import { sql } from 'kysely';
import { allowance } from '../../lib/outgoing/networks.ts';
import { isSecret, newSecret } from '../../lib/outgoing/signing.ts';
import { type Allowed, TargetRefused, targetOf } from '../../lib/outgoing/target.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { definedColumns, insertRow, updateRow } from '../platform/database/rows.ts';
import { isoTime } from '../platform/database/sql-forms.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { noSuch, unfit } from '../platform/records/refusals.ts';
import { checkEvent } from './event-object.ts';
import { evaluateAgain } from './filter-events.ts';
import { count } from './resend-round.ts';
import { unshown, type WebhookBody, type WebhookChange } from './schema.ts';

export { abandonDelivery, redriveDelivery } from './retry-workflows.ts';

/** The private networks that the configuration allows as targets. */
export interface Targets {
  readonly allowNetworks: readonly string[];
}

/**
 * Creates a webhook.
 * @returns its id and its secret
 * @throws body.invalid for a target that is not public; filter.invalid; permission.missing if the caller may not read the
 * object of the event
 */
export const createWebhook = operation(
  'webhook.create',
  async (context, input: { body: WebhookBody; targets: Targets; readAccess: ReadAccess | null }) => {
    const { body, targets, readAccess } = input;
    checkTarget(body.url, targets);
    checkSecret(body.secret);
    const eventIds = eventIdsOf(body);
    if (eventIds === undefined) throw unfit('/event_ids', 'is required: GET /event lists the events with their ids');
    await checkEvent(context, {
      eventIds,
      field: fieldOf(body),
      filter: body.filter,
      embed: body.embed,
      readAccess,
      tells: true,
    });
    const owner = { account_id: context.actor.userId };
    const secret = body.secret ?? newSecret();
    const id = await insertRow(context.tx, 'webhook', { ...columnsOf(body), ...owner, secret });
    await recordEvent(context, { event: 'webhook.created', id });
    return { id, secret };
  },
);

/** The previous secret signs for 24 hours more, so that the receiver can change to the new one without a gap. */
const bothSign = sql`now() + interval '24 hours'`;

/** Changes a webhook. To switch it on clears its failures. After a change of the secret both secrets sign for 24 hours. */
export const changeWebhook = operation(
  'webhook.change',
  async (context, input: { id: number; body: WebhookChange; targets: Targets; readAccess: ReadAccess | null }) => {
    const { id, body } = input;
    const { rows } = await sql<WebhookRow>`
      -- Locks the webhook.
      select url, event_ids, filter, embed, secret, headers from webhook where id = ${id} for no key update`.execute(
      context.tx,
    );
    const before = rows[0];
    if (!before) throw noSuch('webhook', id);
    await checkChange(context, before, input);
    const owner = tellsMore(before, body) ? { account_id: context.actor.userId } : {};
    const columns = { ...changedColumns(before, body), ...owner };
    if (definedColumns(columns).length === 0) return;
    await updateRow(context.tx, 'webhook', { id }, columns);
    if (startsFilterAgain(body)) await evaluateAgain(context.tx, id);
    await recordEvent(context, { event: 'webhook.modified', id, detail: { fields: Object.keys(body) } });
  },
);

/** Deletes a webhook, and drops its waiting deliveries. Its log stays. */
export const deleteWebhook = operation('webhook.delete', async (context, id: number) => {
  const { tx } = context;
  const { rows } = await sql`select id from webhook where id = ${id} for update`.execute(tx);
  if (rows.length === 0) throw noSuch('webhook', id);
  await recordDeletion(context, { event: 'webhook.deleted', id });
  await sql`delete from webhook where id = ${id}`.execute(tx);
  await evaluateAgain(tx, id);
  const dropped = await sql<{ resend: NonNullable<Column<'webhookdelivery', 'resend_id'>>; many: number }>`
    -- Drops the waiting deliveries with their queued attempts, and counts them by resend.
    with unqueued as (delete from webhookattempt where webhook_id = ${id}), dropped as (
      update webhookdelivery set state = 'dropped', queued = false, updated_at = this_second()
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
 * Sets a new secret. Both secrets sign for 24 hours. The present secret, as in a repeated request, changes nothing.
 * @returns the new secret, which no other answer shows
 */
export const rotateSecret = operation(
  'webhook.rotate',
  async (context, input: { id: number; secret?: string | undefined }) => {
    checkSecret(input.secret);
    const secret = input.secret ?? newSecret();
    const { rows } = await sql<{ until: string }>`
    -- Sets the secret, and keeps the previous one for 24 hours.
    update webhook set secret = ${secret}, updated_at = this_second(),
      previous_secret = case when secret = ${secret} then coalesce(previous_secret, secret) else secret end,
      previous_secret_until = case when secret = ${secret} then coalesce(previous_secret_until, ${bothSign}) else ${bothSign} end
    where id = ${input.id}
    returning ${isoTime('previous_secret_until')} as until`.execute(context.tx);
    if (!rows[0]) throw noSuch('webhook', input.id);
    await recordEvent(context, { event: 'webhook.modified', id: input.id, detail: { fields: ['secret'] } });
    return { id: input.id, secret, previous_secret_until: rows[0].until };
  },
);

interface WebhookRow extends Row<'webhook', 'url' | 'event_ids' | 'filter' | 'embed' | 'secret'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Checks the target, secret, event, filter and headers of a change. */
async function checkChange(
  context: OperationContext,
  before: WebhookRow,
  { body, targets, readAccess }: { body: WebhookChange; targets: Targets; readAccess: ReadAccess | null },
): Promise<void> {
  if (body.url !== undefined) checkTarget(body.url, targets);
  checkSecret(body.secret);
  const tells = tellsMore(before, body);
  if (tells || body.filter !== undefined) {
    const { filter, embed } = { ...before, ...defined({ filter: body.filter, embed: body.embed }) };
    const eventIds = eventIdsOf(body) ?? before.event_ids;
    await checkEvent(context, { eventIds, field: fieldOf(body), filter, embed, readAccess, tells });
  }
  if (body.headers) withHiddenValues(body.headers, before.headers);
  if (body.url !== undefined) checkHeadersStay(before, body.url, body.headers);
}

/**
 * Returns whether a change sends more, or sends it elsewhere. It then needs the same permissions as a new webhook, and its caller
 * becomes the owner: otherwise they would receive what only the owner may read.
 */
function tellsMore(before: WebhookRow, { event_id, event_ids, url, embed }: WebhookChange): boolean {
  const isNewTarget = url !== undefined && url !== before.url;
  return (
    (event_ids ?? event_id) !== undefined ||
    isNewTarget ||
    (embed !== undefined && (embed?.trim() || null) !== before.embed)
  );
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };

/** Returns whether the filter is evaluated again that took too long. */
const startsFilterAgain = ({ filter, active }: WebhookChange): boolean => filter !== undefined || active === true;

function changedColumns(before: WebhookRow, body: WebhookChange): object {
  const headers = body.headers && withHiddenValues(body.headers, before.headers);
  const replaces = body.secret !== undefined && body.secret !== before.secret;
  return {
    ...columnsOf({ ...body, headers }),
    ...(replaces ? { previous_secret: before.secret, previous_secret_until: bothSign } : {}),
    ...(startsFilterAgain(body) ? { filter_exceeded: 0, filter_due_at: null } : {}),
    ...(body.active ? { switched_off_at: null, switched_off_why: null, failing_since: null } : {}),
  };
}

/**
 * Returns the new headers. A hidden value (`…`) keeps the present one, so that a client can read a webhook, change it and
 * write it back. A header that the body leaves out is removed.
 * @throws body.invalid if the webhook has no value for a hidden one
 */
function withHiddenValues(
  headers: Readonly<Record<string, string>>,
  present: WebhookRow['headers'],
): Record<string, string> {
  const values = new Map(Object.entries(present).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const newValue = value === unshown ? values.get(name.toLowerCase()) : value;
      if (newValue === undefined) throw unfit('/headers', `has no present value for ${name}: send the value`);
      return [name, newValue];
    }),
  );
}

/** Returns all events that a body names, each once; undefined if it names none. `event_id` alone is the only one. */
function eventIdsOf({ event_id, event_ids }: Pick<WebhookChange, 'event_id' | 'event_ids'>): number[] | undefined {
  if (event_ids === undefined) return event_id === undefined ? undefined : [event_id];
  if (event_id !== undefined && !event_ids.includes(event_id)) {
    throw unfit('/event_ids', `must have ${event_id}, which is event_id`);
  }
  return [...new Set(event_id === undefined ? event_ids : [event_id, ...event_ids])];
}

const fieldOf = ({ event_ids }: Pick<WebhookChange, 'event_ids'>) =>
  event_ids === undefined ? 'event_id' : 'event_ids';

function columnsOf({ headers, filter, embed, event_id, event_ids, ...body }: WebhookChange): object {
  const events = eventIdsOf({ event_id, event_ids });
  return {
    ...body,
    ...(events ? { event_id: events[0], event_ids: `{${events.join(',')}}` } : {}),
    ...(headers === undefined ? {} : { headers: JSON.stringify(headers) }),
    ...(filter === undefined ? {} : { filter: filter?.trim() || null }),
    ...(embed === undefined ? {} : { embed: embed?.trim() || null }),
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

/**
 * Refuses to send hidden header values to another host: a caller who may not read a token could otherwise send it to a host
 * of their own.
 */
function checkHeadersStay(before: WebhookRow, url: string, headers: WebhookChange['headers']): void {
  const hidden =
    headers === undefined ? Object.keys(before.headers) : Object.values(headers).filter((one) => one === unshown);
  const { host } = new URL(before.url);
  if (hidden.length === 0 || new URL(url).host === host) return;
  throw unfit('/headers', `must be sent with their values if the host of the url is not ${host} any more`);
}
