import type { PlanRecord } from '../../../client/browser.ts';
import type { Progress, Reason, Shown, StepName } from '../order.ts';

/** A step as the track shows it. */
export interface TrackStep {
  readonly name: StepName;
  readonly state: 'done' | 'now' | 'later' | 'skipped' | 'never';
  readonly by: 'hand' | 'automatic' | null;
  /** Units that are not done, and units that can be done now. */
  readonly open: number;
  readonly ready: number;
  readonly again: boolean;
  readonly notBefore: string | null;
  /** Waiting times until rules are evaluated again, in seconds. */
  readonly waits: readonly number[];
  readonly deadline: number | null;
  readonly reasons: readonly Reason[];
  /** The carrier that is booked before the step. */
  readonly books: string | null;
  readonly requestedBy: string | null;
}

const nothing = { by: null, open: 0, ready: 0, again: false, notBefore: null, waits: [], deadline: null, books: null };

/** Returns the steps from issue to pickup. Before the issue they are read from the plan that the order would get. */
export function trackOf({ order, progress }: Shown, plan: PlanRecord | undefined): TrackStep[] {
  const isIssued = order.issue_date !== null;
  const waits = progress.steps.find(({ step }) => step === 'issue');
  const issue: TrackStep = {
    ...nothing,
    name: 'issue',
    state: isIssued ? 'done' : progress.state === 'done' ? 'never' : 'now',
    by: waits ? 'automatic' : null,
    notBefore: progress.issue?.not_before ?? null,
    reasons: [],
    requestedBy: progress.issue?.requested_by ?? null,
  };
  const own = progress.steps.filter(({ step }) => step !== 'issue');
  const planned = plan?.steps ?? [];
  const rest =
    own.length > 0
      ? own.map((step) => stepOf(step, progress, plan))
      : planned.map(({ step, required, by, deadline, reasons }): TrackStep => {
          const state = required ? (progress.state === 'done' ? 'never' : 'later') : 'skipped';
          return {
            ...nothing,
            name: step,
            state,
            by,
            deadline,
            reasons,
            requestedBy: null,
            books: booksAt(plan, step),
          };
        });
  return [issue, ...rest];
}

function stepOf(step: Progress['steps'][number], progress: Progress, plan: PlanRecord | undefined): TrackStep {
  const { step: name, required, by, done, open, ready, again, not_before, waits } = step;
  const planned = plan?.steps.find((each) => each.step === name);
  const ahead = progress.state === 'done' ? 'never' : name === progress.step ? 'now' : 'later';
  return {
    name,
    state: required ? (done ? 'done' : ahead) : 'skipped',
    by,
    open,
    ready,
    again: again && !done,
    notBefore: done ? null : not_before,
    waits: done ? [] : waits,
    deadline: done ? null : (planned?.deadline ?? null),
    reasons: planned?.reasons ?? [],
    books: booksAt(plan, name),
    requestedBy: null,
  };
}

const booksAt = (plan: PlanRecord | undefined, step: StepName) =>
  plan?.carrier?.book_at === step ? plan.carrier.name : null;
