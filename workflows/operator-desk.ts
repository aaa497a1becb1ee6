import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { CallResult, OrderNow } from '../activities/order.ts';
import type { PlannedCarrier, Step } from '../plugins/plan.ts';
import { finished } from './background.ts';
import { call, refusalIn } from './calls.ts';
import { details } from './details.ts';
import type { OrderInput, OrderOutcome, Outcome, StepInput } from './input.ts';
import {
  type Asked,
  type Attention,
  cancel,
  happened,
  type OrderProgress,
  progress,
  retry,
  type SkipAsked,
  skip,
} from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** How it stands with the order while something lasts. `booking` is work that takes as long as the carrier likes. */
export type Standing = 'working' | 'booking' | 'waiting' | 'attention' | 'held';

/** Statuses in which there is nothing left to drive. */
const outcomes: Readonly<Record<string, Outcome>> = {
  Fulfilled: 'fulfilled',
  Void: 'voided',
  Draft: 'unissued',
  'Closed Short': 'closed short',
};

/**
 * Where an order's workflow keeps what it knows, and where people and the service reach it: signals, updates, the
 * progress query, search attributes and current details. Facts are the service's; what is kept here is what it last said.
 */
export class OperatorDesk {
  readonly input: OrderInput;
  readonly #notes: string[] = [];
  #steps: StepInput[];
  #carrier: PlannedCarrier | null;
  #standing: Standing = 'working';
  #waitingFor: string | null = null;
  #attention: Attention | null = null;
  #outcome: Outcome | null = null;
  #heard = 0;
  /** As the service set them at the start; only what differs is ever written. */
  readonly #shown: { Step: string | undefined; Outcome: string | undefined };

  constructor(input: OrderInput) {
    this.input = input;
    this.#steps = input.steps;
    this.#carrier = input.carrier;
    this.#shown = { Step: shownAtStart('Step'), Outcome: shownAtStart('Outcome') };
    this.#show();
  }

