import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { EngineClient, EngineOutboxClaim, EngineOutboxClaimAnswer } from '../../client/engine.ts';
import { inSpan } from '../../lib/tracing/tracing.ts';
import type { NewWork } from '../deployment.ts';
import { type Sending, send } from './send.ts';
import { temporalSentence } from './temporal-sentence.ts';

export type OutboxRow = EngineOutboxClaimAnswer['rows'][number];
type RowResult = EngineOutboxClaim['results'][number];

/** The most rows that are sent at once. */
const mostRows = 100;
/** Seconds that a claim waits in the service for rows. */
const longestWait = 10;
/** Seconds over the wait in which the service answers. A connection that was lost without a reset never does. */
const answerWithin = 5;
/**
 * Time limit for Temporal to accept a row, in milliseconds. A server answers in milliseconds. Without a limit, a server that says
 * nothing would hold up all other rows.
 */
const sendLimit = 10_000;
/** Milliseconds that a round waits for its rows. Slower ones are reported with a later claim. */
const patience = 250;
/** Milliseconds that a stop waits for them. */
const lastPatience = 1_000;
/** The pause after a claim that the service refused, in milliseconds: from 100, doubling to 3,000. */
const [shortPause, longPause] = [100, 3_000];
/** Milliseconds between two questions whether this build takes new work. */
const askEvery = 3_000;
/** The same before rows are sent: another build may have become the current one. */
const askBefore = 1_000;

export interface RelayParts {
  /** The calls that claim the outbox of the service. */
  readonly outbox: EngineClient['engine']['outbox'];
  /** A client on the connection of the workers, so that they get the first tasks of the workflows that it starts. */
  readonly temporal: Client;
  readonly logger: Logger;
  /** What the relay claims: the kinds of the queues that its process polls. */
  readonly kinds: EngineOutboxClaim['kinds'];
  /** Whether a codec encodes the payloads. The service gives no rows to a worker that lacks its codec. */
  readonly encodes: boolean;
  /** Asks the server for the part of new work that this build takes; all where absent. */
  readonly newWork?: () => Promise<NewWork>;
  /** Time limit for Temporal to accept a row, in milliseconds, for tests. */
  readonly sendLimit?: number;
}

/**
 * Starts and signals the workflows of the outbox. It claims rows from the service, sends them to Temporal, and reports each with its
 * next claim. The ids of workflows follow from the records, so that sending a row twice changes nothing. Several relays may run: a row
 * whose relay is gone is due again some seconds later. A build that takes no new work claims nothing.
 */
