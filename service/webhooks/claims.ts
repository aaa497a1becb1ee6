import { sql } from 'kysely';
import { failureOf } from '../../workflows/contract/webhook.ts';
import type { Database } from '../platform/database/database.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { attemptWakeup } from '../platform/events/attempt-queue.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { openAttempts } from './attempts.ts';
import { assertObject, type EventObject } from './event-object.ts';
import { atOnce } from './resend-round.ts';
import { endAttempts, type StoredAttempt } from './results.ts';
import type { DeliveryRules } from './retry.ts';
import { isAgain, type Retry, startRetries } from './retry-workflows.ts';
import { type ClaimBody, type ClaimedAttempt, mostClaimed, type ReportBody } from './schema.ts';

/** Bytes of the bodies that one claim takes, at least one body. */
const mostBytes = 4 * 1_048_576;
/**
 * First attempts of one webhook that workers may have at the same time: so many that a fast target always has the next. A slow target, or
 * one that fails, gets as many as a worker sends at once: others would wait in the worker.
 */
const placesOf = { fast: 50, slow: 10 } as const;

type QueuedAttempt = Row<
  'webhookattempt',
  'id' | 'webhook_id' | 'webhookdelivery_id' | 'run' | 'resend' | 'request_id' | 'traceparent'
>;

/**
 * Claims first attempts that are due, the oldest first, and logs them. Each is due again after `seconds`, unless the worker reports it
 * before. Only the first run of a delivery that is queued is due. Attempts without anything to send leave the queue.
 * @throws permission.missing if all that is due has records that the caller may not read
 */
export const claimAttempts = operation(
  'webhookattempt.claim',
  async (
    { tx }: OperationContext,
    { seconds, slow, readAccess }: ClaimBody & { readAccess: ReadAccess | null },
  ): Promise<{ attempts: ClaimedAttempt[]; over: number }> => {
    const unreadable = await unreadableEvents(tx, readAccess);
    const queued = await claim(tx, { seconds, slow: slow ?? [], unreadable: unreadable.map(({ id }) => id) });
    if (queued.length === 0) {
      await assertNothingElse(tx, unreadable, readAccess);
      return { attempts: [], over: 0 };
    }
    const opened = await openAttempts(
      tx,
      queued.map(({ webhookdelivery_id: deliveryId, webhook_id: webhookId, run }) => ({
        deliveryId,
        run: `${run}#1`,
        again: isAgain({ run, webhookId, deliveryId }),
      })),
      readAccess,
    );
    const attempts = queued.flatMap(({ id, webhook_id, webhookdelivery_id, resend, traceparent }, at) => {
      const { log_id = null, ...request } = opened[at] ?? {};
      if (log_id === null) return [];
      return [{ id, log_id, webhook_id, webhookdelivery_id, resend, traceparent, ...request } as ClaimedAttempt];
    });
    const over = queued.filter(({ id }) => !attempts.some((attempt) => attempt.id === id));
    if (over.length > 0) await remove(tx, over);
    return { attempts, over: over.length };
  },
);

async function unreadableEvents(tx: Tx, readAccess: ReadAccess | null): Promise<(EventObject & { id: number })[]> {
  if (readAccess === null) return [];
  const { rows } = await sql<EventObject & Row<'event', 'id'>>`select id, name, object from event`.execute(tx);
  return rows.filter(({ object }) => readAccess.lacks(object) !== null);
}

/** @throws permission.missing if an attempt is due whose record the caller may not read */
async function assertNothingElse(
  tx: Tx,
  unreadable: readonly (EventObject & { id: number })[],
  readAccess: ReadAccess | null,
): Promise<void> {
  if (unreadable.length === 0) return;
  const { rows } = await sql<Row<'webhookattempt', 'event_id'>>`
    -- Looks for an attempt that the caller may not make.
    select event_id from webhookattempt where due_at <= now() and event_id = any(${unreadable.map(({ id }) => id)}::bigint[])
    limit 1`.execute(tx);
  const event = unreadable.find(({ id }) => id === rows[0]?.event_id);
  if (event) assertObject(event, readAccess);
}

