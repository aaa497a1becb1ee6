import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { inSpan } from '../../../tracing/tracing.ts';
import { type AutoworkInput, autoworkStart } from '../../../workflows/contract/autowork.ts';
import { type BulkRunSignalWithStart, bulkRunStart } from '../../../workflows/contract/bulk-run.ts';
import {
  type CarrierRequestInput,
  carrierRequestPrefix,
  carrierRequestStart,
} from '../../../workflows/contract/carrier-request.ts';
import { type EventSignal, eventSignal } from '../../../workflows/contract/event.ts';
import { type OrderInput, orderStart, orderWorkflowId } from '../../../workflows/contract/order.ts';
import { type DeliveryInput, deliveryStart } from '../../../workflows/contract/webhook.ts';
import type { Database } from '../database/database.ts';
import { onRing } from './relay-wakeup.ts';

/** Rows that one round claims; measured: batches of 100 by SKIP LOCKED deliver 171,000 rows/s from the table. */
const batch = 100;
/** Between rounds: 20 ms while there is something to do, up to 1 s when there is not. */
const busyPause = 20;
const idlePause = 1_000;
/** A claim that was not finished is anybody's again after this long. */
const claimFor = '30 seconds';

interface Row {
  id: string;
  workflow_id: string;
  kind: 'start' | 'signal' | 'deliver';
  payload: unknown;
  attempts: number;
  request_id: string | null;
  traceparent: string | null;
}

/**
 * Tells the engine what operations wrote into the outbox: starts and signals workflows whose ids follow from the record, so
 * that telling twice does nothing. Rows are claimed (several services may relay), told, and deleted; what could not be told is
 * due again later. The order of rows is not the order of commits, and nothing here relies on it: a workflow that is signalled
 * looks at the order again.
 */
export class Relay {
  readonly #database: Database;
  readonly #client: () => Promise<Client>;
  readonly #logger: Logger;
  readonly #service: string | undefined;
  #stopping = false;
  #wake: (() => void) | null = null;
  #silence: (() => void) | null = null;
  #loop: Promise<void> | null = null;
  #failure: string | null = null;

  /** @param parts.service address of the service, for links from Temporal's pages to orders */
  constructor(parts: { database: Database; client: () => Promise<Client>; logger: Logger; service?: string }) {
    this.#database = parts.database;
    this.#client = parts.client;
    this.#logger = parts.logger;
    this.#service = parts.service;
  }

  start(): void {
    this.#silence = onRing(() => this.#wake?.());
    this.#loop = this.#run();
  }

  /** What keeps it from telling the engine, in one sentence; null while it gets through. */
  get failure(): string | null {
    return this.#failure;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#silence?.();
    this.#wake?.();
    await this.#loop;
  }

  async #run(): Promise<void> {
    let pause = busyPause;
    while (!this.#stopping) {
      let told = 0;
      try {
        told = await this.#round();
      } catch (error) {
        this.#failure = `The outbox can't be read: ${error instanceof Error ? error.message : error}`;
        this.#logger.warn({ err: error }, this.#failure);
      }
      if (told === batch) continue;
      pause = told > 0 ? busyPause : Math.min(pause * 2, idlePause);
      if (await this.#sleep(pause)) pause = busyPause;
    }
  }

  /** @returns true where it was woken */
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

