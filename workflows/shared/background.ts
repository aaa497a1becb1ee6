import { condition } from '@temporalio/workflow';
import { finishedRequest } from '../contract/background.ts';
import type { EventSignal } from '../contract/event.ts';
import { plainSummary } from '../contract/text.ts';
import { formatDuration } from './summaries.ts';

/**
 * Seconds until a workflow reads a background request whose end has not been reported. The last pause repeats. The
 * service reports the end with the answer, so that a timer fires only for a request that takes long.
 */
const pauses = [30, 120];
const longestPause = 300;

/** Waits for background requests. The service signals the end of each one. */
export class BackgroundRequests {
  /** The addresses of the finished requests that no step waits for yet. */
  readonly #finished = new Set<string>();

  /**
   * Takes the signal of a finished request. The signal may arrive before the workflow knows the request.
   * @returns false for a signal about something else
   */
  take(signal: EventSignal): boolean {
    const path = finishedRequest(signal);
    if (path !== null) this.#finished.add(path);
    return path !== null;
  }

  /**
   * Waits until a request is finished, and returns its result.
   * @param path address of the background request
   * @param read reads the request: its result, or null while it runs
   * @throws the refusal of the request, see `refusalIn`
   */
  async result<Result>(path: string, summary: string, read: () => Promise<Result | null>): Promise<Result> {
    for (let reads = 0; ; reads += 1) {
      const seconds = pauses[reads] ?? longestPause;
      const wait = `: wait for the end in the background, and read it after ${formatDuration(seconds)}`;
      await condition(() => this.#finished.has(path), seconds * 1000, { summary: plainSummary(summary, wait) });
      this.#finished.delete(path);
      const result = await read();
      if (result !== null) return result;
    }
  }
}
