import type { ServerResponse } from 'node:http';
import { type Problem, problem } from '../problems/problems.ts';

/** Milliseconds that a caller has to read the refusal of a request that took too long. */
const timeToRead = 10_000;

/**
 * The time limit of one request, from its head to the end of its answer. The timer of the web server ends with the body of the
 * request, so it would not limit a POST.
 */
export class RequestDeadline {
  readonly #passed: Promise<never>;
  #isPassed = false;

  /** @param answer the answer, whose end is the end of the limit. An answer that the caller does not read in time is cut off */
  constructor(seconds: number, answer: ServerResponse) {
    let timer: NodeJS.Timeout;
    this.#passed = new Promise((_, reject) => {
      timer = setTimeout(() => {
        this.#isPassed = true;
        if (answer.headersSent) answer.destroy();
        else timer = setTimeout(() => answer.destroy(), timeToRead).unref();
        reject(timeout(seconds));
      }, seconds * 1000).unref();
    });
    // The limit may pass while nothing waits for it.
    this.#passed.catch(() => undefined);
    for (const end of ['finish', 'close']) answer.once(end, () => clearTimeout(timer));
  }

  /**
   * Waits for work on the request.
   * @param discard gets a result that comes after the limit
   * @throws request.timeout if the limit passes first. The work goes on
   */
  limit<Result>(work: Promise<Result>, discard: (late: Result) => void = () => undefined): Promise<Result> {
    work.then(
      (result) => this.#isPassed && discard(result),
      () => undefined,
    );
    return Promise.race([work, this.#passed]);
  }
}

function timeout(seconds: number): Problem {
  return problem(
    'request.timeout',
    `The request took longer than ${seconds} seconds. It may still be done: read the record before you send it again, or send ` +
      'long ones with X-Background-Processing: always.',
  );
}