  /** The next step that has to be done; undefined when the order has come to its end. */
  next(): StepInput | undefined {
    if (this.#outcome) return undefined;
    return this.#steps.find(({ required, done }) => required && !done);
  }

  /** True while the step is still what has to be done next, in the same way. */
  still({ step, by }: StepInput): boolean {
    const next = this.next();
    return next?.step === step && next.by === by;
  }

  /** How much was heard so far; with `moreThan` it tells whether something happened meanwhile. */
  get heard(): number {
    return this.#heard;
  }

  /** Something went through: a complaint about it is settled. */
  working(): void {
    this.#standing = 'working';
    this.#waitingFor = null;
    this.#attention = null;
  }

  done({ step }: StepInput): void {
    this.working();
    this.#change(step, { done: true });
  }

  /** Asks the service where the order is, and takes that over: a plan changed meanwhile, steps done by others, the end. */
  async look(): Promise<OrderNow> {
    const now = await call('look', [this.input.orderId], 'Look where the order is', () => this.stays('working'));
    this.#takeOver(now);
    return now;
  }

  /**
   * Tells the service that the order has come to the step, or has waited so long at it, and takes over what the rules made of
   * the plan. What the service refuses is looked at as anything else is.
   */
  async reach({ step }: StepInput, waited: number | null = null): Promise<void> {
    const summary =
      waited === null ? `Have rules speak before ${step}` : `Have rules speak after ${waited} s of waiting at ${step}`;
    this.#spoken(step, waited);
    const asked = call('reach', [this.input.orderId, { step, waited }], summary, () => this.stays('working'));
    const now = await asked.catch((error) => {
      if (!refusalIn(error)) throw error;
      return null;
    });
    if (now) this.#takeOver(now);
    else await this.look();
  }

  /** Until more was heard than `before`, or the order has waited long enough at the step for rules to speak. */
  async moreThanOrWaited(step: StepInput, before: number): Promise<void> {
    const { waits = [], since } = this.#steps.find((own) => own.step === step.step) ?? step;
    const [next] = waits;
    if (next === undefined) return this.moreThan(before);
    const from = since ?? Date.now();
    if (since === undefined) this.#change(step.step, { since: from });
    const left = Math.max(1, from + next * 1000 - Date.now());
    const heard = await condition(() => this.#heard !== before || this.historyIsLong(), left);
    if (this.historyIsLong()) await this.newHistory();
    if (!heard) await this.reach(step, next);
  }

  /** Rules speak once of a moment. */
  #spoken(name: Step, waited: number | null): void {
    const at = this.#steps.findIndex(({ step }) => step === name);
    this.#steps = this.#steps.map((step, index) => {
      if (waited === null) return index <= at ? { ...step, again: false } : step;
      return step.step === name ? { ...step, waits: (step.waits ?? []).filter((each) => each > waited) } : step;
    });
  }

  #takeOver(now: OrderNow): void {
    this.#steps = now.steps.map((step) => {
      const { again, waits, since } = this.#steps.find((own) => own.step === step.step) ?? {};
      const moments = { ...(again ? { again } : {}), ...(waits ? { waits } : {}), ...(since ? { since } : {}) };
      return { ...step, why: this.#why(step.step, step.required), ...moments };
    });
    if (now.carrier !== undefined) this.#carrier = now.carrier;
    this.#outcome ??= outcomes[now.status] ?? null;
  }

  /** Whose bookings the plan asks for, and before which step: as at the start, unless the plan was changed in it since. */
  get booking(): Pick<OrderInput, 'carrier' | 'steps'> {
    const [was, now] = [this.input.carrier, this.#carrier];
    if (was?.name === now?.name && was?.book_at === now?.book_at) return this.input;
    return { carrier: now, steps: this.#steps };
  }

  /** It stays like this for a while: shown in lists, in the details and to the query. */
  stays(standing: Standing, waitingFor: string | null = null, attention: Attention | null = null): void {
    this.#standing = standing;
    this.#waitingFor = waitingFor;
    this.#attention = attention;
    this.#show();
    this.#upsert(this.next()?.step, standing);
  }

  /** Until more was heard than `before`: an event, or an operator. Long histories go on as new ones meanwhile. */
  async moreThan(before: number): Promise<void> {
    await condition(() => this.#heard !== before || this.historyIsLong());
    if (this.historyIsLong()) await this.newHistory();
  }

  historyIsLong(): boolean {
    return workflowInfo().continueAsNewSuggested;
  }

  /** Goes on in a new run, which looks again as after any start. */
  async newHistory(): Promise<never> {
    await condition(allHandlersFinished);
    return await continueAsNew<(input: OrderInput) => Promise<OrderOutcome>>({
      ...this.input,
      steps: this.#steps,
      carrier: this.#carrier,
    });
  }

  /** The end: said to everybody, after those who still wait for an answer have it. */
  async outcome(): Promise<OrderOutcome> {
    if (!allHandlersFinished()) await condition(allHandlersFinished);
    const outcome = this.#outcome ?? 'fulfilled';
    this.#outcome = outcome;
    this.working();
    this.#show();
    this.#upsert('done', outcome);
    return { outcome };
  }

  progress(): OrderProgress {
    const step = this.next()?.step ?? null;
    const standing = this.#standing === 'booking' ? 'working' : this.#standing;
    return {
      orderId: this.input.orderId,
      step,
      state: step ? standing : 'done',
      waitingFor: this.#waitingFor,
      attention: this.#attention,
      steps: this.#steps.map(({ step, required, by, why, done = false }) => ({ step, required, by, done, why })),
    };
  }

  /** Opens the desk: from here on, signals, updates and queries are answered. */
  open(): void {
    setHandler(progress, () => this.progress());
    setHandler(happened, () => {
      this.#heard += 1;
    });
    setHandler(retry, ({ by }) => this.#decided(`${by} had it tried again`), {
      description: 'Try again what the order is in attention for',
      validator: (asked) => this.#onlyInAttention(asked),
    });
    setHandler(skip, (asked) => this.#skip(asked), {
      description: 'Go on without a step that is not done',
      validator: (asked) => this.#onlyOpen(asked),
    });
    setHandler(cancel, ({ by }) => this.#cancel(by), {
      description: 'Void the order',
      validator: (asked) => this.#onlyUnderWay(asked),
    });
  }

  async #skip({ step, by }: SkipAsked): Promise<OrderProgress> {
    const what = `Skip ${step}, as ${by} decided`;
    await accepted(call('skip', [this.input.orderId, { step, by }], what), what);
    this.#change(step, { required: false, why: `${by} skipped it` });
    return this.#decided(`${by} skipped ${step}`);
  }

  async #cancel(by: string): Promise<OrderProgress> {
    const what = `Void the order, as ${by} decided`;
    await accepted(call('void', [this.input.orderId], what), what);
    this.#outcome ??= 'voided';
    return this.#decided(`${by} canceled the order`);
  }

  #decided(note: string): OrderProgress {
    this.#notes.push(note);
    this.#heard += 1;
    this.#show();
    return this.progress();
  }

  #onlyInAttention(asked: Asked): void {
    this.#onlyUnderWay(asked);
    if (this.#standing !== 'attention') throw new Error(`The order is not in attention: it is ${this.#standing}.`);
  }

  #onlyUnderWay(asked: Asked): void {
    if (!asked?.by) throw new Error('Say who asks for it: {"by": "…"}.');
    if (!this.next()) throw new Error('The order has already come to its end.');
  }

  #onlyOpen(asked: SkipAsked): void {
    this.#onlyUnderWay(asked);
    const step = this.#steps.find(({ step }) => step === asked.step);
    if (!step) {
      const known = this.#steps.map(({ step }) => step).join(', ');
      throw new Error(`There is no step ${asked.step}; steps are ${known}.`);
    }
    if (step.done) throw new Error(`The order's ${asked.step} is already done.`);
    if (!step.required) throw new Error(`The order has no ${asked.step} step to skip.`);
  }

  #change(name: Step, change: Partial<StepInput>): void {
    this.#steps = this.#steps.map((step) => (step.step === name ? { ...step, ...change } : step));
  }

  /** Reasons come with the start; where the plan was changed since, the service's `/plan` has the new ones. */
  #why(name: Step, required: boolean): string {
    const known = this.#steps.find(({ step }) => step === name);
    return known && known.required === required ? known.why : 'the plan was changed: see GET /salesorder/{id}/plan';
  }

  #show(): void {
    setCurrentDetails(details(this.progress(), this.#notes));
  }

  /** Writing costs an event and work of the visibility store, and so only what changed is written. */
  #upsert(Step: string | undefined, Outcome: string): void {
    const pairs = [];
    if (Step !== undefined && Step !== this.#shown.Step) pairs.push({ key: searchAttributes.Step, value: Step });
    if (Outcome !== this.#shown.Outcome) pairs.push({ key: searchAttributes.Outcome, value: Outcome });
    if (pairs.length === 0) return;
    Object.assign(this.#shown, { Outcome }, Step === undefined ? {} : { Step });
    upsertSearchAttributes(pairs);
  }
}

/** Opens a desk for the order. */
export function operatorDesk(input: OrderInput): OperatorDesk {
  const desk = new OperatorDesk(input);
  desk.open();
  return desk;
}

function shownAtStart(name: 'Step' | 'Outcome'): string | undefined {
  return workflowInfo().typedSearchAttributes.get(searchAttributes[name]) as string | undefined;
}

/** What the service refuses fails the update that asked for it, with the service's words, and not the workflow. */
async function accepted(asked: Promise<CallResult>, what: string): Promise<void> {
  try {
    const { background } = await asked;
    if (background !== null) await finished(background, what);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) throw ApplicationFailure.nonRetryable(refusal.detail, refusal.code);
    throw error;
  }
}
