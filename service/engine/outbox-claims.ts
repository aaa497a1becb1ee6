import type { Database } from '../platform/database/database.ts';
import {
  claimRows,
  deleteRows,
  type FailedRow,
  makeDue,
  type OutboxRow,
  postponeRows,
  type RowKind,
  readSignals,
} from '../platform/events/outbox.ts';
import { onRelayWakeup } from '../platform/events/relay-wakeup.ts';
import type { Problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { onMissingOrder } from './missing-order.ts';
import type { ClaimBody, RowResult } from './schema.ts';

/** The pause between two looks for rows of other processes, in milliseconds: 20 while rows arrive, doubling to 1,000. */
const busyPause = 20;
const idlePause = 1_000;

/** Seconds until a signal is sent again whose workflow starts at this moment. */
const earlyPause = 0.2;

/** A claim that waits for rows. */
interface WaitingClaim {
  readonly kinds: readonly RowKind[];
  readonly max: number;
  /** Answers the claim. Afterwards the claim is over, and takes no rows. */
  readonly answer: (rows: OutboxRow[]) => void;
  readonly fail: (error: unknown) => void;
  isOver: boolean;
}

/**
 * Gives the rows of the outbox to the relays of workers. A claim waits until rows are due: a commit in this process wakes it, and rows
 * of other processes are found by looks. All claims share the looks, so idle workers cost as much as one. Each claim brings the results
 * of the rows before. A row without a result is due again some seconds later, and so a killed worker loses none. Rows may be sent
 * twice and out of order: the order of rows is not the order of commits, and a signalled workflow reads the order again.
 */
export class OutboxClaims {
  readonly #database: Database;
  readonly #encodes: boolean;
  readonly #waiting: WaitingClaim[] = [];
  #isLooking = false;
  #isStopped = false;
  /** True if rows were written since the last look. */
  #isWoken = false;
  #wake: (() => void) | null = null;
  readonly #unregister: () => void;

  /** @param encodes whether the service has a payload codec: then a worker without one must not start workflows */
  constructor(database: Database, encodes = false) {
    this.#database = database;
    this.#encodes = encodes;
    this.#unregister = onRelayWakeup(() => this.#awake());
  }

  /** Ends all claims without rows. */
  stop(): void {
    this.#isStopped = true;
    this.#unregister();
    for (const claim of [...this.#waiting]) claim.answer([]);
    this.#awake();
  }

  /**
   * Notes what became of rows, and claims others.
   * @param gone aborts when the caller is gone: rows for nobody would wait until they are due again
   * @returns no rows if none is due within `wait` seconds
   * @throws body.invalid for a worker that does not encode payloads as the service does
   */
  async claim({ results, kinds, encodes, max, wait }: ClaimBody, gone: AbortSignal): Promise<OutboxRow[]> {
    if (encodes !== this.#encodes) throw otherEncoding(encodes);
    if (results.length > 0) await this.#settle(results);
    if (max === 0 || gone.aborted || this.#isStopped) return [];
    if (wait === 0) return claimRows(this.#database, kinds, max);
    return this.#wait({ kinds, max }, wait, gone);
  }

  #wait(wanted: Pick<WaitingClaim, 'kinds' | 'max'>, seconds: number, gone: AbortSignal): Promise<OutboxRow[]> {
    return new Promise((resolve, reject) => {
      const end = () => {
        claim.isOver = true;
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        const place = this.#waiting.indexOf(claim);
        if (place >= 0) this.#waiting.splice(place, 1);
      };
      const claim: WaitingClaim = {
        ...wanted,
        isOver: false,
        answer(rows) {
          end();
          resolve(rows);
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const leave = () => claim.answer([]);
      const timer = setTimeout(leave, seconds * 1_000);
      gone.addEventListener('abort', leave);
      this.#waiting.push(claim);
      this.#awake();
      if (!this.#isLooking) void this.#look();
    });
  }

  #awake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Looks for rows while claims wait. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    let pause = busyPause;
    while (this.#waiting.length > 0) {
      this.#isWoken = false;
      let rows = 0;
      for (const claim of this.#firstOfKinds()) rows += await this.#serve(claim);
      if (rows > 0) {
        pause = busyPause;
        continue;
      }
      pause = Math.min(pause * 2, idlePause);
      if (this.#waiting.length > 0 && (await this.#sleep(pause))) pause = busyPause;
    }
    this.#isLooking = false;
  }

  /** Returns the claim that has waited longest for each choice of kinds. */
  #firstOfKinds(): WaitingClaim[] {
    return [...new Map(this.#waiting.toReversed().map((claim) => [claim.kinds.join(), claim])).values()];
  }

  /** Looks for rows for a claim. @returns their number */
  async #serve(claim: WaitingClaim): Promise<number> {
    try {
      const rows = await claimRows(this.#database, claim.kinds, claim.max);
      if (rows.length === 0) return 0;
      if (claim.isOver) {
        // Its caller went meanwhile.
        await makeDue(this.#database, idsOf(rows), 0);
        this.#isWoken = true;
      } else claim.answer(rows);
      return rows.length;
    } catch (error) {
      claim.fail(error);
      return 0;
    }
  }

  /**
   * Waits for the pause or for new rows.
   * @param pause milliseconds
   * @returns true if new rows, or a new claim, ended the wait
   */
  #sleep(pause: number): Promise<boolean> {
    if (this.#isWoken) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), pause);
      const done = (woken: boolean) => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(woken);
      };
      this.#wake = () => done(true);
    });
  }

  /** Deletes the rows that are sent, and makes the others due again. */
  async #settle(results: readonly RowResult[]): Promise<void> {
    const of = (result: RowResult['result']) => results.filter((one) => one.result === result);
    const accepted = idsOf(of('accepted'));
    const dropped: number[] = [];
    const early: number[] = [];
    const failed: FailedRow[] = of('failed').map(({ id, error }) => ({ id, error: error ?? 'no reason' }));
    for (const { id, workflow_id, event, request_id } of await readSignals(this.#database, idsOf(of('missing')))) {
      try {
        const fate = await onMissingOrder(this.#database, { workflowId: workflow_id, event, requestId: request_id });
        if (fate === 'over') accepted.push(id);
        else if (fate === 'early') early.push(id);
        else dropped.push(id);
      } catch (error) {
        failed.push({ id, error: error instanceof Error ? error.message : String(error) });
      }
    }
    await deleteRows(this.#database, { accepted, dropped });
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
