import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { canceledAttention } from '../../workflows/contract/order.ts';
import { keepStockedOrders } from '../inventory/stock/order-state.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';
import { type ClosedRun, closedRuns, isRunning } from './closed-runs.ts';
import { noteDeletedRuns } from './deleted-runs.ts';
import { engineActor } from './engine-actor.ts';
import { abandonWork, restartWork } from './restart.ts';
import { openWorks, workOf } from './work.ts';

/** The parts of the service that the watch needs. */
interface EngineAccess {
  readonly database: Database;
  /** @throws Error if the Temporal server does not answer */
  readonly client: () => Promise<Client>;
  readonly logger: Logger;
}

export interface WatchSettings {
  /** Seconds between two looks. */
  readonly interval: number;
  /** Seconds from the sight of a closed workflow to its start: somebody who reset it may start it too. */
  readonly pause: number;
  /** Starts of one workflow by the watch within an hour. */
  readonly restarts: number;
  /** Overlap of a look with the last one, in seconds: Temporal's list is written a moment after a run closes. */
  readonly overlap: number;
}

const defaults: WatchSettings = { interval: 60, pause: 30, restarts: 3, overlap: 60 };

/** Runs of one statement, and descriptions at once. */
const batch = 100;
/** A look that Temporal does not answer ends after this time, in milliseconds. */
const limit = 45_000;
/** A look begins to compare pages of 1,000 open records during this time, in milliseconds. */
const comparing = 10_000;

/** A workflow whose start is due. */
interface DueRestart extends Row<'closed_workflow', 'workflow_id' | 'status'> {
  /** Starts by the watch within the last hour. */
  restarts: number;
}

/**
 * Looks for workflows that closed although their work is open: terminated, canceled, failed, timed out or deleted.
 * It starts them again after a pause, a few times an hour. A canceled one is not started again, because a person
 * wanted its end; its order goes to attention. Of all services one looks at a time. The time of the last run seen is
 * stored, and so a look continues where the last one ended.
 */
export class Watch {
  readonly #parts: EngineAccess;
  readonly #settings: WatchSettings;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;
  #failure: string | null = null;

  constructor({ settings, ...parts }: EngineAccess & { readonly settings?: Partial<WatchSettings> }) {
    this.#parts = parts;
    this.#settings = { ...defaults, ...settings };
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const seconds = await this.#turn().catch((error) => this.#failed(error));
      // A stop ends the pause by an error.
      await pause(Math.max(seconds, 0.1) * 1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Logs a failure once, and again when its reason changes. @returns seconds until the next look */
  #failed(error: unknown): number {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.#failure)
      this.#parts.logger.warn({ err: error }, 'cannot look for closed workflows; trying again');
    this.#failure = failure;
    return this.#settings.interval;
  }

  /** Looks, unless another service does. @returns seconds until the next look */
  async #turn(): Promise<number> {
    const { interval } = this.#settings;
    const { rows } = await sql<{ since: Date }>`
      -- Takes the turn to look, if it is due.
      update engine_watch set due_at = now() + make_interval(secs => ${interval}) where due_at <= now()
      returning seen_until - make_interval(secs => ${this.#settings.overlap}) as since`.execute(
      this.#parts.database.kysely,
    );
    const [turn] = rows;
    if (turn) {
      await this.#parts.database.transaction('salesorder.keepstate', keepStockedOrders);
      const client = await this.#parts.client();
      await client.connection.withDeadline(Date.now() + limit, async () => {
        const seenUntil = await this.#look(client, turn.since);
        await this.#lookForDeleted(client);
        await this.#restart(client);
        await this.#endTurn(seenUntil);
      });
      this.#failure = null;
    }
    return this.#untilDue();
  }

