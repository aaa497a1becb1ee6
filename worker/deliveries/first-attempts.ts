import { ApplicationFailure } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { Targets } from '../../activities/webhook/targets.ts';
import type { EngineClient, EngineWebhookDeliveryClaimAnswer } from '../../client/engine.ts';
import { inSpan } from '../../lib/tracing/tracing.ts';
import { ClaimLoop, type ClaimLoopParts } from '../claim-loop.ts';
import { AttemptReports } from './attempt-reports.ts';

type ClaimedAttempt = EngineWebhookDeliveryClaimAnswer['attempts'][number];

export interface FirstAttemptsParts extends Pick<ClaimLoopParts, 'whileCurrent'> {
  readonly client: EngineClient;
  readonly logger: Logger;
  /** Returns the targets by the present configuration. */
  readonly targets: () => Targets;
}

/** Milliseconds of a claim: the service waits ten seconds for an attempt. */
const claimTimeout = 20_000;
/** Milliseconds between two claims. Without it, 300 deliveries a second would need 300 claims. */
const gather = 10;
/** Attempts that one worker has at once. A target that hangs has ten of them at most. */
const mostAtOnce = 1_000;
/** Seconds after the longest attempt until a claimed one is due again: for its wait for a place, and for its report. */
const reportTime = 10;
/** Seconds until an attempt is due again that failed for a reason of the worker. */
const faultPause = 10;
/** Milliseconds for attempts to end when the worker stops, and then for their reports. */
const [grace, lastReports] = [10_000, 5_000];

/**
 * Makes the first attempts of deliveries: it claims them from the service in batches, sends them and reports the results. No workflow
 * takes part. If the worker dies, its attempts are due again after some seconds, so a target may get a delivery twice.
 */
export class FirstAttempts {
  readonly #parts: FirstAttemptsParts;
  readonly #reports: AttemptReports;
  readonly #loop: ClaimLoop;
  /** The attempts in progress, with what ends their requests. */
  readonly #atWork = new Map<Promise<void>, AbortController>();
  #claimedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FirstAttemptsParts) {
    this.#parts = parts;
    this.#reports = new AttemptReports(parts);
    const claim = (signal: AbortSignal) => this.#claim(signal);
    this.#loop = new ClaimLoop({ ...parts, what: 'deliveries', claim });
  }

  start(): void {
    this.#loop.start();
  }

  /** Claims no more attempts, lets those in progress end for some seconds, and gives the others back. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const all = Promise.all(this.#atWork.keys());
    const cut = () => {
      for (const one of this.#atWork.values()) one.abort();
    };
    const timers = [setTimeout(cut, grace), setTimeout(() => this.#reports.giveUp(), grace + lastReports)];
    await all;
    for (const timer of timers) clearTimeout(timer);
  }

  async #claim(signal: AbortSignal): Promise<void> {
    if (this.#atWork.size >= mostAtOnce) await Promise.race(this.#atWork.keys());
    await this.#loop.pause(Math.max(0, this.#claimedAt + gather - performance.now()));
    if (signal.aborted) return;
    this.#claimedAt = performance.now();
    const { client, targets } = this.#parts;
    const { deliveries, timeout } = targets();
    const seconds = Math.ceil(timeout / 1000) + reportTime;
    const slow = deliveries.slowTargets().map(Number);
    const options = { signal, timeout: claimTimeout };
    const { attempts } = await client.engine.webhookdelivery.claim({ seconds, slow }, options);
    for (const attempt of attempts) this.#begin(attempt);
  }

  #begin(attempt: ClaimedAttempt): void {
    const cut = new AbortController();
    const work = this.#make(attempt, cut.signal).finally(() => this.#atWork.delete(work));
    this.#atWork.set(work, cut);
  }

  /** Makes an attempt, or gives it back. It never throws. */
  async #make(attempt: ClaimedAttempt, signal: AbortSignal): Promise<void> {
    const { id, log_id, webhookdelivery_id, webhook_id, resend, traceparent } = attempt;
    const key = { id, log_id, webhookdelivery_id };
    const to = this.#parts.targets();
    const gate = resend ? to.resends : to.deliveries;
    const attributes = { 'conveyor.webhook': webhook_id, 'conveyor.delivery': webhookdelivery_id };
    try {
      const result = await gate.through(String(webhook_id), { local: false }, () => {
        this.#loop.stopping.throwIfAborted();
        const send = () => to.send(attempt, signal);
        return inSpan('webhook attempt', send, { kind: 'consumer', parent: traceparent, attributes });
      });
      await this.#reports.store({ result: { ...key, ...result } });
    } catch (error) {
      const seconds = this.#secondsUntilNext(error, webhookdelivery_id);
      await this.#reports.store({ released: { ...key, seconds } });
    }
  }

  #secondsUntilNext(error: unknown, delivery: number): number {
    if (this.#loop.stopping.aborted) return 0;
    if (error instanceof ApplicationFailure) return Math.ceil(Number(error.nextRetryDelay ?? 0) / 1000);
    this.#parts.logger.error({ err: error, delivery }, 'an attempt at a delivery has failed in the worker');
    return faultPause;
  }
}
