import type { Database } from '../platform/database/database.ts';
import {
  type ClaimedRow,
  claimRows,
  deleteRows,
  type FailedRow,
  isAnyDue,
  makeDue,
  postponeRows,
  readSignals,
} from '../platform/events/outbox.ts';
import { WaitingClaims } from '../platform/events/waiting-claims.ts';
import { relayWakeup } from '../platform/events/wakeups.ts';
import type { Problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { onMissingOrder } from './missing-order.ts';
import type { ClaimBody, RowResult } from './schema.ts';

/** Seconds until a signal is sent again whose workflow starts at this moment. */
const earlyPause = 0.2;

/**
 * Gives the rows of the outbox to the relays of workers. A claim waits until rows are due, and brings the results of the rows before. A
 * row without a result is due again some seconds later, and so a killed worker loses none.
 */
export class OutboxClaims {
  readonly #database: Database;
  readonly #encodes: boolean;
  readonly #claims = new WaitingClaims(relayWakeup);

  /** @param encodes whether the service has a payload codec: then a worker without one must not start workflows */
  constructor(database: Database, encodes = false) {
    this.#database = database;
    this.#encodes = encodes;
  }

  /** Ends all claims without rows. */
  stop(): void {
    this.#claims.stop();
  }

  /**
   * Takes the results of rows, and claims others.
   * @param gone aborted when the worker has gone. Rows that are claimed for it by then are given back
   * @returns no rows if none is due within `wait` seconds
   * @throws body.invalid for a worker that does not encode payloads as the service does
   */
  async claim({ results, kinds, encodes, max, wait }: ClaimBody, gone: AbortSignal): Promise<readonly ClaimedRow[]> {
    if (encodes !== this.#encodes) throw otherEncoding(encodes);
    if (results.length > 0) await this.#settle(results);
    if (max === 0) return [];
    const database = this.#database;
    const look = async () => ((await isAnyDue(database, kinds)) ? claimRows(database, kinds, max) : []);
    const giveBack = (rows: readonly ClaimedRow[]) => makeDue(database, idsOf(rows), 0);
    return this.#claims.claim({ look, giveBack, wait: wait * 1_000, gone });
  }

  /** Deletes the rows that are sent or not needed, and makes the others due again. */
  async #settle(results: readonly RowResult[]): Promise<void> {
    const of = (result: RowResult['result']) => results.filter((one) => one.result === result);
    const settled = idsOf(of('sent'));
    const dropped: number[] = [];
    const early: number[] = [];
    const failed: FailedRow[] = of('failed').map(({ id, error }) => ({ id, error: error ?? 'no reason' }));
    for (const { id, workflow_id, event, request_id } of await readSignals(this.#database, idsOf(of('not_found')))) {
      try {
        const fate = await onMissingOrder(this.#database, { workflowId: workflow_id, event, requestId: request_id });
        // A record that is over needs no workflow.
        if (fate === 'over') settled.push(id);
        else if (fate === 'early') early.push(id);
        else dropped.push(id);
      } catch (error) {
        failed.push({ id, error: error instanceof Error ? error.message : String(error) });
      }
    }
    await deleteRows(this.#database, { settled, dropped });
    await makeDue(this.#database, early, earlyPause);
    await postponeRows(this.#database, failed);
  }
}

function otherEncoding(encodes: boolean): Problem {
  const [having, lacking] = encodes ? ['worker', 'service'] : ['service', 'worker'];
  const detail = `is ${encodes}: the ${having} has a payload codec, and the ${lacking} has none. Start both with the same CONVEYOR_PAYLOAD_CODEC`;
  return unfit('/encodes', detail);
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);
