import type { SearchAttributeUpdatePair } from '@temporalio/common';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { OrderNow } from '../activities/order.ts';
import type { PlannedCarrier, Step } from '../plugins/plan.ts';
import { call, refusalIn } from './calls.ts';
import { details } from './details.ts';
import { type OrderInput, type OrderOutcome, type Outcome, type StepInput, shortened } from './input.ts';
import { type Attention, happened, type OrderProgress, progress } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';
import { autoworkWords, clockTime, inWords } from './words.ts';

/** How it stands with the order while something lasts. `booking` is work that takes as long as the carrier likes. */
export type Standing = 'working' | 'booking' | 'waiting' | 'attention' | 'held';

/** What lists of orders show of it, and filters find it by. */
interface Shown {
  Step: string | undefined;
  Outcome: string | undefined;
  Reason: string | undefined;
}

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
  /** When each thing that it waits for at this step began, milliseconds since 1970: one more try in vain begins nothing new. */
  readonly #began = new Map<string, number>();
  #attention: Attention | null = null;
  #outcome: Outcome | null = null;
  #heard = 0;
  /** Work that somebody asked to be done by itself, as the service last said. */
  #autowork: OrderNow['autowork'] = null;
  /** There is some, or may be: the service is asked before anything is begun. */
  #toldOfAutowork: boolean;
  #planChanged = false;
  #whilePlanHolds: CancellationScope | null = null;
  /** As the service set them at the start; only what differs is ever written. */
  readonly #shown: Shown;

  constructor(input: OrderInput) {
    this.input = input;
    this.#steps = input.steps;
    this.#carrier = input.carrier;
    this.#toldOfAutowork = input.look ?? false;
    this.#shown = { Step: shownAtStart('Step'), Outcome: shownAtStart('Outcome'), Reason: shownAtStart('Reason') };
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
    this.#began.clear();
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** The order has come to its end by somebody's decision. */
  ends(outcome: Outcome): void {
    this.#outcome ??= outcome;
  }

  /** The plan is another one: the service is asked before anything more is done by the old one. */
  planChanged(): void {
    this.#planChanged = true;
    this.#whilePlanHolds?.cancel();
  }

  /** True where the service has to be asked for the plan first. */
  get planIsOld(): boolean {
    return this.#planChanged;
  }

  /**
   * Does something that may take as long as somebody else likes; another plan breaks it off.
   * @returns false where it was broken off
   */
  async whilePlanHolds(work: () => Promise<unknown>): Promise<boolean> {
    const scope = new CancellationScope();
    this.#whilePlanHolds = scope;
    try {
      await scope.run(work);
      return true;
    } catch (error) {
      if (isCancellation(error) && this.#planChanged) return false;
      throw error;
    } finally {
      this.#whilePlanHolds = null;
    }
  }

  done({ step }: StepInput): void {
    this.working();
    this.change(step, { done: true });
  }

  /** Asks the service where the order is, and takes that over: a plan changed meanwhile, steps done by others, the end. */
  async look(): Promise<OrderNow> {
    this.#toldOfAutowork = false;
    this.#planChanged = false;
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
      waited === null
        ? `Have rules speak before ${step}`
        : `Have rules speak after ${inWords(waited)} of waiting at ${step}`;
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
    const from = since ?? Date.now();
    // A plan that is changed later may ask how long it has waited.
    if (since === undefined) this.change(step.step, { since: from });
    if (next === undefined) return this.moreThan(before);
    const left = Math.max(1, from + next * 1000 - Date.now());
    const summary = `Rules speak after ${inWords(next)} of waiting at ${step.step}`;
    const heard = await condition(() => this.#heard !== before || this.historyIsLong(), left, { summary });
    if (this.historyIsLong()) await this.newHistory();
    if (!heard) await this.reach(step, next);
  }

  /** Rules speak once of a moment. */
  #spoken(name: Step, waited: number | null): void {
    const at = this.#steps.findIndex(({ step }) => step === name);
    this.#steps = this.#steps.map((step, index) => {
      const { waits = [], spoken = 0 } = step;
      if (waited === null) return index <= at ? { ...step, again: false, spoken } : step;
      if (step.step !== name) return step;
      return { ...step, waits: waits.filter((each) => each > waited), spoken: Math.max(spoken, waited) };
    });
  }

  #takeOver(now: OrderNow): void {
    this.#steps = now.steps.map((step) => {
      const own = this.#steps.find((known) => known.step === step.step);
      const { since, spoken } = own ?? {};
      // What rules have said to once they are not asked again, whatever the plan of now names.
      const again = spoken === undefined && (step.again ?? own?.again ?? false);
      const waits = (step.waits ?? own?.waits ?? []).filter((each) => each > (spoken ?? 0));
      const why = step.why ?? this.#why(step.step, step.required);
      return { ...step, why, again, waits, since, spoken };
    });
    if (now.carrier !== undefined) this.#carrier = now.carrier;
    this.#autowork = now.autowork ?? null;
    this.#outcome ??= outcomes[now.status] ?? null;
  }

  /** True where somebody has the order worked off by itself, or may have: nothing is to be begun beside it. */
  get standsBack(): boolean {
    return this.#toldOfAutowork || this.#autowork != null;
  }

  /** Until no autowork is under way: two that drive an order would both ask its carrier for labels. */
  async standBack(): Promise<void> {
    for (;;) {
      const before = this.heard;
      await this.look();
      if (!this.#autowork) return;
      this.stays('waiting', autoworkWords(this.#autowork));
      await this.moreThan(before);
    }
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
    if (!this.#began.has(this.#what())) this.#began.set(this.#what(), Date.now());
    this.#show();
    this.#upsert(this.next()?.step, standing, this.#reason());
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
      look: this.standsBack || this.#planChanged || undefined,
    });
  }

  /** The end: said to everybody, after those who still wait for an answer have it. */
  async outcome(): Promise<OrderOutcome> {
    if (!allHandlersFinished()) await condition(allHandlersFinished);
    const outcome = this.#outcome ?? 'fulfilled';
    this.#outcome = outcome;
    this.working();
    this.#show();
    this.#upsert('done', outcome, undefined);
    return { outcome };
  }

  progress(): OrderProgress {
    const step = this.next()?.step ?? null;
    const standing = this.#standing === 'booking' ? 'working' : this.#standing;
    const began = this.#began.get(this.#what());
    return {
      orderId: this.input.orderId,
      step,
      state: step ? standing : 'done',
      waitingFor: this.#waitingFor,
      since: began === undefined ? null : new Date(began).toISOString(),
      attention: this.#attention,
      steps: this.#steps.map(({ step, required, by, why, done = false }) => ({ step, required, by, done, why })),
    };
  }

  /** Opens the desk: from here on, signals and the query are answered. */
  open(): void {
    setHandler(progress, () => this.progress());
    setHandler(happened, ({ event }) => {
      if (event === 'autowork.created') this.#toldOfAutowork = true;
      // Histories of before this look at the order again where they did then.
      if (event === 'salesorder.replanned' && patched('another-plan')) this.planChanged();
      this.#heard += 1;
    });
  }

  /** An operator decided something: it is noted, and the order goes on from there. */
  decided(note: string): OrderProgress {
    this.#notes.push(`${clockTime(Date.now())}: ${note}`);
    this.#heard += 1;
    this.#show();
    return this.progress();
  }

  change(name: Step, change: Partial<StepInput>): void {
    this.#steps = this.#steps.map((step) => (step.step === name ? { ...step, ...change } : step));
  }

  /** Reasons come with the start; where the plan was changed since, the service's `/plan` has the new ones. */
  #why(name: Step, required: boolean): string {
    const known = this.#steps.find(({ step }) => step === name);
    return known && known.required === required ? known.why : 'the plan was changed: see GET /salesorder/{id}/plan';
  }

  /** What it waits for, or is stuck at. */
  #what(): string {
    return this.#attention?.detail ?? `${this.#standing} ${this.#waitingFor}`;
  }

  /** Why it stands still, for lists; undefined where it does not, or only waits for its turn. */
  #reason(): string | undefined {
    if (this.#attention) return shortened(`${this.#attention.code}: ${this.#attention.detail}`);
    return this.#standing === 'held' && this.#waitingFor ? shortened(this.#waitingFor) : undefined;
  }

  #show(): void {
    setCurrentDetails(details(this.progress(), this.#notes, this.input.rules ?? []));
  }

  /** Writing costs an event and work of the visibility store, and so only what changed is written. */
  #upsert(Step: string | undefined, Outcome: string, Reason: string | undefined): void {
    const pairs: SearchAttributeUpdatePair[] = [];
    if (Step !== undefined && Step !== this.#shown.Step) pairs.push({ key: searchAttributes.Step, value: Step });
    if (Outcome !== this.#shown.Outcome) pairs.push({ key: searchAttributes.Outcome, value: Outcome });
    if (Reason !== this.#shown.Reason) {
      // Histories of before `Reason` wrote nothing where only it would have changed.
      if (pairs.length === 0 && !patched('another-reason')) return;
      pairs.push({ key: searchAttributes.Reason, value: Reason ?? null });
    }
    if (pairs.length === 0) return;
    Object.assign(this.#shown, { Outcome, Reason }, Step === undefined ? {} : { Step });
    upsertSearchAttributes(pairs);
  }
}

/** Opens a desk for the order. */
export function operatorDesk(input: OrderInput): OperatorDesk {
  const desk = new OperatorDesk(input);
  desk.open();
  return desk;
}

function shownAtStart(name: keyof Shown): string | undefined {
  return workflowInfo().typedSearchAttributes.get(searchAttributes[name]) as string | undefined;
}
