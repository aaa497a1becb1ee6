import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { type BulkRunNextAnswer, type Client, isProblem } from '../../client/client.ts';
import type { BulkRunTotals, BulkRunTrouble } from '../../workflows/contract/bulk-run.ts';
import { callOptions } from '../shared/call-options.ts';
import { withTemporalFailures } from '../shared/failure.ts';
import { Pace } from './pace.ts';

export interface Chunk {
  run: number;
  /** Orders at most. */
  max: number;
}

/** Orders of a run that are done at once: the service has eight connections for operations, and others come too. */
const atOnce = 4;
/** Asked for at once: enough that nobody waits for the answer, few enough that the engine's limit is kept. */
const askedFor = 16;
/** An activity ends after so long, and the next one begins: its history shows how far the run is. */
const longest = 30_000;
/** Orders that the details of a run name; all of them are at `/bulkrun/{id}/order`. */
const shownTroubles = 20;
/** Milliseconds until asking again where the engine has enough to do with what was issued. */
const backPressure = 100;

/** What the workflow of a bulk run asks for. */
export function createBulkRunActivities({ client }: { readonly client: Client }) {
  /** Orders of one unit, by one call: the service does them and notes what they came to in one transaction. */
  async function perform(run: number, order_id: number[], pace: Pace): Promise<boolean> {
    try {
      const { rate } = await client.bulkrun.perform(run, { order_id }, callOptions());
      pace.at(rate);
      return true;
    } catch (error) {
      // Paused or canceled: the next look tells.
      if (isProblem(error, 'bulkrun.state')) return false;
      throw error;
    }
  }

  /** Of a run that stands still: while it runs, every answer would repeat them. */
  async function troublesOf(
    run: number,
    { failed, warned }: BulkRunNextAnswer,
  ): Promise<Pick<BulkRunTotals, 'troubles'>> {
    if (failed + warned === 0) return {};
    const search = { filter: 'outcome = "failed" || outcome = "warned"', sort: 'outcome,id', embed: 'order' };
    const { data } = await client.bulkrun.order.list(run, { ...search, perPage: shownTroubles }, callOptions());
    const troubles = data.map(({ order, order_id, outcome, code, reason }) => ({
      order: order?.number ?? String(order_id),
      outcome: outcome as BulkRunTrouble['outcome'],
      why: `${code}: ${reason}`,
    }));
    return { troubles };
  }

  async function workOff({ run, max }: Chunk): Promise<BulkRunTotals> {
    const signal = Context.current().cancellationSignal;
    const until = Date.now() + longest;
    const next = (most: number) => client.bulkrun.next(run, { max: most }, callOptions());
    const pace = new Pace(signal, async () => {
      const { state, rate } = await next(1);
      // Of a run that was paused or canceled nobody waits for orders: doing them is refused.
      return state === 'running' ? rate : null;
    });
    let left = max;
    for (;;) {
      const now = await next(Math.max(1, Math.min(left, askedFor)));
      pace.at(now.rate);
      const goesOn = left > 0 && Date.now() < until;
      // Of a canceled run, what the engine has in hand still comes to its outcome.
      const goesOut = now.state === 'canceled' && pastOf(now) < now.total;
      if (now.state !== 'running' && !goesOut) return { ...totals(now), ...(await troublesOf(run, now)) };
      if (!goesOn) return totals(now);
      if (now.units.length === 0) {
        await pause(backPressure, undefined, { signal });
        continue;
      }
      let stopped = false;
      const units = now.units.values();
      const worker = async () => {
        for (const unit of units) {
          if (stopped || left <= 0) return;
          left -= unit.length;
          const done = await pace
            .turn(unit.length)
            .then(() => perform(run, unit, pace))
            .catch((error) => {
              stopped = true;
              throw error;
            });
          stopped ||= !done || Date.now() >= until;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    }
  }

  return {
    /** Goes through orders of a run for some seconds, and gives back how far it is then. */
    workOff: withTemporalFailures(workOff),
  };
}

export type BulkRunActivities = ReturnType<typeof createBulkRunActivities>;

const pastOf = ({ done, skipped, warned, failed }: BulkRunTotals): number => done + skipped + warned + failed;

/** As much as the workflow keeps: its history holds every answer. */
function totals({ state, rate, total, done, skipped, warned, failed }: BulkRunNextAnswer): BulkRunTotals {
  return { state, rate, total, done, skipped, warned, failed };
}
