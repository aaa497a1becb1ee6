import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProblemError } from '../../client/client.ts';
import type { EngineClient, EngineWebhookDeliveryReport } from '../../client/engine.ts';
import { Lanes } from '../../lib/lanes/lanes.ts';
import { priorityHeader, priorityKeys } from '../../workflows/contract/priority.ts';
import { isOfEarlierService } from '../claim-loop.ts';

/** The end of a claimed attempt: its result, or that it was not made. */
export type Report =
  | { readonly result: EngineWebhookDeliveryReport['results'][number] }
  | { readonly released: EngineWebhookDeliveryReport['released'][number] };

/** Ends of attempts in one call, which the service limits. */
const mostReported = 50;
/** Milliseconds until a report is sent again. */
const repeatAfter = 500;
/** Milliseconds of a report. */
const reportTimeout = 30_000;

/**
 * Reports the ends of attempts to the service: those together that come while a report is under way. While the service is away it repeats
 * them, because an attempt without a report is made a second time.
 */
export class AttemptReports {
  readonly #client: EngineClient;
  readonly #logger: Logger;
  readonly #lane = new Lanes<Report, undefined>({
    fits: (batch) => batch.length < mostReported,
    run: async (reports) => {
      await this.#send(reports);
      return reports.map(() => undefined);
    },
  });
  #isFailing = false;
  /** The call in progress. */
  #call = new AbortController();
  #isOver = false;

  constructor({ client, logger }: { readonly client: EngineClient; readonly logger: Logger }) {
    this.#client = client;
    this.#logger = logger;
  }

  /** Reports the end of an attempt. It resolves when the service has stored it, and after `giveUp`. */
  store(report: Report): Promise<undefined> {
    return this.#lane.perform('', report);
  }

  /** Reports nothing more: the service makes the other attempts due again. */
  giveUp(): void {
    this.#isOver = true;
    this.#call.abort();
  }

  async #send(reports: readonly Report[]): Promise<void> {
    const results = reports.flatMap((report) => ('result' in report ? [report.result] : []));
    const released = reports.flatMap((report) => ('released' in report ? [report.released] : []));
    const headers = { [priorityHeader]: String(priorityKeys.webhook) };
    while (!this.#isOver) {
      this.#call = new AbortController();
      const { signal } = this.#call;
      try {
        await this.#client.engine.webhookdelivery.report(
          { results, released },
          { signal, timeout: reportTimeout, headers },
        );
        this.#isFailing = false;
        return;
      } catch (error) {
        if (isRefusal(error)) return this.#sendEach(reports, error);
        const isFailing = this.#isFailing || !isOfEarlierService(error);
        if (isFailing && !this.#isFailing) this.#logger.warn({ err: error }, 'cannot report deliveries; trying again');
        this.#isFailing = isFailing;
        await pause(repeatAfter, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Sends refused reports one by one: one that the service refuses must not hold the others back. */
  async #sendEach(reports: readonly Report[], refusal: ProblemError): Promise<void> {
    if (reports.length > 1) for (const report of reports) await this.#send([report]);
    else this.#logger.error({ err: refusal }, 'the service refuses the result of a delivery');
  }
}

/** Returns whether the service refuses what a report says. Other failures pass, or an administrator ends them. */
const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && [400, 413, 422].includes(error.status);
