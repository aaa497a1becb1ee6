import type { PlannedCarrier, Step } from '../../../planning/plan.ts';
import { type Call, nextCalls } from './calls.ts';
import type { AutoworkNow, ProgressFacts } from './facts.ts';
import { type StepProgress, stepsOf } from './steps.ts';

/** Where an order is (`GET /salesorder/{id}/progress`, design page §5). */
export interface Progress {
  status: string;
  held: boolean;
  step: Step | null;
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  waiting_for: string | null;
  since: string | null;
  steps: StepProgress[];
  /** Whose bookings the plan asks for; null where nothing is booked, and before issue. */
  carrier: PlannedCarrier | null;
  /** Work that somebody asked to be done by itself, and that has not come to its end. */
  autowork: AutoworkNow | null;
  next: Call[];
}

const over = new Set(['Fulfilled', 'Closed Short', 'Void']);

/** From the facts of an order to where it is, what it waits for, and the calls that would move it. */
export function progressOf(facts: ProgressFacts): Progress {
  const { id, status } = facts;
  const carrier = facts.plan?.carrier ?? null;
  const base = { status, held: facts.held_at !== null, steps: stepsOf(facts), carrier, autowork: facts.autowork };
  if (over.has(status))
    return { ...base, step: null, state: 'done', waiting_for: null, since: facts.ended_at ?? facts.last_at, next: [] };
  const current = base.steps.find((step) => step.required && !step.done);
  const step = current?.step ?? null;
  if (facts.held_at !== null) {
    const next = [{ method: 'POST', path: `/salesorder/${id}/release`, body: {}, why: 'Ends the hold' }];
    return { ...base, step, state: 'held', waiting_for: `release: ${facts.hold_reason}`, since: facts.held_at, next };
  }
  if (facts.plan === null) {
    const next = [
      { method: 'POST', path: `/salesorder/${id}/issue`, body: {}, why: 'Issuing plans the steps and reserves stock' },
    ];
    return { ...base, step: null, state: 'waiting', waiting_for: 'to be issued', since: facts.last_at, next };
  }
  if (!current) return { ...base, step: null, state: 'working', waiting_for: null, since: facts.last_at, next: [] };

  const next = nextCalls(facts, base.steps, current);
  if (facts.autowork) {
    const { id: autoworkId, by, since } = facts.autowork;
    return { ...base, step, state: 'working', waiting_for: `autowork ${autoworkId}, for ${by}`, since, next };
  }
  const short = facts.short.map(({ part, qty }) => `${qty} of part ${part}`).join(', ');
  const attention = facts.attention?.step === current.step ? facts.attention : null;
  const nothingThere = !facts.to_pick && facts.picks.length === 0;
  if (current.step === 'pick' && short !== '' && (current.by === 'automatic' || nothingThere)) {
    const since = attention?.since ?? facts.last_at;
    return { ...base, step, state: 'waiting', waiting_for: `stock: ${short}`, since, next };
  }
  if (attention)
    return { ...base, step, state: 'attention', waiting_for: attention.detail, since: attention.since, next };
  if (current.step === 'pickup' && facts.pickupline_ids.length === 0 && facts.sharing.length > 0) {
    const waiting_for = `the ship step of order ${facts.sharing.join(', ')}, which has something in the same cartons`;
    return { ...base, step, state: 'waiting', waiting_for, since: facts.last_at, next };
  }
  if (current.by === 'hand') {
    return { ...base, step, state: 'waiting', waiting_for: `${current.step} by hand`, since: facts.last_at, next };
  }
  return { ...base, step, state: 'working', waiting_for: null, since: facts.last_at, next };
}
