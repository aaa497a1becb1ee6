import { priorityKeys } from '../../workflows/contract/priority.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { attemptWakeup } from '../platform/events/attempt-queue.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { claimAttempts, isAnyDue, reportAttempts } from './claims.ts';
import type { DeliveryRules } from './retry.ts';
import type { ClaimBody, ClaimedAttempt } from './schema.ts';

/** Milliseconds that a call waits for an attempt. Proxies cut connections that are silent for longer. */
const longestWait = 10_000;
/** Milliseconds between two looks for attempts that other processes queued: at first, doubling to the second number. */
const [shortestPause, longestPause] = [50, 1_000];

interface ClaimCall extends CallContext {
  readonly readAccess: ReadAccess | null;
  readonly services: { readonly configuration: { readonly webhooks: DeliveryRules } };
}

const nothing = { attempts: [], over: 0 } as const;

/** Lets claims wait while people and programs call. */
interface Turns {
  admit<Result>(call: { priority: number; counts: boolean }, work: () => Promise<Result>): Promise<Result>;
}

/** Answers the claims of workers for first attempts. Each waits until there is one, without a connection to the database. */
export class ClaimCalls {
  readonly #turns: Turns;
  readonly #waits = new Set<Wait>();
  #isStopped = false;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Ends all calls that wait. */
  stop(): void {
    this.#isStopped = true;
    for (const wait of this.#waits) wait.wake();
  }

  /**
   * Claims attempts for a worker.
   * @param gone aborted when the worker has gone. What is claimed for it by then is given back
   * @returns no attempts if there is none for ten seconds
   * @throws as `claimAttempts`
   */
  async claim(call: ClaimCall, body: ClaimBody, gone: AbortSignal): Promise<readonly ClaimedAttempt[]> {
    const ends = performance.now() + longestWait;
    const admitted = { priority: priorityKeys.webhook, counts: true };
    const isOver = () => gone.aborted || this.#isStopped;
    const claim = async () =>
      isOver() || !(await isAnyDue(call.database.kysely))
        ? nothing
        : claimAttempts(call, { ...body, readAccess: call.readAccess });
    for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
      const wait = new Wait(gone);
      this.#waits.add(wait);
      try {
        const { attempts, over } = await this.#turns.admit(admitted, claim);
        if (gone.aborted) await giveBack(call, attempts);
        if (attempts.length > 0 || isOver() || performance.now() > ends) return attempts;
        if (over === 0 && (await wait.until(pause))) pause = shortestPause;
      } finally {
        this.#waits.delete(wait);
        wait.end();
      }
    }
  }
}

async function giveBack(call: ClaimCall, attempts: readonly ClaimedAttempt[]): Promise<void> {
  const released = attempts.map(({ id, log_id, webhookdelivery_id }) => ({
    ...{ id, log_id, webhookdelivery_id },
    seconds: 0,
  }));
  const rules = call.services.configuration.webhooks;
  if (released.length > 0) await reportAttempts(call, { results: [], released, rules });
}

/** Waits for attempts. What is queued from its construction on counts, so that nothing is missed between a look and the wait. */
class Wait {
  readonly #woken: Promise<true>;
  readonly #unregister: () => void;
  readonly #gone: AbortSignal;
  wake: () => void = () => undefined;

  constructor(gone: AbortSignal) {
    this.#woken = new Promise((resolve) => {
      this.wake = () => resolve(true);
    });
    this.#gone = gone;
    this.#unregister = attemptWakeup.on(this.wake);
    gone.addEventListener('abort', this.wake);
  }

  /** @param pause milliseconds @returns whether something woke it before the pause was over */
  async until(pause: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), pause);
    });
    try {
      return await Promise.race([this.#woken, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#unregister();
    this.#gone.removeEventListener('abort', this.wake);
  }
}
