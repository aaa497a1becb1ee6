import { allHandlersFinished, condition, patched, setHandler } from '@temporalio/workflow';
import type { OrderSnapshot } from '../../activities/order/activities.ts';
import type { DoneStep } from '../../activities/order/do-steps.ts';
import type { Step } from '../../config/planning/plan.ts';
import type { OrderInput, OrderOutcome, Outcome, StepInput } from '../contract/order.ts';
import { BackgroundRequests } from '../shared/background.ts';
import { call, refusalIn } from '../shared/calls.ts';
import { bookingOf, type CurrentPlan, changeStep, endOf, mergeSnapshot, nextStep } from './current-plan.ts';
import { waysOut } from './decisions.ts';
import { IssueState } from './issue-request.ts';
import { type Attention, event, type OrderProgress, type OrderStep, progress } from './messages.ts';
import { PlanWatch } from './plan-watch.ts';
import { type ProgressState, ProgressTracker } from './progress-state.ts';
import { OrderView } from './view.ts';

/**
 * Holds the state of an order's workflow and shows it: plan, progress, search attributes and details. The service owns every
 * fact; the state is a copy of its last report.
 */
export class OrderWorkflowState {
  readonly input: OrderInput;
  plan: CurrentPlan;
  readonly planWatch = new PlanWatch();
  readonly #backgrounds = new BackgroundRequests();
  readonly issue: IssueState;
  readonly #tracker = new ProgressTracker();
  readonly #view: OrderView;
  #outcome: Outcome | null = null;
  /** The rule set of the plan, where the service has reported it. */
  #ruleset: string | undefined;
  #messageCount = 0;
  /** True from the request of a retry until the next report of an attention: the service waits for that report. */
  #isRetried = false;
  /** The autowork in progress, as the service last reported. */
  #autowork: OrderSnapshot['autowork'] = null;
  /** True where the labels were voided with a change of address, as the service last reported. */
  #mustRelabel = false;
  /** The counts of messages before and after the last booking: between two messages, the carrier books once. */
  #booked = { from: -1, to: -1 };
  /** True where the order is on hold, as the start or the service last reported. */
  #isHeld: boolean;
  /** True where an autowork may be in progress: the workflow reads the progress before it starts anything. */
  #mayHaveAutowork = false;

  constructor(input: OrderInput) {
    this.input = input;
    this.plan = { steps: input.steps, carrier: input.carrier };
    this.issue = new IssueState(input.issue, input.issued);
    this.#isHeld = input.held ?? false;
    if (input.stale) this.planWatch.changed();
    this.#view = new OrderView(input.rules ?? []);
    this.#show();
  }

