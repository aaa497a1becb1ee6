import { priorityKeys } from '../../workflows/contract/priority.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { attemptWakeup } from '../platform/events/attempt-queue.ts';
import { WaitingClaims } from '../platform/events/waiting-claims.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { claimAttempts, isAnyDue, reportAttempts } from './claims.ts';
import type { DeliveryRules } from './retry.ts';
import type { ClaimBody, ClaimedAttempt } from './schema.ts';

/** Milliseconds that a call waits for an attempt. Proxies cut connections that are silent for longer. */
const longestWait = 10_000;

interface ClaimCall extends CallContext {
  readonly readAccess: ReadAccess | null;
  readonly services: { readonly configuration: { readonly webhooks: DeliveryRules } };
}

const nothing = { attempts: [], over: 0 } as const;

/** Lets claims wait while people and programs call. */
interface Turns {
  admit<Result>(call: { priority: number; counts: boolean }, work: () => Promise<Result>): Promise<Result>;
}

/** Answers the claims of workers for first attempts. Each waits until there is one. */
export class ClaimCalls {
  readonly #turns: Turns;
  readonly #claims = new WaitingClaims(attemptWakeup);

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Ends all calls that wait. */
  stop(): void {
    this.#claims.stop();
  }

  /**
   * Claims attempts for a worker.
   * @param gone aborted when the worker has gone. Attempts that are claimed for it by then are given back
   * @returns no attempts if there is none for ten seconds
   * @throws as `claimAttempts`
   */
  claim(call: ClaimCall, body: ClaimBody, gone: AbortSignal): Promise<readonly ClaimedAttempt[]> {
    const admitted = { priority: priorityKeys.webhook, counts: true };
    const claim = async () =>
      this.#claims.areOver(gone) || !(await isAnyDue(call.database.kysely))
        ? nothing
        : claimAttempts(call, { ...body, readAccess: call.readAccess });
    const look = async () => {
      const { attempts, over } = await this.#turns.admit(admitted, claim);
      return attempts.length === 0 && over > 0 ? null : attempts;
    };
    return this.#claims.claim({ look, giveBack: (attempts) => giveBack(call, attempts), wait: longestWait, gone });
  }
}

async function giveBack(call: ClaimCall, attempts: readonly ClaimedAttempt[]): Promise<void> {
  const released = attempts.map(({ id, log_id, webhookdelivery_id }) => ({
    ...{ id, log_id, webhookdelivery_id },
    seconds: 0,
  }));
  await reportAttempts(call, { results: [], released, rules: call.services.configuration.webhooks });
}
