import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import { inSpan } from '../../../lib/tracing/tracing.ts';
import { type AutoworkInput, autoworkStart } from '../../../workflows/contract/autowork.ts';
import { type BulkRunSignalWithStart, bulkRunStart } from '../../../workflows/contract/bulk-run.ts';
import {
  type CarrierRequestRow,
  carrierRequestPrefix,
  carrierRequestStart,
} from '../../../workflows/contract/carrier-request.ts';
import { type EventSignal, eventSignal } from '../../../workflows/contract/event.ts';
import { type OrderInput, orderStart, orderWorkflowId } from '../../../workflows/contract/order.ts';
import type { PrioritySource } from '../../../workflows/contract/priority.ts';
import { scheduleName } from '../../../workflows/contract/scheduled-run.ts';
import { type DeliveryInput, deliveryStart } from '../../../workflows/contract/webhook.ts';
import type { Database } from '../database/database.ts';
import type { OnMissing } from './missing-workflow.ts';
import { claimLimit, claimRows, deleteRows, lastError, makeDue, type OutboxRow as Row } from './outbox.ts';
import { onRelayWakeup } from './relay-wakeup.ts';
import { type StartRequest, startRuns } from './scheduled-runs.ts';
import { endOtherEpoch, type StartIdentity, startOnce } from './start-once.ts';
import { temporalSentence } from './temporal-sentence.ts';

/** The pause between two rounds, in milliseconds: 20 while rows arrive, doubling to 1,000 when none do. */
const busyPause = 20;
const idlePause = 1_000;
/** A row that could not be sent, and the reason. */
interface Failure {
  readonly row: Row;
  readonly error: string;
}

/** The result of sending a row: Temporal has `accepted` it, it was `dropped`, it is too `early`, or it failed. */
type Result = 'accepted' | 'dropped' | 'early' | Failure;

/** Seconds until a signal is sent again whose workflow starts at this moment. */
const earlyPause = 0.2;

/**
 * Time limit for Temporal to accept a row, in milliseconds. A server answers in milliseconds, and a connection that
 * was lost without a reset never does: without a limit, its rows would hold up all others.
 */
const sendLimit = 10_000;

/** The parts of a loop that keeps the database and the Temporal server together. */
export interface EngineAccess {
  readonly database: Database;
  /** @throws Error if the Temporal server does not answer */
  readonly client: () => Promise<Client>;
  readonly logger: Logger;
}

interface RelayParts extends EngineAccess {
  /** Address of the service, for links from Temporal's pages to orders. */
  readonly service?: string;
  /** Decides about signals whose workflow does not run. */
  readonly onMissing: OnMissing;
  /** Time limit for Temporal to accept a row, in milliseconds, for tests. */
  readonly sendLimit?: number;
}

/**
 * Passes the rows of the outbox to the engine: it starts and signals workflows. Their ids follow from the records, so that
 * sending a row twice changes nothing. Several services may relay: each claims rows, sends them and deletes them. A row that
 * cannot be sent becomes due again later. The order of rows is not the order of commits, and the relay does not need it,
 * because a signalled workflow reads the order again.
 */
