import type { By, Plan, PlannedCarrier, Step } from '../../plugins/plan.ts';
import { type Moments, momentsOf } from './moments.ts';
import { nextCalls } from './progress-calls.ts';
import { whyOf } from './why.ts';

/** One planned step and how far it is. */
export interface StepProgress extends Moments {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  /** What decided: the reasons of the plan that count. */
  why: string;
  /** Units still open, and units ready for this step now. */
  open: number;
  ready: number;
}

export interface Call {
  method: string;
  path: string;
  body: unknown;
  why: string;
}

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

export interface AutoworkNow {
  id: number;
  state: 'queued' | 'running';
  /** Name of who asked. */
  by: string;
  since: string;
}

/** What the rules below decide by; read in one statement. */
export interface ProgressFacts {
  id: number;
  number: string;
  status: string;
  site_id: number;
  held_at: string | null;
  hold_reason: string | null;
  attention: { step: Step; code: string; detail: string; since: string } | null;
  autowork: AutoworkNow | null;
  plan: (Pick<Plan, 'steps' | 'carrier'> & Partial<Pick<Plan, 'later'>>) | null;
  /** When the last thing happened to the order. */
  last_at: string;
  work: { step: Step; qty: number; ready: number; done: boolean }[];
  short: { part_id: number; part: string; tracking: 'none' | 'lot' | 'serial'; qty: number }[];
  /** A storage location of the site, and its moving location. */
  storage_id: number | null;
  moving_id: number | null;
  /** Something is there to be taken by a new pick, pack, ship. */
  to_pick: boolean;
  to_pack: boolean;
  to_ship: boolean;
  /** Open picks, packs, ships; `own` where they hold nothing of other orders. */
  picks: { id: number; own: boolean; uncommitted: number[] }[];
  packs: { id: number; own: boolean; loose: boolean; carton_id: number | null }[];
  ships: { id: number; own: boolean }[];
  pickupline_ids: number[];
  /** Other orders that have something in the same closed cartons. */
  sharing: number[];
}

const over = new Set(['Fulfilled', 'Closed Short', 'Void']);

/** From the facts of an order to where it is, what it waits for, and the calls that would move it. */
export function progressOf(facts: ProgressFacts): Progress {
  const { id, status } = facts;
  const carrier = facts.plan?.carrier ?? null;
  const base = { status, held: facts.held_at !== null, steps: stepsOf(facts), carrier, autowork: facts.autowork };
  if (over.has(status))
    return { ...base, step: null, state: 'done', waiting_for: null, since: facts.last_at, next: [] };
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

function stepsOf({ plan, work, status }: ProgressFacts): StepProgress[] {
  return (plan?.steps ?? []).map((planned) => {
    const { step, required, by } = planned;
    const own = work.find((row) => row.step === step);
    // Every order ends with a pickup, even one of which nothing is carried.
    const done = own ? own.done : step !== 'pickup' || status === 'Fulfilled';
    return {
      step,
      required,
      by,
      done,
      why: whyOf(planned),
      open: own?.qty ?? 0,
      ready: own?.ready ?? 0,
      ...momentsOf(plan!, step),
    };
  });
}
