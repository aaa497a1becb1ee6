import { sql } from 'kysely';
import { signatures } from '../../lib/outgoing/signing.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { assertObject } from './event-object.ts';
import { changeOf, continueResend, count, leaveQueued } from './resend-round.ts';
import { type DeliveryRules, decideRetry, type RetryDecision } from './retry.ts';
import { type AttemptAnswer, type AttemptBody, type ResultAnswer, type ResultBody, unshown } from './schema.ts';

/** A delivery with its webhook. */
interface DueDelivery
  extends Row<'webhookdelivery', 'id' | 'webhook_id' | 'resend_id' | 'event_id' | 'sequence' | 'body' | 'state'>,
    Row<'webhook', 'secret'> {
  event: Column<'event', 'name'>;
  /** Name of the resource of the record in the body. */
  object: Column<'event', 'object'>;
  /** Null if the webhook was deleted. */
  url: Column<'webhook', 'url'> | null;
  active: boolean;
  headers: Record<string, string>;
  previous_secret: string | null;
  now: number;
}

/** An attempt that the engine starts. */
interface StartedAttempt extends AttemptBody {
  readonly deliveryId: number;
  /** The read access of the caller, who gets the bytes of the delivery. */
  readonly readAccess: ReadAccess | null;
}

const nothing: AttemptAnswer = { log_id: null, url: '', headers: {}, body: '' };

/**
 * Starts an attempt: logs it, and returns the signed request for the engine to send. The log entry comes first, so that every
 * request that goes out has one, also after a crash. An attempt with the same `run` and number has the same entry.
 * @throws permission.missing if the caller may not read the record in the delivery
 */
export const beginAttempt = operation(
  'webhookdelivery.attempt',
  async ({ tx }: OperationContext, input: StartedAttempt): Promise<AttemptAnswer> => {
    const { rows } = await sql<DueDelivery>`
      -- Locks the delivery, and selects its webhook.
      select d.id, d.webhook_id, d.resend_id, d.event_id, e.name as event, e.object, d.sequence, d.body, d.state, h.url, coalesce(h.active, false) as active,
        h.headers, h.secret, case when h.previous_secret_until > now() then h.previous_secret end as previous_secret,
        extract(epoch from now())::int as now
      from webhookdelivery d join event e on e.id = d.event_id left join webhook h on h.id = d.webhook_id
      where d.id = ${input.deliveryId} for no key update of d`.execute(tx);
    const due = rows[0];
    if (!due) throw noSuch('webhookdelivery', input.deliveryId);
    assertObject({ name: due.event, object: due.object }, input.readAccess);
    if (due.state === 'delivered' && !input.again) return nothing;
    if (due.url === null || !due.active) {
      await drop(tx, due);
      return nothing;
    }
    const message = { id: `msg_${due.id}`, timestamp: due.now, body: due.body };
    const own = {
      'content-type': 'application/json',
      'user-agent': 'Conveyor-Webhook/1.0',
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signatures(message, [due.secret, ...(due.previous_secret ? [due.previous_secret] : [])]),
      'webhook-event': due.event,
      'webhook-sequence': String(due.sequence),
    };
    const logged = { ...Object.fromEntries(Object.keys(due.headers).map((name) => [name, unshown])), ...own };
    const log = await sql<Row<'webhooklog', 'id'>>`
      -- Logs the attempt and counts it; a repetition of the same attempt finds its entry.
      with counted as (
        update webhookdelivery set attempts = attempts + 1, updated_at = this_second()
        where id = ${due.id} and not exists (
          select 1 from webhooklog where webhookdelivery_id = ${due.id} and run = ${runOf(input)})
        returning attempts
      )
      insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, url, request_headers)
      select ${due.id}::bigint, ${due.webhook_id}::bigint, ${due.event_id}::bigint, coalesce((select attempts from counted), 0), ${runOf(input)},
        ${due.url}, ${JSON.stringify(logged)}::jsonb
      on conflict (webhookdelivery_id, run) do update set request_headers = excluded.request_headers, updated_at = this_second()
      returning id`.execute(tx);
    return { log_id: firstRow(log).id, url: due.url, headers: { ...due.headers, ...own }, body: due.body };
  },
);

/** Drops a delivery whose webhook is switched off or deleted, and takes the webhook's other deliveries off the resend. */
async function drop(tx: Tx, { id, state, webhook_id, resend_id }: DueDelivery): Promise<void> {
  if (state !== 'waiting' && state !== 'failed') return;
  await sql`update webhookdelivery set state = 'dropped', updated_at = this_second() where id = ${id}`.execute(tx);
  if (resend_id === null) return;
  await count(tx, resend_id, changeOf(state, 'dropped'));
  await leaveQueued(tx, resend_id, webhook_id);
}

const runOf = ({ run, attempt }: AttemptBody) => `${run}#${attempt}`;

