import type { PlannedCarrier, Step } from '../../../config/planning/plan.ts';
import { orderPath } from '../../../records/sales-order.ts';
import type { ProgressState } from '../../../records/states/order.ts';
import { bookingStep } from '../../../workflows/contract/booking-step.ts';
import { bookingOutage } from './booking-attempt.ts';
import { type Call, heldCalls, nextCalls } from './calls.ts';
import type { AutoworkNow, IssueProgress, ProgressFacts } from './facts.ts';
import { decisionsOf, type PossibleDecision } from './possible-decisions.ts';
import { type StepProgress, stepsOf } from './steps.ts';
import { type IssueStep, waitingDraft } from './waiting-draft.ts';

/** Where an order is: the answer of `GET /salesorder/{id}/progress`. */
export interface Progress {
  status: string;
  held: boolean;
  step: Step | 'issue' | null;
  state: ProgressState;
  /** Whether a workflow drives the order; null for an order that none has to drive. */
  engine: 'running' | 'missing' | 'unknown' | null;
  waiting_for: string | null;
  /** Time of the last change of `state`, `step` or the reason of the wait. */
  since: string;
  steps: (StepProgress | IssueStep)[];
  /** The request to issue the draft when possible; absent for all other orders. */
  issue?: IssueProgress;
  /** The carrier of the plan's bookings; null if it books nothing, and before the issue. */
  carrier: PlannedCarrier | null;
  /** True after a change of address or another end of a label, until the carrier has booked again. */
  relabel: boolean;
  /** Content hash of the configuration that planned the order; null before the issue. */
  ruleset: string | null;
  /** The autowork of the order that is queued or running, or else the first one that waits for stock. */
  autowork: AutoworkNow | null;
  /** The decisions that the service accepts now. */
  decisions: PossibleDecision[];
  next: Call[];
}

/** The part of the answer about the wait of the order. */
type Situation = Pick<Progress, 'state' | 'waiting_for'>;

/** Returns the progress of an order from its facts: its step, the event that it waits for, and the calls that move it. */
export function progressOf(facts: ProgressFacts): Progress {
  const { status } = facts;
  const steps = stepsOf(facts);
  const isOver = facts.state === 'done';
  const base = {
    status,
    held: facts.held_at !== null,
    steps,
    carrier: facts.plan?.carrier ?? null,
    relabel: facts.relabel,
    ruleset: facts.plan?.ruleset ?? null,
    autowork: facts.autowork,
    step: facts.step,
    since: facts.since,
    engine: facts.plan === null || isOver ? null : engineOf(facts),
    decisions: isOver ? [] : decisionsOf(facts, steps, engineOf(facts) === 'missing'),
  };
  if (isOver) return { ...base, state: 'done', waiting_for: null, next: [] };
  if (facts.issue !== null) return { ...base, ...waitingDraft(facts, facts.issue) };
  if (facts.held_at !== null) {
    const by = facts.released_by.length === 0 ? '' : `, by ${facts.released_by.join(' and ')}`;
    // An order that a plugin refuses cannot be released.
    const awaited = facts.plan?.refusals === undefined ? 'release' : 'replan';
    return { ...base, state: 'held', waiting_for: `${awaited}: ${facts.hold_reason}${by}`, next: heldCalls(facts) };
  }
  if (facts.plan === null) {
    const why = 'Plans the steps and reserves stock';
    const next = [{ method: 'POST', path: `${orderPath(facts)}/issue`, body: {}, why }];
    return { ...base, state: 'waiting', waiting_for: 'to be issued', next };
  }
  const current = steps.find(({ step }) => step === facts.step);
  const next = [...driveCalls(facts), ...(current ? nextCalls(facts, steps, current, base.decisions) : [])];
  return { ...base, ...withoutDriver(facts, { state: facts.state, waiting_for: waitingFor(facts) }), next };
}

/**
 * Returns whether a workflow drives the order, as far as the watch knows. It reads Temporal's list once a minute, so a change is
 * known within two minutes. Without a look in the last three minutes, as while Temporal is away, nothing is known.
 */
function engineOf({ engine, attention }: ProgressFacts): Progress['engine'] {
  if (engine.closed !== null || attention?.code.startsWith('engine.')) return 'missing';
  return engine.watched ? 'running' : 'unknown';
}

/** Returns the situation. An order whose workflow has closed has no driver until the watch starts it again. */
function withoutDriver({ engine }: ProgressFacts, situation: Situation): Situation {
  if (engine.closed === null || situation.state !== 'working') return situation;
  const end = `the engine: the workflow of the order was ${engine.closed}`;
  const waiting_for = engine.restart_at === null ? end : `${end}, and starts again at ${engine.restart_at}`;
  return { state: 'waiting', waiting_for };
}

/** Returns the call that drives an order without a driver again. */
function driveCalls(facts: ProgressFacts): Call[] {
  if (engineOf(facts) !== 'missing') return [];
  return [
    { method: 'POST', path: `${orderPath(facts)}/drive`, body: {}, why: 'Starts the workflow of the order again' },
  ];
}

/** Returns the event that an issued order waits for at its current step; null for none. */
function waitingFor(facts: ProgressFacts): string | null {
  const { state, reason, step, attention, autowork, short, sharing } = facts;
  if (state === 'attention') return attention?.detail ?? null;
  if (state === 'working') {
    return autowork && autowork.state !== 'waiting'
      ? `autowork ${autowork.id}, for ${autowork.by}`
      : (bookingOutage(facts) ?? (facts.relabel ? (attention?.detail ?? null) : null));
  }
  if (reason === 'stock') {
    const parts = short.map(({ part, qty }) => `${qty} of part ${part}`).join(', ');
    return `stock: ${parts}${autowork ? `; autowork ${autowork.id}, for ${autowork.by}, then continues` : ''}`;
  }
  if (reason === 'date') return `${step} not before ${stepsOf(facts).find((each) => each.step === step)?.not_before}`;
  if (reason === 'cartons') {
    return `the ship step of order ${sharing.join(', ')}, which has something in the same cartons`;
  }
  // A person who does the step would ship without a label.
  const outage = facts.plan && step === bookingStep(facts.plan) ? bookingOutage(facts) : null;
  return outage === null ? `${step} by hand` : `${outage}; then ${step} by hand`;
}
