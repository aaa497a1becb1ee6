import type { SalesOrderProgress } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';

/** The outcome of an order in a run. */
export type Outcome =
  | 'fulfilled'
  /** Closed short or void: ended without a complete delivery. */
  | 'ended'
  /** Waits for a person, for stock, or for another reason that it has. */
  | 'waits'
  | 'held'
  /** Failed, and needs a person. */
  | 'attention'
  /** Not issued by the service. */
  | 'not issued'
  | 'at work';

export interface OrderOutcome {
  readonly id: number;
  readonly number: string;
  readonly customer: string;
  readonly carrier: string | null;
  readonly outcome: Outcome;
  readonly status: string;
  readonly step: Step | 'issue' | null;
  /** The event that the order waits for, as text; null if it does not wait. */
  readonly reason: string | null;
  readonly since: string | null;
}

/** Returns the outcome for a `/progress` response, and the reason to wait. */
export function outcomeOf(progress: Pick<SalesOrderProgress, 'status' | 'state' | 'waiting_for'>): {
  outcome: Outcome;
  reason: string | null;
} {
  const { status, state, waiting_for: reason } = progress;
  if (status === 'Fulfilled') return { outcome: 'fulfilled', reason: null };
  if (status === 'Draft') return { outcome: 'not issued', reason };
  switch (state) {
    case 'done':
      return { outcome: 'ended', reason: status };
    case 'waiting':
      return { outcome: 'waits', reason };
    case 'held':
      return { outcome: 'held', reason };
    case 'attention':
      return { outcome: 'attention', reason };
    case 'working':
      return { outcome: 'at work', reason };
  }
}

/** Returns whether the order has ended, or waits for a known reason. */
export function isAtRest({ outcome, reason }: Pick<OrderOutcome, 'outcome' | 'reason'>): boolean {
  return outcome !== 'at work' && (outcome === 'fulfilled' || (reason ?? '') !== '');
}
