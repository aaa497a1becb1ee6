import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { EngineClient, EngineOutboxClaim, EngineOutboxClaimAnswer } from '../../client/engine.ts';
import { inSpan } from '../../lib/tracing/tracing.ts';
import type { BuildWatch } from '../build-watch.ts';
import { ClaimLoop } from '../claim-loop.ts';
import { type Sending, send } from './send.ts';
import { temporalSentence } from './temporal-sentence.ts';

export type OutboxRow = EngineOutboxClaimAnswer['rows'][number];
type RowResult = EngineOutboxClaim['results'][number];

/** The most workflows whose rows are sent at once. */
const mostAtOnce = 100;
/** The most results of one claim, which the service limits. */
const mostReported = 1_000;
/** Seconds that a claim waits in the service for rows. Proxies cut connections that are silent for longer. */
const longestWait = 10;
/** Seconds that the service gets for its answer after the wait. A connection that was lost without a reset never does. */
const answerWithin = 5;
/**
 * Time limit for Temporal to accept a row, in milliseconds. A server answers in milliseconds. Without a limit, a server that does
 * not answer would block all other rows.
 */
const sendLimit = 10_000;
/** Milliseconds that a round waits for its rows. Slower ones are reported with a later claim. */
const patience = 250;
/** Milliseconds that the end of the claims waits for them. */
const lastPatience = 1_000;

export interface RelayParts {
  /** The calls that claim the outbox of the service. */
  readonly outbox: EngineClient['engine']['outbox'];
  /** A client on the connection of the workers, so that they get the first tasks of the workflows that it starts. */
  readonly temporal: Client;
  readonly logger: Logger;
  /** The kinds that the relay claims: those of the queues that its process polls. */
  readonly kinds: EngineOutboxClaim['kinds'];
  /** Whether a codec encodes the payloads. The service gives no rows to a worker that lacks its codec. */
  readonly encodes: boolean;
  /** Whether this build takes new work, and whether it alone does. */
  readonly build: Pick<BuildWatch, 'whileCurrent' | 'takesAll'>;
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
  readonly #loop: ClaimLoop;
  /** A promise for each workflow with rows that Temporal has not answered. */
  readonly #sending = new Set<Promise<void>>();
  #results: RowResult[] = [];

  constructor(parts: RelayParts) {
    this.#parts = parts;
    const { logger, build } = parts;
    const claim = (signal: AbortSignal) => this.#round(signal);
    this.#loop = new ClaimLoop({ logger, what: 'the outbox', whileCurrent: () => build.whileCurrent, claim });
  }

  start(): void {
    this.#loop.start();
  }

  /** Claims no more, waits a moment for the rows that are being sent, and reports them. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#end();
  }

  /** Reports results, claims rows, and sends them. */
  async #round(signal: AbortSignal): Promise<void> {
    const isIdle = this.#sending.size === 0;
    const [max, wait] = [mostAtOnce - this.#sending.size, isIdle ? longestWait : 0];
    const { rows, service } = await this.#claim(max, wait, isIdle ? signal : undefined);
    if (rows.length > 0) {
      const eager = await this.#parts.build.takesAll();
      this.#send(rows, { client: this.#parts.temporal, service, eager });
    }
    await this.#sent(patience);
    if (signal.aborted) await this.#end();
  }

  /** Waits a moment for the rows that are being sent, and reports them. Rows without a report are sent again, which changes nothing. */
  async #end(): Promise<void> {
    await this.#sent(lastPatience);
    if (this.#results.length > 0) await this.#claim(0, 0).catch(() => undefined);
  }

  /** Waits until Temporal has answered all rows, for some milliseconds at most. */
  async #sent(milliseconds: number): Promise<void> {
    const timer = new AbortController();
    const late = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#sending), late]);
    timer.abort();
  }

  /** Reports the results, and claims rows. @param wait seconds for which the service waits for rows */
  async #claim(max: number, wait: number, signal?: AbortSignal): Promise<EngineOutboxClaimAnswer> {
    const { outbox, kinds, encodes } = this.#parts;
    const results = this.#results.splice(0, mostReported);
    try {
      const body = { results, kinds, encodes, max, wait };
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
      const sent = this.#sendInOrder(own, sending, until).finally(() => this.#sending.delete(sent));
      this.#sending.add(sent);
    }
  }

  async #sendInOrder(rows: readonly OutboxRow[], sending: Sending, until: number): Promise<void> {
    const isStale = rows.some(({ kind }) => kind === 'signal');
    let failure: RowResult | undefined;
    for (const row of rows) {
      // The input of a start with a signal behind it may be out of date: the workflow reads the progress first.
      const own = isStale && row.kind === 'start' ? { ...row, payload: { ...row.payload, stale: true } } : row;
      // Rows behind one that failed wait with it.
      const result: RowResult = failure ? { ...failure, id: row.id } : await this.#sendOne(own, sending, until);
      if (result.result === 'failed') failure = result;
      this.#results.push(result);
    }
  }

  async #sendOne(row: OutboxRow, sending: Sending, until: number): Promise<RowResult> {
    try {
      const isSent = await within(until, this.#sendInSpan(row, sending, until));
      return { id: row.id, result: isSent ? 'sent' : 'not_found' };
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