  /** Answers the signal and the query from here on. */
  handleMessages(): this {
    setHandler(progress, () => this.progress());
    setHandler(event, (signal) => {
      // The step that waits for it continues without a new read: nothing else has changed.
      if (this.#backgrounds.take(signal)) return;
      const { event } = signal;
      this.issue.onEvent(signal);
      if (event === 'autowork.created') this.#mayHaveAutowork = true;
      if (event === 'salesorder.retried') this.#isRetried = true;
      if (event === 'salesorder.replanned') this.planWatch.changed();
      this.#messageCount += 1;
    });
    return this;
  }

  /** Returns the next step of the plan that has to be done; undefined when the order has ended, or is not issued yet. */
  nextStep(): StepInput | undefined {
    return this.isOpen && !this.issue.request ? nextStep(this.plan) : undefined;
  }

  /** False when the order has ended. */
  get isOpen(): boolean {
    return this.#outcome === null;
  }

  /** Returns the name of the next step: `issue` for a waiting draft; null when the order has ended. */
  currentStep(): OrderStep | null {
    if (this.isOpen && this.issue.request) return 'issue';
    return this.nextStep()?.step ?? null;
  }

  /** Returns true while the step comes next and is done by the same: by hand or automatically. */
  isNext({ step, by }: StepInput): boolean {
    const next = this.nextStep();
    return next?.step === step && next.by === by;
  }

  changeStep(step: Step, change: Partial<StepInput>): void {
    this.plan = changeStep(this.plan, step, change);
  }

  /** Returns the step of the plan. */
  stepOf(name: Step): StepInput {
    return this.plan.steps.find(({ step }) => step === name) as StepInput;
  }

  /** Marks steps as done, with their records and times where the service has reported them. */
  markDone(...done: readonly (Pick<DoneStep, 'step'> & Partial<DoneStep>)[]): void {
    this.reset();
    if (done.length > 0) this.#isHeld = false;
    for (const { step, record, at } of done) this.changeStep(step, { done: true, record, at });
  }

  /**
   * Reads the progress of the order from the service and takes it over: changed plan, steps done by others, end. The workflow ends
   * if the order is fulfilled, voided, unissued or closed short, or if the service does not have it. No other refusal ends it.
   */
  async readProgress(): Promise<OrderSnapshot> {
    this.#mayHaveAutowork = false;
    this.planWatch.renewed();
    this.issue.reading();
    const summary = 'Read the progress of the order';
    const answer = call('readProgress', [this.input.orderId], summary, () => this.enter('working'));
    const snapshot = await answer.catch((error) => {
      if (refusalIn(error)?.code !== 'record.unknown') throw error;
      return null;
    });
    if (snapshot) {
      this.merge(snapshot);
      return snapshot;
    }
    this.end(this.issue.isDeleted ? 'deleted' : 'unknown');
    this.issue.merge(null, false);
    return { status: 'unknown', held: false, steps: [] };
  }

  /**
   * Waits until the service has finished a background request.
   * @returns the id of the record that it made; true without one
   * @throws the refusal of the request, see `refusalIn`
   */
  backgroundEnd(path: string, summary: string): Promise<number | true> {
    const read = async () => (await call('readBackgroundRequest', [path], `${summary}: read the answer`)) || null;
    return this.#backgrounds.result(path, summary, read);
  }

  merge(snapshot: OrderSnapshot): void {
    // A waiting draft has no plan yet: its forecast stays.
    if (!snapshot.issue) this.plan = mergeSnapshot(this.plan, snapshot);
    this.#ruleset = snapshot.ruleset ?? this.#ruleset;
    this.issue.merge(snapshot.issue ?? null, !['Draft', 'Void'].includes(snapshot.status));
    this.#autowork = snapshot.autowork ?? null;
    this.#mustRelabel = snapshot.relabel ?? false;
    // Workflows of an earlier version learn of a hold by a refusal.
    this.#isHeld = snapshot.held && this.input.doSteps === true;
    this.#outcome ??= endOf(snapshot);
  }

  /**
   * True if the carrier has to book again, before the step that needs the booking. A message that came during the
   * last booking counts too: the address may have changed after the label was booked.
   */
  get mustRelabel(): boolean {
    if (!this.#mustRelabel || this.#booked.from === this.#messageCount) return false;
    return this.#booked.to !== this.#messageCount || patched('relabel-after-a-message-during-the-booking');
  }

  /**
   * The carrier has booked.
   * @param from the count of messages before the booking
   */
  relabelled(from: number): void {
    this.#mustRelabel = false;
    this.#booked = { from, to: this.#messageCount };
  }

  /** True where an autowork of the order is in progress, or may be: the workflow must not start anything beside it. */
  get mustWaitForAutowork(): boolean {
    return this.#mayHaveAutowork || this.#autowork != null;
  }

  /** True where an open order is on hold: automatic steps would be refused. */
  get isHeld(): boolean {
    return this.isOpen && this.#isHeld;
  }

  /** True where somebody requested a retry since the last report of an attention. */
  get isRetried(): boolean {
    return this.#isRetried;
  }

  /** Somebody requested a retry by an update. */
  tryAgain(): void {
    this.issue.tryAgain();
    this.#isRetried = true;
  }

  get progressState(): ProgressState {
    return this.#tracker.state;
  }

  /** After a success the order waits for nothing and needs no attention. */
  reset(): void {
    this.#tracker.reset();
  }

  /** Enters a state that lasts, and shows it in lists, in the details and to the query. */
  enter(state: ProgressState, waitingFor: string | null = null, attention: Attention | null = null): void {
    this.#tracker.enter(state, waitingFor, attention, Date.now());
    this.#show();
    this.#list(this.currentStep() ?? undefined, state);
  }

  #list(step: OrderStep | 'done' | undefined, outcome: string): void {
    const [RuleSet, Carrier] = [this.#ruleset, this.plan.carrier?.name];
    this.#view.list({ Step: step, Outcome: outcome, Reason: this.#tracker.reason, RuleSet, Carrier });
  }

  progress(): OrderProgress {
    const step = this.currentStep();
    const { request } = this.issue;
    const state = this.#tracker.state === 'booking' ? 'working' : this.#tracker.state;
    const steps = this.plan.steps.map(({ step, required, by, why, done = false, record, at }) => ({
      ...{ step, required, by, done, why },
      ...(at === undefined ? {} : { record: record ?? null, at: new Date(at).toISOString() }),
    }));
    const issue = { step: 'issue', required: true, by: 'automatic', done: false } as const;
    const all = request && this.isOpen ? [{ ...issue, why: `asked for by ${request.by}` }, ...steps] : steps;
    return { orderId: this.input.orderId, step, state: step ? state : 'done', ...this.#tracker.wait(), steps: all };
  }

  /** Number of events and decisions so far. A higher one than before means that something happened. */
  get messageCount(): number {
    return this.#messageCount;
  }

  /** Notes the decision of an operator and wakes the workflow. */
  noteDecision(note: string): OrderProgress {
    this.#view.addNote(Date.now(), note);
    this.#messageCount += 1;
    this.#show();
    return this.progress();
  }

  /** Returns the input of the workflow's next run, which reads the progress where this one would. */
  inputOfNextRun(): OrderInput {
    const stale = this.mustWaitForAutowork || this.planWatch.isStale || undefined;
    const { request, done } = this.issue;
    const rest = { stale, held: this.#isHeld || undefined, issue: request ?? undefined, issued: done ?? undefined };
    // A new history leaves the path of earlier versions.
    return { ...this.input, ...this.plan, doSteps: true, ...rest };
  }

  /** Shows that somebody canceled the workflow while the order is open. */
  abandon(attention: Attention): void {
    this.#tracker.enter('attention', 'a person who has it driven again', attention, Date.now());
    this.#show();
    this.#list(attention.step, 'abandoned');
  }

  #show(): void {
    const progress = this.progress();
    this.#view.showDetails(progress, this.issue.done, waysOut(progress, bookingOf(this.plan, this.input)));
  }

  /** Reports an attention. @returns false where the service refuses the report; the order waits all the same */
  async reportAttention(attention: Attention): Promise<boolean> {
    this.#isRetried = false;
    const summary = `Report attention at ${attention.step}: ${attention.code}`;
    const args: [number, Attention] = [this.input.orderId, attention];
    try {
      await call('reportAttention', args, summary);
      return true;
    } catch (error) {
      if (!refusalIn(error)) throw error;
      return false;
    }
  }

  /** Ends the order: by an operator's decision, or because the service does not have it. */
  end(outcome: Outcome): void {
    this.#outcome ??= outcome;
  }

  /** Shows the end of the order, after every update has its answer. */
  async outcome(): Promise<OrderOutcome> {
    if (!allHandlersFinished()) await condition(allHandlersFinished);
    const outcome = this.#outcome ?? 'fulfilled';
    this.#outcome = outcome;
    this.reset();
    this.#show();
    // Of an order that went through, lists show the status Completed: another event would only repeat it.
    if (outcome !== 'fulfilled' || this.#view.isListed) this.#list('done', outcome);
    return { outcome };
  }
}
