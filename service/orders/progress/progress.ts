import type { PlannedCarrier, Step } from '../../../planning/plan.ts';
import { type Call, nextCalls } from './calls.ts';
import type { AutoworkNow, IssueProgress, ProgressFacts } from './facts.ts';
import { type StepProgress, stepsOf } from './steps.ts';
import { type IssueStep, waitingDraft } from './waiting-draft.ts';

/** Where an order is: the answer of `GET /salesorder/{id}/progress`. */
export interface Progress {
  status: string;
  held: boolean;
  step: Step | 'issue' | null;
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  /** Whether a workflow drives the order; null for an order that none has to drive. */
  engine: 'running' | 'missing' | 'unknown' | null;
  waiting_for: string | null;
  since: string | null;
  steps: (StepProgress | IssueStep)[];
  /** The request to issue the draft when possible; absent for all other orders. */
  issue?: IssueProgress;
  /** The carrier with which the plan books; null if it books nothing, and before the issue. */
  carrier: PlannedCarrier | null;
  /** Content hash of the configuration that planned the order; null before the issue. */
  ruleset: string | null;
  /** The autowork of the order that is queued or running, or else the first one that waits for stock. */
  autowork: AutoworkNow | null;
  next: Call[];
}

/** The part of the answer about the wait of the order. */
type Situation = Pick<Progress, 'state' | 'waiting_for' | 'since'>;

const ended = new Set(['Fulfilled', 'Closed Short', 'Void']);

/** Returns the progress of an order from its facts: its step, the event that it waits for, and the calls that move it. */
export function progressOf(facts: ProgressFacts): Progress {
  const { id, status } = facts;
  const steps = stepsOf(facts);
  const current = ended.has(status) ? undefined : steps.find((step) => step.required && !step.done);
  const base = {
    status,
    held: facts.held_at !== null,
    steps,
    carrier: facts.plan?.carrier ?? null,
    ruleset: facts.plan?.ruleset ?? null,
    autowork: facts.autowork,
    step: current?.step ?? null,
    engine: facts.plan === null || ended.has(status) ? null : engineOf(facts),
  };
  if (ended.has(status)) {
    return { ...base, state: 'done', waiting_for: null, since: facts.ended_at ?? facts.last_at, next: [] };
  }
  if (facts.issue !== null) return { ...base, ...waitingDraft(facts, facts.issue) };
  if (facts.held_at !== null) {
    const next = [{ method: 'POST', path: `/salesorder/${id}/release`, body: {}, why: 'Ends the hold' }];
    return { ...base, state: 'held', waiting_for: `release: ${facts.hold_reason}`, since: facts.held_at, next };
  }
  if (facts.plan === null) {
    const why = 'Plans the steps and reserves stock';
    const next = [{ method: 'POST', path: `/salesorder/${id}/issue`, body: {}, why }];
    return { ...base, state: 'waiting', waiting_for: 'to be issued', since: facts.last_at, next };
  }
  const situation = current ? situationOf(facts, current) : working(facts.last_at);
  const next = [...driveCalls(facts), ...(current ? nextCalls(facts, steps, current) : [])];
  return { ...base, ...withoutDriver(facts, situation), next };
}

const working = (since: string): Situation => ({ state: 'working', waiting_for: null, since });

/**
 * Returns whether a workflow drives the order, as far as the watch knows. It reads Temporal's list once a minute, so a change is
 * known within two minutes. Without a look in the last three minutes, as while Temporal is away, nothing is known.
 */
function engineOf({ engine, attention }: ProgressFacts): Progress['engine'] {
  if (engine.closed !== null || attention?.code.startsWith('engine.')) return 'missing';
  return engine.watched ? 'running' : 'unknown';
}

/** Returns the situation, or that of an order without a driver: nobody works on it, and a person has to know. */
function withoutDriver({ attention, engine }: ProgressFacts, situation: Situation): Situation {
  if (attention?.code.startsWith('engine.')) {
    return { state: 'attention', waiting_for: attention.detail, since: attention.since };
  }
  if (engine.closed === null || situation.state !== 'working') return situation;
  const end = `the engine: the workflow of the order was ${engine.closed}`;
  const waiting_for = engine.restart_at === null ? end : `${end}, and starts again at ${engine.restart_at}`;
  return { ...situation, state: 'waiting', waiting_for };
}

/** Returns the call that has an order driven again that nobody drives. */
function driveCalls(facts: ProgressFacts): Call[] {
  if (engineOf(facts) !== 'missing') return [];
  return [
    { method: 'POST', path: `/salesorder/${facts.id}/drive`, body: {}, why: 'Starts the workflow of the order again' },
  ];
}

/** Returns the event that an issued order waits for at its current step. */
function situationOf(facts: ProgressFacts, current: StepProgress): Situation {
  const since = facts.last_at;
  if (facts.autowork && facts.autowork.state !== 'waiting') {
    const { id, by, since: begin } = facts.autowork;
    return { state: 'working', waiting_for: `autowork ${id}, for ${by}`, since: begin };
  }
  const attention = facts.attention?.step === current.step ? facts.attention : null;
  const shortage = shortageAt(facts, current);
  if (shortage !== null) {
    const continues = facts.autowork ? `; autowork ${facts.autowork.id}, for ${facts.autowork.by}, then continues` : '';
    return { state: 'waiting', waiting_for: `stock: ${shortage}${continues}`, since: attention?.since ?? since };
  }
  if (attention?.retry_at !== undefined) return working(attention.retry_at);
  if (attention) return { state: 'attention', waiting_for: attention.detail, since: attention.since };
  if (current.step === 'pickup' && facts.pickupline_ids.length === 0 && facts.sharing.length > 0) {
    const waiting_for = `the ship step of order ${facts.sharing.join(', ')}, which has something in the same cartons`;
    return { state: 'waiting', waiting_for, since };
  }
  if (current.by === 'hand') return { state: 'waiting', waiting_for: `${current.step} by hand`, since };
  return working(since);
}

/** Returns the parts that a pick waits for; null if the pick can go on with the stock that exists. */
function shortageAt(facts: ProgressFacts, { step, by }: StepProgress): string | null {
  if (step !== 'pick' || facts.short.length === 0) return null;
  const isNothingToPick = !facts.to_pick && facts.picks.length === 0;
  if (by !== 'automatic' && !isNothingToPick) return null;
  return facts.short.map(({ part, qty }) => `${qty} of part ${part}`).join(', ');
}
