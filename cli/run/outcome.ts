import type { SalesOrderProgress } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';

/** What has become of one order. */
export type Outcome =
  | 'fulfilled'
  /** Closed short or void: over, and not delivered whole. */
  | 'ended'
  /** Waits for a person, for stock, for whatever its reason says. */
  | 'waits'
  | 'held'
  /** Something went wrong that a person has to look at. */
  | 'attention'
  /** The service did not issue it. */
  | 'not issued'
  | 'at work';

export interface OrderOutcome {
  readonly id: number;
  readonly number: string;
  readonly customer: string;
  readonly carrier: string | null;
  readonly outcome: Outcome;
  readonly status: string;
  readonly step: Step | null;
  /** What it waits for, in words; null where it does not. */
  readonly reason: string | null;
  readonly since: string | null;
}

/** From `/progress` to the outcome, and the reason where it waits for something. */
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

/** True where nothing will happen to the order before somebody or something moves it, and it says what that is. */
export function settled({ outcome, reason }: Pick<OrderOutcome, 'outcome' | 'reason'>): boolean {
  return outcome !== 'at work' && (outcome === 'fulfilled' || (reason ?? '') !== '');
}
