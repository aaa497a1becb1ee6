import type { By, Plan, Step } from '../../plugins/plan.ts';

/** One planned step and how far it is. */
export interface StepProgress {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  /** Units still open, and units ready for this step now. */
  open: string;
  ready: string;
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
  next: Call[];
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
  plan: Pick<Plan, 'steps'> | null;
  /** When the last thing happened to the order. */
  last_at: string;
  work: { step: Step; qty: string; qty_done: string; ready: string; done: boolean }[];
  short: { part: string; qty: string }[];
  open_picks: number[];
  open_packs: number[];
  open_ships: number[];
  pickupline_ids: number[];
}

const over = new Set(['Fulfilled', 'Closed Short', 'Void']);

/** From the facts of an order to where it is, what it waits for, and the calls that would move it. */
export function progressOf(facts: ProgressFacts): Progress {
  const { id, status } = facts;
  const base = { status, held: facts.held_at !== null, steps: stepsOf(facts) };
  if (over.has(status)) return { ...base, step: null, state: 'done', waiting_for: null, since: facts.last_at, next: [] };
  if (facts.plan === null) {
    const next = [{ method: 'POST', path: `/salesorder/${id}/issue`, body: {}, why: 'Issuing plans the steps and reserves stock' }];
    return { ...base, step: null, state: 'waiting', waiting_for: 'to be issued', since: facts.last_at, next };
  }
  const current = base.steps.find((step) => step.required && !step.done);
  const step = current?.step ?? null;
  if (facts.held_at !== null) {
    const next = [{ method: 'POST', path: `/salesorder/${id}/release`, body: {}, why: 'Ends the hold' }];
    return { ...base, step, state: 'held', waiting_for: `release: ${facts.hold_reason}`, since: facts.held_at, next };
  }
  if (!current) return { ...base, step: null, state: 'working', waiting_for: null, since: facts.last_at, next: [] };

  const next = callsFor(facts, current.step);
  if (current.step === 'pick' && facts.short.length > 0 && current.by === 'automatic') {
    const parts = facts.short.map(({ part, qty }) => `${qty} of part ${part}`).join(', ');
    const since = facts.attention?.since ?? facts.last_at;
    return { ...base, step, state: 'waiting', waiting_for: `stock: ${parts}`, since, next: [stockCall(facts), ...next] };
  }
  if (facts.attention) {
    const { detail, since } = facts.attention;
    return { ...base, step, state: 'attention', waiting_for: detail, since, next };
  }
  if (current.by === 'hand') {
    return { ...base, step, state: 'waiting', waiting_for: `${current.step} by hand`, since: facts.last_at, next };
  }
  return { ...base, step, state: 'working', waiting_for: null, since: facts.last_at, next };
}

function stepsOf({ plan, work }: ProgressFacts): StepProgress[] {
  return (plan?.steps ?? []).map(({ step, required, by }) => {
    const own = work.find((row) => row.step === step);
    return { step, required, by, done: own ? own.done : true, open: own?.qty ?? '0', ready: own?.ready ?? '0' };
  });
}

function stockCall({ short }: ProgressFacts): Call {
  return {
    method: 'POST',
    path: '/inventoryadjustment',
    body: { part_id: null, location_id: null, qty: short[0]!.qty },
    why: `Brings stock of part ${short[0]!.part}; the order goes on by itself`,
  };
}

/** The calls of the contract that move the order on from this step. */
function callsFor(facts: ProgressFacts, step: Step): Call[] {
  const by = (kind: string, why: string) => ({ method: 'POST', path: `/${kind}linebyorder`, body: { order_id: [facts.id] }, why });
  const finish = (kind: string, ids: readonly number[]) =>
    ids.map((id) => ({ method: 'POST', path: `/${kind}/${id}/finish`, body: {}, why: `Finishes ${kind} ${id}` }));
  const perform = (taskId: number) => ({
    method: 'POST', path: `/task/${taskId}/perform`, body: { order_id: [facts.id] }, why: `Does the ${step} step in one call`,
  });
  switch (step) {
    case 'pick':
      return facts.open_picks.length > 0 ? [...finish('pick', facts.open_picks), perform(1)] : [by('pick', 'Makes a pick'), perform(1)];
    case 'pack':
      return facts.open_packs.length > 0 ? [...finish('pack', facts.open_packs), perform(2)] : [by('pack', 'Makes a pack'), perform(2)];
    case 'ship':
      return facts.open_ships.length > 0 ? [...finish('ship', facts.open_ships), perform(3)] : [by('ship', 'Makes a ship'), perform(3)];
    case 'pickup': {
      const pickup = { pickupline_ids: facts.pickupline_ids, site_id: facts.site_id };
      return facts.pickupline_ids.length > 0
        ? [{ method: 'POST', path: '/pickup', body: pickup, why: 'Marks all that stands ready as picked up' }, perform(4)]
        : [perform(4)];
    }
  }
}
