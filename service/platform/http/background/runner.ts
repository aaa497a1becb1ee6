import { hostname } from 'node:os';
import { sql } from 'kysely';
import { inSpan } from '../../../../lib/tracing/tracing.ts';
import { finishedSignal } from '../../../../workflows/contract/background.ts';
import { priorityKeys } from '../../../../workflows/contract/priority.ts';
import { presentCaller } from '../../access/credentials.ts';
import { forgetOldAttempts } from '../../access/login-attempts.ts';
import type { Tx } from '../../database/operation.ts';
import { makePartitions } from '../../database/partitions/make-partitions.ts';
import type { Column, Row } from '../../database/row.ts';
import { forgetOldDeliveries } from '../../events/old-deliveries.ts';
import { sendSignal } from '../../events/outbox.ts';
import { problem } from '../../problems/problems.ts';
import { type AddressBook, shapeOf } from '../address.ts';
import { perform, type Reply } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { logLevelOf, problemBody, problemOf, refusalReply } from '../failure.ts';
import { embeddedIn, forgetOldAnswers } from '../idempotency/idempotency.ts';
import { assertPermission } from '../identity.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { withinTransaction } from '../one-transaction.ts';
import { type ReadPermissions, readAccessOf } from '../reads/read-permissions.ts';
import { callOf } from '../request.ts';
import type { Services } from '../services.ts';
import { storeBackgroundAnswer } from './stored-answer.ts';

interface Job
  extends Row<
    'background',
    | 'id'
    | 'account_id'
    | 'site_id'
    | 'request_id'
    | 'user_agent'
    | 'workflow_id'
    | 'method'
    | 'path'
    | 'query'
    | 'attempts'
    | 'traceparent'
  > {
  /** The workflow that waits for the end. */
  notifies: Column<'background', 'notifies'>;
  body: Record<string, unknown> | null;
}

const idleMilliseconds = 1000;
const tidyMilliseconds = 600_000;
const partitionMilliseconds = 60_000;
/** Users whose turns a process remembers. Others come first. */
const mostServed = 1_000;
/** The oldest requests of each user that are looked at: those before may be claimed by other processes at this moment. */
const claimsAtOnce = 8;
/** A job that ended its process this many times is not tried again. */
const mostAttempts = 5;

/**
 * Runs the stored requests. A transaction of its own claims a job, so that everybody sees it as running. One more transaction
 * does the job, writes the answer and holds the lock of the row. If the process dies, the lock ends, nothing has happened, and
 * another process takes the job. So each job is done once.
 */
export class BackgroundRunner {
  readonly #services: Services;
  readonly #endpoints: readonly Endpoint[];
  readonly #book: AddressBook;
  readonly #readPermissions: ReadPermissions;
  readonly #name = `${hostname()}/${process.pid}`;
  readonly #loops: Promise<void>[] = [];
  readonly #sleepers = new Set<() => void>();
  /** The users whose requests this process has claimed, the last one at the end. */
  #served: number[] = [];
  #stopping = false;
  #tidied = 0;
  #partitioned = 0;

  constructor(services: Services, endpoints: readonly Endpoint[], book: AddressBook, readPermissions: ReadPermissions) {
    this.#services = services;
    this.#endpoints = endpoints;
    this.#book = book;
    this.#readPermissions = readPermissions;
  }

  /** @param atOnce jobs that run at the same time in this process */
  start(atOnce = 2): void {
    for (let loop = 0; loop < atOnce; loop++) this.#loops.push(this.#work());
  }