  async #round(): Promise<number> {
    const { rows } = await sql<Row>`
      update outbox o set due_at = now() + ${sql.lit(claimFor)}::interval, attempts = o.attempts + 1
      from (select id from outbox where due_at <= now() order by due_at, id limit ${sql.lit(batch)} for update skip locked) due
      where o.id = due.id
      returning o.id, o.workflow_id, o.kind, o.payload, o.attempts, o.request_id, o.traceparent`.execute(
      this.#database.kysely,
    );
    if (rows.length === 0) {
      if (this.#failure !== null) this.#failure = await this.#stillFailing();
      return 0;
    }
    const results = await Promise.allSettled(rows.map((row) => this.#tell(row)));
    const told = rows.filter((_, at) => results[at]!.status === 'fulfilled');
    await sql`delete from outbox where id = any(${told.map((row) => row.id)}::bigint[])`.execute(this.#database.kysely);
    const failed = rows.flatMap((row, at) => {
      const result = results[at]!;
      return result.status === 'rejected' ? [{ row, error: String(result.reason?.message ?? result.reason) }] : [];
    });
    await this.#later(failed);
    this.#failure = failed.length === rows.length ? notTold(failed[0]!.error) : null;
    return rows.length;
  }

  /** What the engine does is a part of the trace of the request that it comes from. */
  async #tell(row: Row): Promise<void> {
    const client = await this.#client();
    const about = { 'conveyor.workflow_id': row.workflow_id, 'conveyor.attempt': row.attempts };
    const attributes = row.request_id === null ? about : { ...about, 'conveyor.request_id': row.request_id };
    await inSpan(`outbox ${row.kind}`, () => tell(client, row, this.#service), {
      kind: 'consumer',
      parent: row.traceparent,
      attributes,
    });
  }

  /** Nothing is due just now; what could not be told waits for its next time. */
  async #stillFailing(): Promise<string | null> {
    const { rows } = await sql<{ last_error: string }>`
      select last_error from outbox where last_error is not null order by id limit 1`.execute(this.#database.kysely);
    return rows[0] ? notTold(rows[0].last_error) : null;
  }

  /** Due again after 0.2 s, doubling to 30 s. */
  async #later(failed: readonly { row: Row; error: string }[]): Promise<void> {
    for (const { row, error } of failed) {
      const seconds = Math.min(0.2 * 2 ** Math.min(row.attempts, 10), 30);
      this.#logger.warn(
        { workflow: row.workflow_id, request_id: row.request_id, attempts: row.attempts, error },
        'the engine could not be told; trying again',
      );
      await sql`update outbox set due_at = now() + make_interval(secs => ${seconds}), last_error = ${error.slice(0, 500)}
        where id = ${row.id}`.execute(this.#database.kysely);
    }
  }
}

const notTold = (error: string) => `Temporal does not take what it is told: ${error}`;

async function tell(client: Client, row: Row, service: string | undefined): Promise<void> {
  if (row.kind === 'start' && row.workflow_id.startsWith('autowork/')) return startAutowork(client, row, service);
  if (row.kind === 'start' && row.workflow_id.startsWith(carrierRequestPrefix)) return startCarrierRequest(client, row);
  if (row.kind === 'start') return startOrder(client, row, service);
  if (row.kind === 'deliver') return startDelivery(client, row);
  if (row.workflow_id.startsWith('bulk/')) return tellBulkRun(client, row, service);
  try {
    await client.workflow.getHandle(row.workflow_id).signal(eventSignal, withRequest(row.payload as EventSignal, row));
  } catch (error) {
    // Nobody is driving the order any more, or not yet: when somebody starts, they look for themselves.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/**
 * Where its workflow still runs (unissued and issued again at once), it is signalled, and takes over the new plan. Where it
 * ended just then, the row stays due and is told again. A workflow carries the id of the row that it was started by: a row that
 * was told before, by a service that died before it could delete it, is known again, even when the order is long fulfilled.
 */
async function startOrder(client: Client, row: Row, service: string | undefined): Promise<void> {
  const input = row.payload as OrderInput;
  const options = { ...orderStart(input, service), memo: withRequest({ outbox: row.id }, row) };
  try {
    await client.workflow.start('order', { ...options, workflowIdReusePolicy: 'REJECT_DUPLICATE' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const workflow = client.workflow.getHandle(orderWorkflowId(input.orderId));
    const { memo, status } = await workflow.describe();
    // Issues of one order come one after the other, and so do their rows.
    if (BigInt((memo?.outbox as string | undefined) ?? 0) >= BigInt(row.id)) return;
    if (status.name === 'RUNNING') await workflow.signal(eventSignal, withRequest({ event: 'salesorder.issued' }, row));
    else await client.workflow.start('order', options);
  }
}

/** An autowork is done once: a row that is told again finds its workflow there, under way or long at its end. */
async function startAutowork(client: Client, row: Row, service: string | undefined): Promise<void> {
  const options = { ...autoworkStart(row.payload as AutoworkInput, service), memo: withRequest({}, row) };
  try {
    await client.workflow.start('autowork', { ...options, workflowIdReusePolicy: 'REJECT_DUPLICATE' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** An errand finds by itself what of it is left to do; while it is under way, asking again is asking once. */
async function startCarrierRequest(client: Client, row: Row): Promise<void> {
  const options = { ...carrierRequestStart(row.payload as CarrierRequestInput), memo: withRequest({}, row) };
  try {
    await client.workflow.start('carrierRequest', options);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** A run that nobody goes through any more, since it was done and something of it is done again, is begun anew. */
async function tellBulkRun(client: Client, row: Row, service: string | undefined): Promise<void> {
  const { run, ...told } = row.payload as BulkRunSignalWithStart;
  await client.workflow.signalWithStart('bulkRun', {
    ...bulkRunStart(run, service),
    memo: withRequest({}, row),
    signal: eventSignal,
    signalArgs: [withRequest(told, row)],
  });
}

/** A delivery has one workflow, and one more each time that somebody has it sent again. */
async function startDelivery(client: Client, row: Row): Promise<void> {
  const options = { ...deliveryStart(row.workflow_id, row.payload as DeliveryInput), memo: withRequest({}, row) };
  try {
    await client.workflow.start('webhook', { ...options, workflowIdReusePolicy: 'REJECT_DUPLICATE' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Workflows know the request that they come from: their own calls carry its id on. */
function withRequest<T extends object>(told: T, { request_id }: Row): T & { request?: string } {
  return request_id === null ? told : { ...told, request: request_id };
}