  /**
   * Notes the runs that closed since a time. The list is in no known order.
   * @returns the last close time
   */
  async #look(client: Client, since: Date): Promise<Date> {
    let seen: ClosedRun[] = [];
    let last = since.getTime();
    for await (const run of closedRuns(client, since)) {
      seen.push(run);
      last = Math.max(last, run.closedAt.getTime());
      if (seen.length < batch) continue;
      await this.#noteAll(client, seen);
      seen = [];
    }
    await this.#noteAll(client, seen);
    return new Date(last);
  }

  async #lookForDeleted(client: Client): Promise<void> {
    const until = Date.now() + comparing;
    const deleted = await noteDeletedRuns({ database: this.#parts.database, client }, { ...this.#settings, until });
    for (const workflow of deleted)
      this.#parts.logger.warn({ workflow }, 'a workflow was deleted while its work is open');
  }

  async #noteAll(client: Client, seen: readonly ClosedRun[]): Promise<void> {
    const open = new Set(
      await openWorks(
        this.#parts.database,
        seen.map(({ work }) => work),
      ),
    );
    const fresh = await this.#unknown(seen.filter(({ work }) => open.has(work)));
    await Promise.all(fresh.map((run) => this.#note(client, run)));
  }

  /** Returns the runs that an earlier look did not note: two looks overlap. */
  async #unknown(runs: readonly ClosedRun[]): Promise<ClosedRun[]> {
    if (runs.length === 0) return [];
    const { rows } = await sql<{ run_id: string }>`
      -- The runs that are noted, and those that closed before a noted run of the same workflow.
      select r.run_id from unnest(${runs.map(({ runId }) => runId)}::text[],
        ${runs.map(({ work }) => work.workflowId)}::text[], ${runs.map(({ closedAt }) => closedAt.toISOString())}::timestamptz[])
        as r(run_id, workflow_id, closed_at)
      join closed_workflow c on c.workflow_id = r.workflow_id and c.closed_at >= r.closed_at`.execute(
      this.#parts.database.kysely,
    );
    const known = new Set(rows.map(({ run_id }) => run_id));
    return runs.filter(({ runId }) => !known.has(runId));
  }

  /**
   * Notes a closed run, and when its workflow starts again. The note comes before the question whether another run is open: a
   * start that Temporal accepts after the question clears the note.
   */
  async #note(client: Client, { work, runId, status, closedAt }: ClosedRun): Promise<void> {
    // An autowork ends its record when somebody cancels it. One that did not is no cancellation on purpose.
    const stays = status === 'canceled' && work.kind !== 'autowork';
    await sql`
      -- Notes that the workflow closed, and when it starts again.
      insert into closed_workflow (workflow_id, run_id, status, closed_at, missing, restart_at)
      values (${work.workflowId}, ${runId}, ${status}, ${closedAt}, true,
        now() + make_interval(secs => ${stays ? null : this.#settings.pause}))
      on conflict (workflow_id) do update set run_id = excluded.run_id, status = excluded.status, closed_at = excluded.closed_at,
        missing = true, restart_at = excluded.restart_at
      where closed_workflow.closed_at < excluded.closed_at`.execute(this.#parts.database.kysely);
    if (await isRunning(client, work.workflowId)) return this.#noteRunning(work.workflowId);
    this.#parts.logger.warn(
      { workflow: work.workflowId, run: runId, status },
      'a workflow closed while its work is open',
    );
    if (!stays) return;
    const { code } = canceledAttention;
    const detail = work.kind === 'order' ? canceledAttention.detail : 'Somebody canceled its workflow in Temporal.';
    await abandonWork(await this.#call(), { work, code, detail });
  }

  /** Notes that somebody has started the workflow, or that its work is over. */
  async #noteRunning(workflowId: string): Promise<void> {
    await sql`
      -- The workflow is not missing.
      update closed_workflow set missing = false, restart_at = null where workflow_id = ${workflowId}`.execute(
      this.#parts.database.kysely,
    );
  }

  /** Starts the workflows that are due, or gives them up. */
  async #restart(client: Client): Promise<void> {
    const { rows } = await sql<DueRestart>`
      -- The workflows whose start is due, with the number of their starts within the last hour.
      select workflow_id, status,
        (select count(*)::int from unnest(restarts) at where at > now() - interval '1 hour') as restarts
      from closed_workflow where restart_at <= now() order by restart_at limit ${sql.lit(10 * batch)}`.execute(
      this.#parts.database.kysely,
    );
    for (const due of rows) await this.#restartOne(client, due);
  }

  async #restartOne(client: Client, { workflow_id: workflowId, status, restarts }: DueRestart): Promise<void> {
    const work = workOf(workflowId);
    const [open] = work ? await openWorks(this.#parts.database, [work]) : [];
    if (!open || (await isRunning(client, workflowId))) return this.#noteRunning(workflowId);
    if (restarts < this.#settings.restarts) {
      await restartWork(await this.#call(), { work: open, status });
      this.#parts.logger.info({ workflow: workflowId }, 'the workflow starts again');
      return;
    }
    const detail = `The workflow ${workflowId} closed ${restarts + 1} times within an hour, the last time as ${status}. The engine does not start it again by itself: look at its runs in Temporal first.`;
    await abandonWork(await this.#call(), { work: open, code: 'engine.gone', detail });
    this.#parts.logger.error(
      { workflow: workflowId, restarts },
      'the workflow closed again: it does not start by itself',
    );
  }

  async #call() {
    return { database: this.#parts.database, actor: await engineActor(this.#parts.database, 'watch') };
  }

  /** Stores the time of the look, deletes old rows, and schedules the next look. */
  async #endTurn(seenUntil: Date): Promise<void> {
    await sql`
      -- Ends the turn; rows of workflows that run again go once they count no start within the hour.
      with forgotten as (
        delete from closed_workflow c using engine_watch w
        where not c.missing and c.closed_at < w.seen_until - make_interval(secs => ${2 * this.#settings.overlap})
          and not exists (select 1 from unnest(c.restarts) at where at > now() - interval '1 hour')
      )
      update engine_watch set looked_at = now(), seen_until = greatest(seen_until, ${seenUntil}::timestamptz),
        due_at = least(due_at, (select min(restart_at) from closed_workflow where restart_at is not null))`.execute(
      this.#parts.database.kysely,
    );
  }

  /** Returns the seconds until the next look is due. */
  async #untilDue(): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - now())::float8 as seconds from engine_watch`.execute(
      this.#parts.database.kysely,
    );
    return Math.min(rows[0]?.seconds ?? this.#settings.interval, this.#settings.interval);
  }
}
