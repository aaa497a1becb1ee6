import { allHandlersFinished, condition, deprecatePatch, setHandler } from '@temporalio/workflow';
import type { OrderSnapshot } from '../../activities/order/activities.ts';
import type { DoneStep } from '../../activities/order/do-steps.ts';
import type { DecisionResult } from '../../activities/order/operator.ts';
import type { Step } from '../../config/planning/plan.ts';
import type { EventSignal } from '../contract/event.ts';
import type { OrderInput, OrderOutcome, Outcome, StepInput } from '../contract/order.ts';
import { BackgroundRequests } from '../shared/background.ts';
import { call, refusalOf } from '../shared/calls.ts';
import { awaitedRelease, awaitedWork } from '../shared/summaries.ts';
import { bookingOf, type CurrentPlan, changeStep, endOf, mergeSnapshot, nextStep } from './current-plan.ts';
import { stepsOf, withoutEarlier } from './earlier.ts';
import { type DraftRequest, IssueState } from './issue-request.ts';
import { type Attention, event, type OrderProgress, type OrderStep, progress, type StepProgress } from './messages.ts';
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
  readonly issue: IssueState;
  /** Number of events and decisions so far. A higher one than before means that something happened. */
  messageCount = 0;
  /** True from the request of a retry until the attempt at the issue, or the report of the attention, that follows. */
  isRetried = false;
  /** The last report of the service, with the steps of the workflow since then. */
  #report: Pick<OrderSnapshot, 'held' | 'relabel' | 'autowork' | 'ruleset' | 'decisions'>;
  /** True where an autowork may be in progress: the workflow reads the progress before it starts anything. */
  #mayHaveAutowork = false;
  /** The counts of messages before and after the last booking: between two messages, the carrier books once. */
  #booked = { from: -1, to: -1 };
  #outcome: Outcome | null = null;
  /** The plan at the start. */
  readonly #start: CurrentPlan & Pick<OrderInput, 'issue'>;
  readonly #backgrounds = new BackgroundRequests();
  readonly #tracker: ProgressTracker;
  readonly #view: OrderView;

  constructor(input: OrderInput) {
    this.input = input;
    this.#start = { steps: stepsOf(input), carrier: input.carrier, issue: input.issue };
    this.plan = { steps: this.#start.steps, carrier: input.carrier };
    this.issue = new IssueState(input);
    this.#report = { held: input.held ?? false };
    this.planWatch.isStale = input.stale ?? false;
    this.#tracker = new ProgressTracker(input.begins);
    this.#view = new OrderView(input);
    this.#show();
  }

  /** Answers the signal and the query from here on. */
  handleMessages(): this {
    setHandler(progress, () => this.progress());
    setHandler(event, (signal) => {
      // The step that waits for it continues without a new read: nothing else has changed.
      if (!this.#backgrounds.take(signal)) this.#onEvent(signal);
    });
    return this;
  }

  #onEvent(signal: EventSignal): void {
    this.issue.onEvent(signal);
    if (signal.event === 'autowork.created') this.#mayHaveAutowork = true;
    if (signal.event === 'salesorder.retried') this.tryAgain();
    if (signal.event === 'salesorder.replanned') this.planWatch.changed();
    this.messageCount += 1;
  }

  /** Somebody requested a retry. */
  tryAgain(): void {
    this.isRetried = true;
  }

  /** False when the order has ended. */
  get isOpen(): boolean {
    return this.#outcome === null;
  }

  /** The request of a waiting draft; null for an order that is issued, or has ended. */
  get draft(): DraftRequest | null {
    return this.isOpen ? this.issue.request : null;
  }

  /** Returns the next step of the plan that has to be done; undefined when the order has ended, or is not issued yet. */
  nextStep(): StepInput | undefined {
    return this.isOpen && !this.draft ? nextStep(this.plan) : undefined;
  }

  /** Returns the name of the next step: `issue` for a waiting draft; null when the order has ended. */
  currentStep(): OrderStep | null {
    return this.draft ? 'issue' : (this.nextStep()?.step ?? null);
  }

  /** Returns true while the step comes next and is done by the same: by hand or automatically. */
  isNext({ step, by }: StepInput): boolean {
    const next = this.nextStep();
    return next?.step === step && next.by === by;
  }

  /** Returns the step of the plan. */
  stepOf(name: Step): StepInput {
    return this.plan.steps.find(({ step }) => step === name) as StepInput;
  }

  changeStep(step: Step, change: Partial<StepInput>): void {
    this.plan = changeStep(this.plan, step, change);
  }

  /** Marks steps as done, with their records and times where the service has reported them. */
  markDone(...done: readonly (Pick<DoneStep, 'step'> & Partial<DoneStep>)[]): void {
    this.reset();
    if (done.length > 0) this.#report = { ...this.#report, held: false };
    for (const { step, record, at } of done) this.changeStep(step, { done: true, record, at });
  }

  /** The carrier and the steps that decide about bookings. */
  get booking(): CurrentPlan {
    return bookingOf(this.plan, this.#start);
  }

  /**
   * True if the carrier has to book again, before the step that needs the booking. A message that came during the
   * last booking counts too: the address may have changed after the label was booked.
   */
  get mustRelabel(): boolean {
    if (!this.#report.relabel || this.#booked.from === this.messageCount) return false;
    if (this.#booked.to === this.messageCount) deprecatePatch('relabel-after-a-message-during-the-booking');
    return true;
  }

  /**
   * The carrier has booked.
   * @param from the count of messages before the booking
   */
  relabelled(from: number): void {
    this.#report = { ...this.#report, relabel: false };
    this.#booked = { from, to: this.messageCount };
  }

  /** True where an autowork of the order is in progress, or may be: the workflow must not start anything beside it. */
  get mustWaitForAutowork(): boolean {
    return this.#mayHaveAutowork || this.#report.autowork != null;
  }

  /** True where an open order is on hold: automatic steps would be refused. */
  get isHeld(): boolean {
    return this.isOpen && this.#report.held;
  }

  /** Somebody holds or releases the order by an update. */
  hold(held: boolean): void {
    this.#report = { ...this.#report, held };
  }

  /**
   * Reads the progress of the order from the service and takes it over: changed plan, steps done by others, end. The workflow ends
   * if the order is fulfilled, voided, unissued or closed short, or if the service does not have it. No other refusal ends it.
   */
  async readProgress(): Promise<OrderSnapshot> {
    this.#mayHaveAutowork = false;
    // An event that arrives from now on may be newer than the answer.
    this.planWatch.isStale = false;
    this.issue.mustRead = false;
    const summary = 'Read the progress of the order';
    const answer = call('readProgress', [this.input.orderId], summary, () => this.enter('working'));
    const snapshot = await answer.catch((error) => {
      if (refusalOf(error).code !== 'record.unknown') throw error;
      return null;
    });
    if (snapshot) this.merge(snapshot);
    else this.end(this.issue.isDeleted ? 'deleted' : 'unknown');
    return snapshot ?? { status: 'unknown', held: false, steps: [] };
  }

  /** Takes over what the service reports. A waiting draft has no plan yet: its forecast stays. */
  merge(snapshot: OrderSnapshot): void {
    if (!snapshot.issue) this.plan = mergeSnapshot(this.plan, snapshot);
    this.issue.merge(snapshot);
    this.#report = snapshot;
    this.#outcome ??= endOf(snapshot);
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

  /** Reports an attention. @returns false where the service refuses the report; the order waits all the same */
  async reportAttention(attention: Attention): Promise<boolean> {
    // The retry of a waiting draft lasts until its next attempt.
    if (attention.step !== 'issue') this.isRetried = false;
    const summary = `Report attention at ${attention.step}: ${attention.code}`;
    try {
      const after = await call('reportAttention', [this.input.orderId, attention], summary);
      this.#report = { ...this.#report, ...after };
      this.#show();
      return true;
    } catch (error) {
      refusalOf(error);
      return false;
    }
  }

  /** After a success the order waits for nothing and needs no attention. */
  reset(): void {
    this.#tracker.reset();
  }

  /**
   * Enters a state that lasts, and shows it in lists, in the details and to the query.
   * @param outcome what lists show of the state
   */
  enter(
    state: ProgressState,
    waitingFor: string | null = null,
    attention: Attention | null = null,
    outcome: string = state,
  ): void {
    this.#tracker.enter(state, waitingFor, attention, Date.now());
    this.#show();
    this.#list(this.currentStep() ?? undefined, outcome);
  }

  #show(): void {
    this.#view.showDetails(this.progress(), this.issue.done, this.#report.decisions ?? []);
  }

  #list(step: OrderStep | 'done' | undefined, outcome: string): void {
    const [RuleSet, Carrier] = [this.#report.ruleset, this.plan.carrier?.name];
    this.#view.list({ Step: step, Outcome: outcome, Reason: this.#tracker.reason, RuleSet, Carrier });
  }

  progress(): OrderProgress {
    const { orderId } = this.input;
    const step = this.currentStep();
    const steps: StepProgress[] = this.plan.steps.map(({ step, required, by, why, done = false, record, at }) => ({
      ...{ step, required, by, done, why },
      ...(at === undefined ? {} : { record: record ?? null, at: new Date(at).toISOString() }),
    }));
    if (this.draft) {
      const why = `asked for by ${this.draft.by}`;
      steps.unshift({ step: 'issue', required: true, by: 'automatic', done: false, why });
    }
    const state = this.#tracker.state === 'booking' ? 'working' : this.#tracker.state;
    return { orderId, step, state: step ? state : 'done', ...this.#tracker.wait, held: this.#report.held, steps };
  }

  /**
   * Notes the decision of an operator and wakes the workflow.
   * @param after the progress after the decision: it replaces what was known before
   */
  noteDecision(note: string, after: DecisionResult['after']): OrderProgress {
    this.#view.addNote(Date.now(), note);
    this.messageCount += 1;
    if (after) {
      this.merge(after);
      this.#showAfter(after);
    }
    this.#show();
    return this.progress();
  }

  /** Shows where the service says that the order is. An attention lasts while the service has it, at the same step. */
  #showAfter(after: NonNullable<DecisionResult['after']>): void {
    const step = this.nextStep();
    const isWaiting = after.state === 'waiting' || after.state === 'attention';
    const enter = (state: ProgressState, wait: string) => this.#tracker.enter(state, wait, null, Date.now());
    if (after.held) enter('held', awaitedRelease(after));
    else if (isWaiting && this.#tracker.wait.attention?.step === this.currentStep()) return;
    else if (isWaiting && step?.by === 'hand') enter('waiting', awaitedWork(step.step, after));
    else this.reset();
  }

  /** Returns the input of the workflow's next run, which reads the progress where this one would. */
  inputOfNextRun(): OrderInput {
    const { request, done, mustRead } = this.issue;
    const stale = this.mustWaitForAutowork || this.planWatch.isStale || mustRead || undefined;
    const rest = {
      stale,
      held: this.#report.held || undefined,
      issue: request ?? undefined,
      issued: done ?? undefined,
      notes: this.#view.notes,
      begins: this.#tracker.begins,
    };
    const { steps, carrier } = this.plan;
    return { ...withoutEarlier(this.input), plan: steps, carrier, ...rest };
  }

  /** Ends the order: by an operator's decision, or because the service does not have it. */
  end(outcome: Outcome): void {
    this.#outcome ??= outcome;
  }

  /** Shows the end of the order, after every update has its answer. */
  async outcome(): Promise<OrderOutcome> {
    if (!allHandlersFinished()) await condition(allHandlersFinished);
    const outcome = this.#outcome ?? 'fulfilled';
    this.end(outcome);
    this.reset();
    this.#show();
    // Of an order that went through, lists show the status Completed: another event would only repeat it.
    if (outcome !== 'fulfilled' || this.#view.isListed) this.#list('done', outcome);
    return { outcome };
  }
}
