import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { isProblem } from '../../client/client.ts';
import type { EngineBulkRunNextAnswer, EngineClient } from '../../client/engine.ts';
import type { BulkRunTotals, BulkRunTrouble } from '../../workflows/contract/bulk-run.ts';
import { callOptions } from '../shared/call-options.ts';
import { withEndlessAttempts } from '../shared/failure.ts';
import { Pace } from './pace.ts';

export interface Chunk {
  run: number;
  /** Maximum number of orders. */
  max: number;
}

/** Units of a run in progress at once: the service has eight connections for operations, which others use too. */
const atOnce = 4;
/** Orders of one request: enough for a short wait, and few enough to keep the engine's limit. */
const ordersOfRequest = 16;
/**
 * Longest duration of an activity, in milliseconds. The next activity then starts, so that the history shows the
 * progress of the run.
 */
const maxDuration = 30_000;
/** Orders that the details of a run name; `/bulkrun/{id}/order` lists all. */
const maxTroubles = 20;
/** Milliseconds until the next request while the engine is busy with orders that the run issued. */
const backPressure = 100;

/** Returns the activities of a bulk run's workflow. */
export function createBulkRunActivities({ client }: { readonly client: EngineClient }) {
  return {
    /** Goes through orders of a run for some seconds. @returns how far the run is then */
    performChunk: withEndlessAttempts((chunk: Chunk): Promise<BulkRunTotals> => performChunk(client, chunk)),
  };
}

export type BulkRunActivities = ReturnType<typeof createBulkRunActivities>;

async function performChunk(client: EngineClient, { run, max }: Chunk): Promise<BulkRunTotals> {
  const signal = Context.current().cancellationSignal;
  const next = (most: number) => client.engine.bulkrun.next(run, { max: most }, callOptions());
  const pace = new Pace(signal, async () => {
    const { state, rate } = await next(1);
    // The service refuses the orders of a paused or canceled run, so they need no rate.
    return state === 'running' ? rate : null;
  });
  const workers = new ChunkWorkers(client, run, pace, { orders: max, until: Date.now() + maxDuration });
  for (;;) {
    const answer = await next(Math.max(1, Math.min(workers.ordersLeft, ordersOfRequest)));
    pace.setRate(answer.rate);
    // Orders of a canceled run that are in progress still get their outcomes.
    const isEnding = answer.state === 'canceled' && pastOf(answer) < answer.total;
    if (answer.state !== 'running' && !isEnding) {
      return { ...totalsOf(answer), ...(await readTroubles(client, run, answer)) };
    }
    if (workers.areFinished) return totalsOf(answer);
    if (answer.units.length === 0) await pause(backPressure, undefined, { signal });
    else await workers.perform(answer.units);
  }
}

/** The workers of one chunk, which share the number of orders and the time that are left. */
class ChunkWorkers {
  ordersLeft: number;
  readonly #client: EngineClient;
  readonly #run: number;
  readonly #pace: Pace;
  readonly #until: number;

  constructor(
    client: EngineClient,
    run: number,
    pace: Pace,
    limits: { readonly orders: number; readonly until: number },
  ) {
    this.#client = client;
    this.#run = run;
    this.#pace = pace;
    this.ordersLeft = limits.orders;
    this.#until = limits.until;
  }

  get areFinished(): boolean {
    return this.ordersLeft <= 0 || Date.now() >= this.#until;
  }

  /** Performs units of orders, several at once, until one is refused or the chunk is finished. */
  async perform(units: readonly number[][]): Promise<void> {
    let stopped = false;
    const queue = units.values();
    const worker = async () => {
      for (const unit of queue) {
        if (stopped || this.ordersLeft <= 0) return;
        this.ordersLeft -= unit.length;
        const isAccepted = await this.#performUnit(unit).catch((error) => {
          stopped = true;
          throw error;
        });
        stopped ||= !isAccepted || Date.now() >= this.#until;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /**
   * Performs the orders of one unit by one call. The transaction that does the action of an order also stores its outcome.
   * @returns false if the run was paused or canceled during the call
   */
  async #performUnit(unit: number[]): Promise<boolean> {
    await this.#pace.turn(unit.length);
    try {
      const { rate } = await this.#client.engine.bulkrun.perform(this.#run, { order_id: unit }, callOptions());
      this.#pace.setRate(rate);
      return true;
    } catch (error) {
      if (isProblem(error, 'bulkrun.state')) return false;
      throw error;
    }
  }
}

/** Reads the orders that failed or have warnings, once the run has stopped: while it runs, every answer would repeat them. */
async function readTroubles(
  client: EngineClient,
  run: number,
  { failed, warned }: EngineBulkRunNextAnswer,
): Promise<Pick<BulkRunTotals, 'troubles'>> {
  if (failed + warned === 0) return {};
  const search = { filter: 'outcome = "failed" || outcome = "warned"', sort: 'outcome,id', embed: 'order' };
  const { data } = await client.bulkrun.order.list(run, { ...search, perPage: maxTroubles }, callOptions());
  const troubles = data.map(({ order, order_id, outcome, code, reason }) => ({
    order: order?.number ?? String(order_id),
    outcome: outcome as BulkRunTrouble['outcome'],
    why: `${code}: ${reason}`,
  }));
  return { troubles };
}

const pastOf = ({ done, skipped, warned, failed }: BulkRunTotals): number => done + skipped + warned + failed;

/** Returns the fields that the workflow uses: its history holds every answer. */
function totalsOf({ state, rate, total, done, skipped, warned, failed }: EngineBulkRunNextAnswer): BulkRunTotals {
  return { state, rate, total, done, skipped, warned, failed };
}