async function claim(
  tx: Tx,
  { seconds, slow, unreadable }: { seconds: number; slow: readonly number[]; unreadable: readonly number[] },
): Promise<QueuedAttempt[]> {
  const { rows } = await sql<QueuedAttempt>`
    -- Claims due attempts: at most the free places of each webhook, and at most a batch together.
    with recursive target as (
      -- The webhooks in the queue, each by one look at the index.
      (select webhook_id from webhookattempt order by webhook_id limit 1)
      union all
      select (select a.webhook_id from webhookattempt a where a.webhook_id > t.webhook_id order by a.webhook_id limit 1)
      from target t where t.webhook_id is not null
    ), place as (
      select t.webhook_id, kind.resend, greatest(0, case when kind.resend then ${sql.lit(atOnce)}
        when w.failing_since is not null or t.webhook_id = any(${slow}::bigint[]) then ${sql.lit(placesOf.slow)}
        else ${sql.lit(placesOf.fast)} end - claimed.attempts) as free
      from target t left join webhook w on w.id = t.webhook_id cross join (values (false), (true)) kind(resend)
      cross join lateral (
        select count(*)::int as attempts from webhookattempt a
        where a.webhook_id = t.webhook_id and a.resend = kind.resend and a.claimed and a.due_at > now()) claimed
      where t.webhook_id is not null
    ), due as (
      select a.id, a.due_at, a.bytes from place p cross join lateral (
        select a.id, a.due_at, a.bytes from webhookattempt a
        where a.webhook_id = p.webhook_id and a.resend = p.resend and a.due_at <= now() and a.event_id <> all(${unreadable}::bigint[])
          and not exists (
            select from webhookattempt earlier where earlier.webhookdelivery_id = a.webhookdelivery_id and earlier.id < a.id)
        order by a.due_at, a.id limit p.free for update skip locked) a
      order by a.due_at, a.id limit ${sql.lit(mostClaimed)}
    ), batch as (
      select id, sum(bytes) over (order by due_at, id) - bytes as before from due
    )
    update webhookattempt a set claimed = true, due_at = now() + make_interval(secs => ${seconds}::int)
    from batch b where a.id = b.id and b.before < ${sql.lit(mostBytes)}
    returning a.id, a.webhook_id, a.webhookdelivery_id, a.run, a.resend, a.request_id, a.traceparent`.execute(tx);
  return rows.sort((a, b) => a.id - b.id);
}

async function remove(tx: Tx, attempts: readonly Pick<QueuedAttempt, 'id'>[]): Promise<void> {
  await sql`
    -- Takes attempts off the queue.
    delete from webhookattempt where id = any(${attempts.map(({ id }) => id)}::bigint[])`.execute(tx);
}

/**
 * Stores the results of first attempts, and takes them off the queue. A failed one starts the workflow of its delivery, if another
 * attempt follows. A released attempt was not made: it is due again after its seconds.
 */
export const reportAttempts = operation(
  'webhookattempt.report',
  async (
    context: OperationContext,
    { results, released, rules }: ReportBody & { rules: DeliveryRules },
  ): Promise<void> => {
    const { tx } = context;
    const causes = await takeOff(tx, results);
    const ends = results.map(({ log_id: logId, webhookdelivery_id: deliveryId, ...result }) => ({
      logId,
      deliveryId,
      result,
    }));
    const { stored } = await endAttempts(context, ends, rules);
    await startRetries(
      tx,
      stored.flatMap((attempt) => retryOf(attempt, causes) ?? []),
    );
    if (released.length > 0) await release(tx, released);
    // They may have waited for the places of those that are reported.
    if (await isAnyDue(tx)) attemptWakeup.afterCommit(tx);
  },
);

type Cause = Pick<QueuedAttempt, 'request_id' | 'traceparent'>;

/** Takes attempts off the queue. @returns the requests that caused them, by the ids of the deliveries */
async function takeOff(tx: Tx, results: ReportBody['results']): Promise<Map<number, Cause>> {
  const { rows } = await sql<Cause & Row<'webhookattempt', 'webhookdelivery_id'>>`
    -- Takes attempts with a result off the queue.
    delete from webhookattempt where id in (
      select id from webhookattempt where id = any(${results.map(({ id }) => id)}::bigint[]) order by id for update)
    returning webhookdelivery_id, request_id, traceparent`.execute(tx);
  return new Map(rows.map(({ webhookdelivery_id: deliveryId, ...cause }) => [deliveryId, cause]));
}

/** Returns the further attempts after a first one; null where none follows. */
function retryOf({ log, result, decision }: StoredAttempt, causes: ReadonlyMap<number, Cause>): Retry | null {
  const { webhookdelivery_id: deliveryId, webhook_id: webhookId } = log;
  const { againInSeconds: waitSeconds } = decision;
  if (waitSeconds === null) return null;
  const [run = ''] = log.run.split('#');
  const { request_id: requestId = null, traceparent = null } = causes.get(deliveryId) ?? {};
  return { deliveryId, webhookId, run, firstAttempt: 2, waitSeconds, ...failureOf(result), requestId, traceparent };
}

/** Returns whether an attempt is due. A look at an empty queue costs one small query. */
export async function isAnyDue(kysely: Database['kysely']): Promise<boolean> {
  const { rows } = await sql`select from webhookattempt where due_at <= now() limit 1`.execute(kysely);
  return rows.length > 0;
}

/** Makes attempts due again that were not made, and takes them out of the log. */
async function release(tx: Tx, released: ReportBody['released']): Promise<void> {
  await sql`
    -- Gives attempts back that were claimed and not made.
    with back as (
      update webhookattempt a set claimed = false, due_at = now() + make_interval(secs => r.seconds)
      from unnest(${released.map(({ id }) => id)}::bigint[], ${released.map(({ log_id }) => log_id)}::bigint[],
        ${released.map(({ seconds }) => seconds)}::int[]) as r(id, log_id, seconds)
      where a.id = r.id and a.claimed
      returning a.webhookdelivery_id, r.log_id
    ), unlogged as (
      delete from webhooklog l using back b
      where l.id = b.log_id and l.webhookdelivery_id = b.webhookdelivery_id and l.outcome = 'sending'
      returning l.webhookdelivery_id
    )
    update webhookdelivery d set attempts = attempts - 1, updated_at = this_second() from unlogged u
    where d.id = u.webhookdelivery_id`.execute(tx);
}