/** An attempt with the state of its webhook. */
interface LoggedAttempt extends Row<'webhooklog', 'id' | 'webhookdelivery_id' | 'webhook_id' | 'run' | 'outcome'> {
  again_in: number | null;
  failing_for: number | null;
}

/** Stores the result of an attempt, and returns when the next attempt is due. Idempotent. */
export const endAttempt = operation(
  'webhooklog.end',
  async (
    context: OperationContext,
    input: { logId: number; result: ResultBody; rules: DeliveryRules },
  ): Promise<ResultAnswer> => {
    const { tx } = context;
    const { logId, result, rules } = input;
    const { rows } = await sql<LoggedAttempt>`
      -- Locks the log entry, and selects since when its webhook fails.
      select l.id, l.webhookdelivery_id, l.webhook_id, l.run, l.outcome, extract(epoch from l.next_attempt_at - now())::int as again_in,
        extract(epoch from now() - h.failing_since)::int as failing_for
      from webhooklog l left join webhook h on h.id = l.webhook_id where l.id = ${logId} for no key update of l`.execute(
      tx,
    );
    const log = rows[0];
    if (!log) throw noSuch('webhooklog', logId);
    if (log.outcome !== 'sending') {
      const outcome = log.outcome === 'delivered' ? 'delivered' : 'failed';
      return { outcome, again_in_seconds: log.again_in === null ? null : Math.max(log.again_in, 0) };
    }
    const decision = decideRetry(
      result,
      { attempt: Number(log.run.split('#').at(-1)), failingForSeconds: log.failing_for ?? 0 },
      rules,
    );
    await storeResult(context, log, result, decision);
    return { outcome: decision.outcome, again_in_seconds: decision.againInSeconds };
  },
);

async function storeResult(
  context: OperationContext,
  log: LoggedAttempt,
  result: ResultBody,
  decision: RetryDecision,
): Promise<void> {
  const { tx } = context;
  const { outcome, againInSeconds } = decision;
  await sql`
    -- Stores the answer of the target, and when the next attempt is due.
    update webhooklog set outcome = ${outcome}, status = ${result.status ?? null}, answer_headers = ${json(result.headers)}::jsonb,
      answer_body = ${result.body ?? null}, error = ${result.error ?? null}, duration_ms = ${result.duration_ms},
      next_attempt_at = this_second() + make_interval(secs => ${againInSeconds}::int), updated_at = this_second()
    where id = ${log.id}`.execute(tx);
  const state = outcome === 'delivered' ? 'delivered' : againInSeconds === null ? 'failed' : 'waiting';
  const update = sql<{ before: Column<'webhookdelivery', 'state'>; resend: Column<'webhookdelivery', 'resend_id'> }>`
    -- Changes the state of the delivery; a delivered one stays delivered.
    update webhookdelivery d set state = case when w.state = 'delivered' then w.state else ${state} end, updated_at = this_second()
    from (select id, state from webhookdelivery where id = ${log.webhookdelivery_id} for no key update) w where d.id = w.id
    returning w.state as before, d.resend_id as resend`;
  const { before, resend: resendId } = firstRow(await update.execute(tx));
  if (resendId !== null) {
    const after = before === 'delivered' ? before : state;
    const { webhook_id: webhookId, webhookdelivery_id: deliveryId, run } = log;
    await continueResend(context, { resendId, webhookId, deliveryId, before, after, run });
  }
  if (outcome === 'failed') return storeFailure(context, log, decision);
  await sql`update webhook set failing_since = null where id = ${log.webhook_id} and failing_since is not null`.execute(
    tx,
  );
}

/** Records that the webhook fails, and switches it off if the decision requires it. */
async function storeFailure(
  context: OperationContext,
  log: LoggedAttempt,
  { switchOff }: RetryDecision,
): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ off: boolean }>`
    -- Notes since when the webhook fails, and switches it off.
    update webhook set failing_since = coalesce(failing_since, this_second()),
      active = active and ${switchOff === null}, switched_off_at = case when ${switchOff === null} then switched_off_at else this_second() end,
      switched_off_why = coalesce(${switchOff}, switched_off_why)
    where id = ${log.webhook_id} and (failing_since is null or (active and ${switchOff !== null}))
    returning not active as off`.execute(tx);
  if (switchOff !== null && rows[0]?.off) {
    await sql`
      -- Logs that the webhook was switched off.
      insert into webhooklog (webhookdelivery_id, webhook_id, event_id, attempt, run, url, outcome, request_headers, error)
      select webhookdelivery_id, webhook_id, event_id, attempt, run || ' off', url, 'switched_off', '{}', ${switchOff}
      from webhooklog where id = ${log.id}`.execute(tx);
    await recordEvent(context, { event: 'webhook.switchedoff', id: log.webhook_id, detail: { why: switchOff } });
  }
}

const json = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value));