export class Relay {
  readonly #parts: RelayParts;
  #stopping = false;
  #wake: (() => void) | null = null;
  #unregister: (() => void) | null = null;
  #loop: Promise<void> | null = null;
  #failure: string | null = null;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#unregister = onRelayWakeup(() => this.#wake?.());
    this.#loop = this.#run();
  }

  /** Why the relay cannot reach the engine, in one sentence; null if it can. */
  get failure(): string | null {
    return this.#failure;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unregister?.();
    this.#wake?.();
    await this.#loop;
  }

  async #run(): Promise<void> {
    let pause = busyPause;
    while (!this.#stopping) {
      let rows = 0;
      try {
        rows = await this.#round();
      } catch (error) {
        this.#failure = `The outbox can't be read: ${error instanceof Error ? error.message : error}`;
        this.#parts.logger.warn({ err: error }, this.#failure);
      }
      if (rows === claimLimit) continue;
      pause = rows > 0 ? busyPause : Math.min(pause * 2, idlePause);
      if (await this.#sleep(pause)) pause = busyPause;
    }
  }

  /**
   * Waits for the pause or for new rows.
   * @param pause milliseconds
   * @returns true if new rows ended the wait
   */
  #sleep(pause: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), pause);
      const done = (woken: boolean) => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(woken);
      };
      this.#wake = () => done(true);
      if (this.#stopping) done(true);
    });
  }

  /**
   * Claims rows that are due and sends them.
   * @returns the number of rows
   */
  async #round(): Promise<number> {
    const rows = withStaleStarts(await claimRows(this.#parts.database));
    if (rows.length === 0) {
      if (this.#failure !== null) this.#failure = await this.#stillFailing();
      return 0;
    }
    const results = await Promise.all(rows.map(async (row) => ({ row, result: await this.#send(row) })));
    await this.#remove(results);
    const failures = results.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
    await this.#postpone(failures);
    const [first] = failures;
    this.#failure = first && failures.length === rows.length ? notSent(first.error) : null;
    return rows.length;
  }

  /** Deletes the rows that are sent, and makes those due soon that were too early. */
  async #remove(results: readonly { row: Row; result: Result }[]): Promise<void> {
    const rowsOf = (...kinds: Result[]) => results.filter(({ result }) => kinds.includes(result)).map(({ row }) => row);
    await deleteRows(this.#parts.database, { sent: rowsOf('accepted', 'dropped'), accepted: rowsOf('accepted') });
    await makeDue(this.#parts.database, rowsOf('early'), earlyPause);
  }

  async #send(row: Row): Promise<Result> {
    try {
      if (await this.#sendInSpan(row)) return 'accepted';
      const { event = '' } = row.payload as Partial<EventSignal>;
      const missing = { workflowId: row.workflow_id, event, requestId: row.request_id };
      const fate = await this.#parts.onMissing(missing);
      if (fate === 'over') return 'accepted';
      return fate === 'early' ? 'early' : 'dropped';
    } catch (error) {
      return { row, error: temporalSentence(error) };
    }
  }

  /** Sends a row in a span of the trace of the request that wrote it. @returns false if its workflow does not run */
  async #sendInSpan(row: Row): Promise<boolean> {
    const client = await this.#parts.client();
    const until = Date.now() + (this.#parts.sendLimit ?? sendLimit);
    const workflow = { 'conveyor.workflow_id': row.workflow_id, 'conveyor.attempt': row.attempts };
    const attributes = row.request_id === null ? workflow : { ...workflow, 'conveyor.request_id': row.request_id };
    return inSpan(
      `outbox ${row.kind}`,
      () => client.withDeadline(until, () => send(client, row, this.#parts.service)),
      {
        kind: 'consumer',
        parent: row.traceparent,
        attributes,
      },
    );
  }

  /** Returns the error of a row that could not be sent and is not due yet; null if all rows were sent. */
  async #stillFailing(): Promise<string | null> {
    const error = await lastError(this.#parts.database);
    return error === null ? null : notSent(error);
  }

  /** Makes the rows due again: after 0.4 s, doubling to 30 s. */
  async #postpone(failures: readonly Failure[]): Promise<void> {
    for (const { row, error } of failures) {
      const seconds = Math.min(0.2 * 2 ** Math.min(row.attempts, 10), 30);
      this.#parts.logger.warn(
        { workflow: row.workflow_id, request_id: row.request_id, attempts: row.attempts, error },
        'cannot send to the Temporal server; trying again',
      );
      await makeDue(this.#parts.database, [row], seconds, error);
    }
  }
}

/**
 * Marks the starts as stale that were claimed together with a signal of their workflow: the order has changed since. The workflow
 * then reads the progress before it does anything.
 */
function withStaleStarts(rows: readonly Row[]): Row[] {
  const signalled = new Set(rows.flatMap(({ kind, workflow_id }) => (kind === 'signal' ? [workflow_id] : [])));
  return rows.map((row) =>
    row.kind === 'start' && signalled.has(row.workflow_id)
      ? { ...row, payload: { ...(row.payload as object), stale: true } }
      : row,
  );
}

const notSent = (error: string) => `The Temporal server does not accept workflow starts and signals: ${error}`;

/** @returns false if the row is a signal whose workflow does not run, or is for a schedule that is gone */
async function send(client: Client, row: Row, service: string | undefined): Promise<boolean> {
  const schedule = scheduleName(row.workflow_id);
  if (schedule !== null) return startRuns(client, schedule, row.payload as StartRequest, `outbox/${row.id}`);
  if (row.kind === 'signal' && !row.workflow_id.startsWith('bulk/')) return signalOrder(client, row);
  if (row.kind === 'signal') await signalBulkRun(client, row, service);
  else if (row.kind === 'deliver') await startDelivery(client, row);
  else if (row.workflow_id.startsWith('autowork/')) await startAutowork(client, row, service);
  else if (row.workflow_id.startsWith(carrierRequestPrefix)) await startCarrierRequest(client, row);
  else await startOrder(client, row, service);
  return true;
}

async function signalOrder(client: Client, row: Row): Promise<boolean> {
  try {
    await client.workflow.getHandle(row.workflow_id).signal(eventSignal, withRequest(row.payload as EventSignal, row));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Starts the workflow of an order. If an earlier one of the same epoch still runs, because the order was unissued and issued again
 * at once, that one gets a signal and takes the new plan. If it ends at this moment, the signal fails and the row stays due. A
 * workflow that follows an earlier one reads the progress first, because its row may be older than the end of the earlier one.
 */
async function startOrder(client: Client, row: Row, service: string | undefined): Promise<void> {
  const identity = identityOf(row);
  const input: OrderInput = { ...(row.payload as OrderInput), ...identity };
  const options = { ...orderStart(input, service), memo: withRequest({}, row) };
  const inputAfterEarlier: OrderInput = { ...input, stale: true };
  const result = await startOnce(client, { type: 'order', options, identity, inputAfterEarlier });
  if (result !== 'running') return;
  const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
  await workflow.signal(eventSignal, withRequest({ event: 'salesorder.issued' }, row));
}

async function startAutowork(client: Client, row: Row, service: string | undefined): Promise<void> {
  const options = { ...autoworkStart(row.payload as AutoworkInput, service), memo: withRequest({}, row) };
  await startOnce(client, { type: 'autowork', options, identity: identityOf(row) });
}

/** Starts the workflow of a carrier request. A running one does the same work, so another start is not needed. */
async function startCarrierRequest(client: Client, row: Row): Promise<void> {
  const options = { ...carrierRequestStart(row.payload as CarrierRequestRow), memo: withRequest({}, row) };
  await startOnce(client, { type: 'carrierRequest', options, identity: identityOf(row) });
}

/** Signals the workflow of a bulk run, and starts it if it has ended or belongs to another epoch. */
async function signalBulkRun(client: Client, row: Row, service: string | undefined): Promise<void> {
  const { run, ...signal } = row.payload as BulkRunSignalWithStart;
  const options = bulkRunStart(run, service);
  await endOtherEpoch(client, options.workflowId, row.epoch);
  await client.workflow.signalWithStart('bulkRun', {
    ...options,
    memo: withRequest({ ...identityOf(row) }, row),
    signal: eventSignal,
    signalArgs: [withRequest(signal, row)],
  });
}

/** Starts the workflow of a delivery. Each manual resend has a workflow of its own. */
async function startDelivery(client: Client, row: Row): Promise<void> {
  const options = {
    ...deliveryStart(row.workflow_id, row.payload as DeliveryInput & PrioritySource),
    memo: withRequest({}, row),
  };
  await startOnce(client, { type: 'webhook', options, identity: identityOf(row) });
}

function identityOf({ id, event_id, epoch }: Row): StartIdentity {
  return { epoch, event: event_id ?? `outbox/${id}` };
}

/** Adds the id of the request. The calls of the workflow carry it on. */
function withRequest<T extends object>(payload: T, { request_id }: Row): T & { request?: string } {
  return request_id === null ? payload : { ...payload, request: request_id };
}