export class Relay {
  readonly #parts: RelayParts;
  readonly #stopping = new AbortController();
  /** The rows that Temporal has not answered, by workflow. */
  readonly #sending = new Set<Promise<void>>();
  #open = 0;
  #results: RowResult[] = [];
  #newWork: { readonly value: NewWork; readonly at: number } = { value: 'none', at: Number.NEGATIVE_INFINITY };
  #failure: string | null = null;
  #loop: Promise<void> | null = null;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Claims no more, waits a moment for the rows that are being sent, and reports them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.race([Promise.all(this.#sending), pause(lastPatience)]);
    // Rows without a report are sent again, which changes nothing.
    if (this.#results.length > 0) await this.#claim(0, 0).catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let wait = shortPause;
    while (!signal.aborted) {
      try {
        await this.#round();
        this.#failure = null;
        wait = shortPause;
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error);
        await this.#pause(wait);
        wait = Math.min(wait * 2, longPause);
      }
    }
  }

  /** Claims rows, and sends them. */
  async #round(): Promise<void> {
    if ((await this.#takenWork(askEvery)) === 'none' && this.#results.length + this.#open === 0)
      return this.#pause(askEvery);
    const max = this.#newWork.value === 'none' ? 0 : mostRows - this.#open;
    const { rows, service } = await this.#claim(max, this.#open === 0 && max > 0 ? longestWait : 0);
    if (rows.length > 0) {
      const eager = (await this.#takenWork(askBefore)) === 'all';
      this.#send(rows, { client: this.#parts.temporal, service, eager });
    }
    if (this.#open > 0) await Promise.race([Promise.all(this.#sending), this.#pause(patience)]);
  }

  /** Reports the results, and claims rows. @param wait seconds for which the service waits for rows */
  async #claim(max: number, wait: number): Promise<EngineOutboxClaimAnswer> {
    const { outbox, kinds, encodes } = this.#parts;
    const results = this.#results;
    this.#results = [];
    try {
      const body = { results, kinds, encodes, max, wait };
      const signal = wait > 0 ? this.#stopping.signal : undefined;
      return await outbox.claim(body, { timeout: (wait + answerWithin) * 1_000, retries: 0, signal });
    } catch (error) {
      this.#results.unshift(...results);
      throw error;
    }
  }

  /** Sends rows, those of a workflow one after the other. */
  #send(rows: readonly OutboxRow[], sending: Sending): void {
    const until = Date.now() + (this.#parts.sendLimit ?? sendLimit);
    for (const own of byWorkflow(rows).values()) {
      this.#open += own.length;
      const sent = this.#sendInOrder(own, sending, until).finally(() => this.#sending.delete(sent));
      this.#sending.add(sent);
    }
  }

  async #sendInOrder(rows: readonly OutboxRow[], sending: Sending, until: number): Promise<void> {
    const isStale = rows.some(({ kind }) => kind === 'signal');
    for (const row of rows) {
      // A start with a signal behind it is older than the order: the workflow reads the progress first.
      const own = isStale && row.kind === 'start' ? { ...row, payload: { ...row.payload, stale: true } } : row;
      const result = await this.#sendOne(own, sending, until);
      this.#results.push(result);
      this.#open -= 1;
    }
  }

  async #sendOne(row: OutboxRow, sending: Sending, until: number): Promise<RowResult> {
    try {
      const isSent = await within(until, this.#sendInSpan(row, sending, until));
      return { id: row.id, result: isSent ? 'accepted' : 'missing' };
    } catch (thrown) {
      const error = temporalSentence(thrown).slice(0, 500);
      const { workflow_id: workflow, request_id, attempts } = row;
      const facts = { workflow, request_id, attempts, error };
      this.#parts.logger.warn(facts, 'cannot send to the Temporal server; trying again');
      return { id: row.id, result: 'failed', error };
    }
  }

  /** Sends a row in a span of the trace of the request that wrote it. @returns false if its workflow does not run */
  #sendInSpan(row: OutboxRow, sending: Sending, until: number): Promise<boolean> {
    const workflow = { 'conveyor.workflow_id': row.workflow_id, 'conveyor.attempt': row.attempts };
    const attributes = row.request_id === null ? workflow : { ...workflow, 'conveyor.request_id': row.request_id };
    const options = { kind: 'consumer', parent: row.traceparent, attributes } as const;
    return inSpan(`outbox ${row.kind}`, () => sending.client.withDeadline(until, () => send(row, sending)), options);
  }

  /** Returns the part of new work that this build takes. @param age milliseconds that an answer of the server may be old */
  async #takenWork(age: number): Promise<NewWork> {
    const { newWork } = this.#parts;
    if (!newWork) return this.#newWork.value === 'all' ? 'all' : this.#noteWork('all');
    if (performance.now() - this.#newWork.at < age) return this.#newWork.value;
    // While the server does not answer, the rows could not be sent either.
    return this.#noteWork(await newWork().catch(() => 'none' as const));
  }

  #noteWork(value: NewWork): NewWork {
    this.#newWork = { value, at: performance.now() };
    return value;
  }

  /** Logs a failure once, and again when its reason changes. */
  #failed(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.#failure) this.#parts.logger.warn({ err: error }, 'cannot claim the outbox; trying again');
    this.#failure = failure;
  }

  /** A stop ends the pause. */
  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function byWorkflow(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const groups = new Map<string, OutboxRow[]>();
  for (const row of rows) groups.set(row.workflow_id, [...(groups.get(row.workflow_id) ?? []), row]);
  return groups;
}

/** Waits for work until a moment. The deadline of a call of Temporal's client is one for each of its attempts. */
async function within<T>(until: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const seconds = Math.round((until - Date.now()) / 1_000);
  const late = pause(Math.max(until - Date.now(), 0), undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${seconds} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