  /** Wakes the runner after a request was stored, so that the job does not wait for the next poll. */
  wake(): void {
    for (const sleeper of this.#sleepers) sleeper();
  }

  /** Waits for the running jobs to end. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await Promise.all(this.#loops);
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        const job = await this.#claim();
        if (job) await this.#traced(job);
        else await this.#idle();
      } catch (error) {
        this.#services.logger.warn({ err: error }, 'background requests cannot be run now');
        await this.#idle();
      }
    }
  }

  async #idle(): Promise<void> {
    if (Date.now() - this.#tidied > tidyMilliseconds) {
      this.#tidied = Date.now();
      await this.#tidy();
    }
    if (Date.now() - this.#partitioned > partitionMilliseconds) {
      this.#partitioned = Date.now();
      await this.#makePartitions();
    }
    if (this.#stopping) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, idleMilliseconds);
      this.#sleepers.add(wake);
    });
  }

  async #claim(): Promise<Job | null> {
    // The time of the claim keeps other processes away until the next transaction has its lock.
    const free = sql`state in ('queued', 'running') and not by_engine and (claimed_until is null or claimed_until < now())`;
    const { rows } = await sql<Job>`
      -- Claims the oldest request that no process runs, for five seconds, of the user who has waited longest for a turn.
      with recursive sender as (
        (select account_id as id from background where state in ('queued', 'running') order by account_id limit 1)
        union all
        select (select account_id from background where account_id > s.id and state in ('queued', 'running')
          order by account_id limit 1) from sender s where s.id is not null
      ), oldest as materialized (
        select b.id, array_position(${this.#served}::bigint[], s.id) as turn
        from sender s cross join lateral (
          select id from background where account_id = s.id and ${free} order by id limit ${claimsAtOnce}) b
      )
      update background set state = 'running', started_at = coalesce(started_at, this_second()), claimed_by = ${this.#name},
        claimed_until = now() + interval '5 seconds', attempts = attempts + 1
      where id = (
        select b.id from background b join oldest using (id) where ${free}
        order by oldest.turn nulls first, b.id limit 1 for update of b skip locked)
      returning id, account_id, site_id, request_id, user_agent, workflow_id, notifies, method, path, query, body,
        attempts, traceparent`.execute(this.#services.database.kysely);
    const [job] = rows;
    if (job) this.#served = [...this.#served.filter((id) => id !== job.account_id), job.account_id].slice(-mostServed);
    return job ?? null;
  }

  #traced(job: Job): Promise<void> {
    const attributes = { 'conveyor.request_id': job.request_id, 'conveyor.background': job.id };
    return inSpan('background', () => this.#run(job), { kind: 'consumer', parent: job.traceparent, attributes });
  }

  async #run(job: Job): Promise<void> {
    const { database, logger } = this.#services;
    try {
      if (job.attempts > mostAttempts) throw new Error(`Background request ${job.id} has ended its process too often`);
      await database.transaction('background', async (tx) => {
        if (await lock(tx, job)) await this.#answer(tx, job);
      });
    } catch (error) {
      const refusal = problemOf(error, { method: job.method, requestId: job.request_id });
      const about = { request_id: job.request_id, background: job.id };
      const level = logLevelOf(refusal);
      if (level === 'warn') logger.warn({ code: refusal.code, ...about }, refusal.title);
      if (level === 'error') logger.error({ err: error, ...about }, 'background request failed');
      // If PostgreSQL is unreachable or a record is locked, the job stays claimed. A process takes it over later.
      if (['service.unavailable', 'record.locked'].includes(refusal.code)) throw error;
      const body = problemBody(refusal, job.path, job.request_id);
      await database.transaction('background.failed', async (tx) => {
        if (await lock(tx, job)) await finish(tx, job, { status: refusal.status, headers: {}, body });
      });
    }
  }

  /** A refusal is an answer too. The operation is rolled back, and the same transaction writes the answer. */
  async #answer(tx: Tx, job: Job): Promise<void> {
    const { database } = this.#services;
    await sql`savepoint job`.execute(tx);
    try {
      const request = await this.#incoming(tx, job);
      const call = callOf(request, this.#services);
      const reply = await perform(
        keepingRecovery(tx, request.endpoint),
        { ...call, database: withinTransaction(tx, database) },
        null,
      );
      await finish(tx, job, reply, embeddedIn(request.endpoint, call, reply));
    } catch (error) {
      const refusal = refusalReply(error, { method: job.method, path: job.path, requestId: job.request_id });
      await sql`rollback to savepoint job`.execute(tx);
      await finish(tx, job, refusal);
    }
  }

  /** @throws 404 if this version of the service has no such endpoint any more */
  #target(job: Job): Pick<IncomingRequest, 'endpoint' | 'params'> {
    const match = this.#book.match(job.path, job.method);
    const endpoint = this.#endpoints.find(
      (one) => match && one.method === job.method && shapeOf(one.path) === shapeOf(match.path),
    );
    if (!match || !endpoint) throw problem('path.unknown', `There is nothing at ${job.method} ${job.path} any more.`);
    return { endpoint, params: match.params };
  }

  /** @throws permission.missing if the sender may not send the request any more */
  async #incoming(tx: Tx, job: Job): Promise<IncomingRequest> {
    const target = this.#target(job);
    const caller = await presentCaller(tx, job.account_id);
    if (!caller) throw problem('permission.missing', 'The user who sent the request is not active any more.');
    assertPermission(caller, target.endpoint);
    return {
      ...target,
      path: job.path,
      search: new URLSearchParams(job.query),
      url: job.path,
      address: '',
      body: job.body ?? undefined,
      caller,
      readAccess: readAccessOf(caller.permissions, this.#readPermissions),
      actor: {
        userId: job.account_id,
        siteId: job.site_id,
        siteIds: caller.siteIds,
        userAgent: job.user_agent,
        requestId: job.request_id,
        workflowId: job.workflow_id,
        priority: caller.person ? priorityKeys.person : priorityKeys.program,
      },
      notifies: null,
      sealer: null,
    };
  }

  /** A table that is locked, or a role that may make no tables, stops nothing: rows then go to the default partition. */
  async #makePartitions(): Promise<void> {
    const { database, logger } = this.#services;
    try {
      const made = await makePartitions(database);
      if (made.length > 0) logger.info({ partitions: made }, 'made partitions');
    } catch (error) {
      logger.warn({ err: error }, 'partitions cannot be made now');
    }
  }

  async #tidy(): Promise<void> {
    const { database, configuration } = this.#services;
    await forgetOldAnswers(database);
    await sql`delete from background where finished_at < now() - interval '30 days'`.execute(database.kysely);
    await this.#services.credentials.forgetEnded();
    await forgetOldAttempts(database);
    const { keepLogSeconds } = configuration.webhooks;
    const { dropped } = await forgetOldDeliveries(database, keepLogSeconds);
    if (dropped.length > 0) this.#services.logger.info({ partitions: dropped }, 'dropped partitions of old deliveries');
  }
}

