import { allHandlersFinished, condition, patched, setHandler } from '@temporalio/workflow';
import type { OrderNow } from '../../activities/order/activities.ts';
import type { Step } from '../../planning/plan.ts';
import type { OrderInput, OrderOutcome, Outcome, StepInput } from '../contract/order.ts';
import { call } from '../shared/calls.ts';
import { changed, endOf, nextStep, type PlanNow, takeOver } from './current-plan.ts';
import { type Attention, type OrderProgress, progress, recordEvent } from './messages.ts';
import { PlanWatch } from './plan-watch.ts';
import { ActionSubject, type Standing } from './status.ts';
import { Shown } from './view.ts';

/**
 * Where an order's workflow keeps what it knows, and where people and the service reach it: signals, updates, the
 * progress query, search attributes and current details. Facts are the service's; what is kept here is what it last said.
 */
export class OrderWorkflowState {
  readonly input: OrderInput;
  plan: PlanNow;
  readonly planWatch = new PlanWatch();
  readonly #standing = new ActionSubject();
  readonly #shown: Shown;
  #outcome: Outcome | null = null;
  #heard = 0;
  /** Work that somebody asked to be done by itself, as the service last said. */
  #autowork: OrderNow['autowork'] = null;
  /** There is some, or may be: the service is asked before anything is begun. */
  #toldOfAutowork: boolean;

  constructor(input: OrderInput) {
    this.input = input;
    this.plan = { steps: input.steps, carrier: input.carrier };
    this.#toldOfAutowork = input.look ?? false;
    this.#shown = new Shown(input.rules ?? []);
    this.#shown.details(this.progress());
  }

  /** The next step that has to be done; undefined when the order has come to its end. */
  next(): StepInput | undefined {
    return this.#outcome ? undefined : nextStep(this.plan);
  }

  /** True while the step is still what has to be done next, in the same way. */
  still({ step, by }: StepInput): boolean {
    const next = this.next();
    return next?.step === step && next.by === by;
  }

  change(step: Step, change: Partial<StepInput>): void {
    this.plan = changed(this.plan, step, change);
  }

  done({ step }: StepInput): void {
    this.working();
    this.change(step, { done: true });
  }

  /** Asks the service where the order is, and takes that over: a plan changed meanwhile, steps done by others, the end. */
  async look(): Promise<OrderNow> {
    this.#toldOfAutowork = false;
    this.planWatch.renewed();
    const now = await call('look', [this.input.orderId], 'Look where the order is', () => this.stays('working'));
    this.takeOver(now);
    return now;
  }

  takeOver(now: OrderNow): void {
    this.plan = takeOver(this.plan, now);
    this.#autowork = now.autowork ?? null;
    this.#outcome ??= endOf(now);
  }

  /** True where somebody has the order worked off by itself, or may have: nothing is to be begun beside it. */
  get standsBack(): boolean {
    return this.#toldOfAutowork || this.#autowork != null;
  }

  get standing(): Standing {
    return this.#standing.standing;
  }

  /** Something went through: a complaint about it is settled. */
  working(): void {
    this.#standing.works();
  }

  /** It stays like this for a while: shown in lists, in the details and to the query. */
  stays(standing: Standing, waitingFor: string | null = null, attention: Attention | null = null): void {
    this.#standing.stays(standing, waitingFor, attention, Date.now());
    this.#shown.details(this.progress());
    this.#shown.lists({ Step: this.next()?.step, Outcome: standing, Reason: this.#standing.reason });
  }

  progress(): OrderProgress {
    const step = this.next()?.step ?? null;
    const standing = this.standing === 'booking' ? 'working' : this.standing;
    const steps = this.plan.steps.map(({ step, required, by, why, done = false }) => ({
      step,
      required,
      by,
      done,
      why,
    }));
    return { orderId: this.input.orderId, step, state: step ? standing : 'done', ...this.#standing.told, steps };
  }

  /** How much was heard so far: more than before, where something happened meanwhile. */
  get heard(): number {
    return this.#heard;
  }

  /** An operator decided something: it is noted, and the order goes on from there. */
  decided(note: string): OrderProgress {
    this.#shown.note(Date.now(), note);
    this.#heard += 1;
    this.#shown.details(this.progress());
    return this.progress();
  }

  /** What a new history is started with: it looks again, as after any start. */
  goesOnWith(): OrderInput {
    return { ...this.input, ...this.plan, look: this.standsBack || this.planWatch.isOld || undefined };
  }

  /** The order has come to its end by somebody's decision. */
  ends(outcome: Outcome): void {
    this.#outcome ??= outcome;
  }

  /** The end: said to everybody, after those who still wait for an answer have it. */
  async outcome(): Promise<OrderOutcome> {
    if (!allHandlersFinished()) await condition(allHandlersFinished);
    const outcome = this.#outcome ?? 'fulfilled';
    this.#outcome = outcome;
    this.working();
    this.#shown.details(this.progress());
    this.#shown.lists({ Step: 'done', Outcome: outcome, Reason: undefined });
    return { outcome };
  }

  /** Opens the desk: from here on, signals and the query are answered. */
  open(): this {
    setHandler(progress, () => this.progress());
    setHandler(recordEvent, ({ event }) => {
      if (event === 'autowork.created') this.#toldOfAutowork = true;
      // Histories of before this look at the order again where they did then.
      if (event === 'salesorder.replanned' && patched('another-plan')) this.planWatch.changed();
      this.#heard += 1;
    });
    return this;
  }
}
