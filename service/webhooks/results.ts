import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { continueResend } from './resend-round.ts';
import { type DeliveryRules, decideRetry, type RetryDecision } from './retry.ts';
import type { ResultAnswer, ResultBody } from './schema.ts';

/** The answer of a target, or the lack of one. */
export interface AttemptEnd {
  readonly logId: number;
  /** The delivery, where the caller knows it: the log is then found in one partition. */
  readonly deliveryId?: number;
  readonly result: ResultBody;
}

/** An attempt with the state of its webhook. */
interface LoggedAttempt extends Row<'webhooklog', 'id' | 'webhookdelivery_id' | 'webhook_id' | 'run' | 'outcome'> {
  again_in: number | null;
  failing_for: number | null;
  /** False if the webhook was deleted. */
  exists: boolean;
}

/** An attempt whose result was stored now. */
export interface StoredAttempt {
  readonly log: LoggedAttempt;
  readonly result: ResultBody;
  readonly decision: RetryDecision;
}

/** Stores the result of an attempt, and returns when the next attempt is due. Idempotent. */
export const endAttempt = operation(
  'webhooklog.end',
  async (
    context: OperationContext,
    { rules, ...end }: AttemptEnd & { rules: DeliveryRules },
  ): Promise<ResultAnswer> => {
    const { logged, stored } = await endAttempts(context, [end], rules);
    const [log] = logged;
    if (!log) throw noSuch('webhooklog', end.logId);
    const [now] = stored;
    if (now) return { outcome: now.decision.outcome, again_in_seconds: now.decision.againInSeconds };
    const outcome = log.outcome === 'delivered' ? 'delivered' : 'failed';
    return { outcome, again_in_seconds: log.again_in === null ? null : Math.max(log.again_in, 0) };
  },
);

/**
 * Stores the results of attempts, each of another delivery. A result that is stored already changes nothing.
 * @returns the log entries that exist, and the attempts whose result was stored now
 */
export async function endAttempts(
  context: OperationContext,
  ends: readonly AttemptEnd[],
  rules: DeliveryRules,
): Promise<{ logged: readonly LoggedAttempt[]; stored: readonly StoredAttempt[] }> {
  const logged = await lockLog(context.tx, ends);
  const stored = logged.flatMap((log) => {
    const end = ends.find(({ logId }) => logId === log.id);
    if (!end || log.outcome !== 'sending') return [];
    const attempt = Number(log.run.split('#').at(-1));
    const decision = decideRetry(end.result, { attempt, failingForSeconds: log.failing_for ?? 0 }, rules);
    return [{ log, result: end.result, decision }];
  });
  if (stored.length > 0) await storeResults(context, stored);
  return { logged, stored };
}

async function lockLog(tx: Tx, ends: readonly AttemptEnd[]): Promise<readonly LoggedAttempt[]> {
  const deliveryIds = ends.flatMap(({ deliveryId }) => deliveryId ?? []);
  const inPartitions = deliveryIds.length === ends.length;
  const { rows } = await sql<LoggedAttempt>`
    -- Locks log entries, and selects since when their webhooks fail.
    select l.id, l.webhookdelivery_id, l.webhook_id, l.run, l.outcome, extract(epoch from l.next_attempt_at - now())::int as again_in,
      extract(epoch from now() - h.failing_since)::int as failing_for, h.id is not null as exists
    from webhooklog l left join webhook h on h.id = l.webhook_id
    where l.id = any(${ends.map(({ logId }) => logId)}::bigint[])
      ${inPartitions ? sql`and l.webhookdelivery_id = any(${deliveryIds}::bigint[])` : sql``}
    order by l.id for no key update of l`.execute(tx);
  return rows;
}

/** Returns the state of the delivery after an attempt. A deleted webhook gets no further one. */
function stateAfter({ log, decision: { outcome, againInSeconds } }: StoredAttempt) {
  if (outcome === 'delivered') return 'delivered';
  if (againInSeconds === null) return 'failed';
  return log.exists ? 'waiting' : 'dropped';
}

async function storeResults(context: OperationContext, stored: readonly StoredAttempt[]): Promise<void> {
  const { tx } = context;
  const results = stored.map(({ result }) => result);
  await sql`
    -- Stores the answers of the targets, and when the next attempts are due.
    update webhooklog l set outcome = r.outcome, status = r.status, answer_headers = r.headers::jsonb, answer_body = r.body, error = r.error,
      duration_ms = r.duration_ms, next_attempt_at = this_second() + make_interval(secs => r.again_in), updated_at = this_second()
    from unnest(${stored.map(({ log }) => log.id)}::bigint[], ${stored.map(({ log }) => log.webhookdelivery_id)}::bigint[],
      ${stored.map(({ decision }) => decision.outcome)}::text[], ${stored.map(({ decision }) => decision.againInSeconds)}::int[],
      ${results.map(({ status }) => status ?? null)}::int[], ${results.map(({ headers }) => json(headers))}::text[],
      ${results.map(({ body }) => body ?? null)}::text[], ${results.map(({ error }) => error ?? null)}::text[],
      ${results.map(({ duration_ms }) => duration_ms)}::int[])
      as r(log_id, delivery_id, outcome, again_in, status, headers, body, error, duration_ms)
    where l.id = r.log_id and l.webhookdelivery_id = r.delivery_id`.execute(tx);
  const changes = await changeStates(tx, stored);
  for (const one of stored) {
    const change = changes.get(one.log.webhookdelivery_id);
    if (change && change.resend !== null) await continueResendOf(context, one, { ...change, resend: change.resend });
    if (one.decision.outcome === 'failed') await storeFailure(context, one.log, one.decision);
  }
  const received = stored.flatMap(({ log, decision }) => (decision.outcome === 'delivered' ? [log.webhook_id] : []));
  if (received.length === 0) return;
  await sql`
    -- Notes that webhooks do not fail any more.
    update webhook set failing_since = null where id = any(${[...new Set(received)]}::bigint[]) and failing_since is not null`.execute(
    tx,
  );
}

interface StateChange {
  readonly before: Column<'webhookdelivery', 'state'>;
  readonly resend: Column<'webhookdelivery', 'resend_id'>;
}

/** Changes the states of deliveries. @returns the states before, by the ids of the deliveries */
async function changeStates(tx: Tx, stored: readonly StoredAttempt[]): Promise<Map<number, StateChange>> {
  const { rows } = await sql<StateChange & Row<'webhookdelivery', 'id'>>`
    -- Changes the states of deliveries; a delivered one stays delivered.
    update webhookdelivery d set state = case when w.state = 'delivered' then w.state else r.state end, updated_at = this_second()
    from unnest(${stored.map(({ log }) => log.webhookdelivery_id)}::bigint[], ${stored.map(stateAfter)}::text[]) as r(id, state),
      (select id, state from webhookdelivery where id = any(${stored.map(({ log }) => log.webhookdelivery_id)}::bigint[])
        order by id for no key update) w
    where d.id = r.id and w.id = r.id
    returning d.id, w.state as before, d.resend_id as resend`.execute(tx);
  return new Map(rows.map(({ id, ...change }) => [id, change]));
}

function continueResendOf(
  context: OperationContext,
  attempt: StoredAttempt,
  { before, resend }: StateChange & { resend: number },
): Promise<void> {
  const { webhook_id: webhookId, webhookdelivery_id: deliveryId, run } = attempt.log;
  const after = before === 'delivered' ? before : stateAfter(attempt);
  return continueResend(context, { resendId: resend, webhookId, deliveryId, before, after, run });
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