/**
 * Locks the claimed job. A process that looks for jobs may lock the row for a moment, so this waits for the lock: otherwise the
 * job would stay until its claim ends.
 * @returns false if another process has taken the job or has done it
 */
async function lock(tx: Tx, { id, attempts }: Job): Promise<boolean> {
  for (;;) {
    const { rows: locked } = await sql`
      select 1 from background where id = ${id} and state = 'running' and attempts = ${attempts}
      for update skip locked`.execute(tx);
    if (locked.length > 0) return true;
    const { rows: ours } = await sql`
      select 1 from background where id = ${id} and state = 'running' and attempts = ${attempts}
        and claimed_until > clock_timestamp()`.execute(tx);
    if (ours.length === 0) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Returns the endpoint whose recovery stays also if the request is refused after it, as for a request that is done at once. */
function keepingRecovery(tx: Tx, endpoint: Endpoint): Endpoint {
  const usual = endpoint.run?.recover;
  if (!usual) return endpoint;
  const recover: typeof usual = async (error, call) => {
    const isRecovered = await usual(error, call);
    // The refusal rolls back to the last savepoint of this name.
    if (isRecovered) await sql`savepoint job`.execute(tx);
    return isRecovered;
  };
  return { ...endpoint, run: { ...endpoint.run, recover } };
}

/** Stores the answer. The same transaction reports the end to the workflow that waits for it. */
async function finish(tx: Tx, job: Job, reply: Reply, embeds: readonly string[] = []): Promise<void> {
  await storeBackgroundAnswer(tx, job.id, reply, { embeds });
  if (job.notifies === null) return;
  const signal = finishedSignal(`/background/${job.id}`);
  await sendSignal({ tx, actor: { requestId: job.request_id } }, job.notifies, signal);
}
