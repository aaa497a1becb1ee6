import type { UpdateDefinition } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import type { DecisionResult, OperatorActivities } from '../../activities/order/operator.ts';
import type { By, Step } from '../../config/planning/plan.ts';
import { call } from '../shared/calls.ts';
import { asPerson, assertAccount, type Decision, failUpdate } from '../shared/operator-decision.ts';
import {
  automatic,
  byHand,
  cancel,
  changeCarrier,
  hold,
  ignoreWarnings,
  type OrderProgress,
  release,
  replan,
  retry,
  skip,
} from './messages.ts';
import { type DecisionName, objectionTo } from './possible-updates.ts';
import type { OrderWorkflowState } from './state.ts';

/** How a decision of a person is carried out. */
interface Execution {
  /** The call that stores the decision. */
  activity: keyof OperatorActivities;
  /** The effect of the call, for its summary. */
  what: string;
  /** The decision of the person, for the details. */
  note: string;
  /** Takes an accepted decision over into the state of the workflow. */
  accept(): void;
}

/**
 * Answers the updates that operators use to decide about an order. Each update is the call of the interface that
 * does the same, on behalf of the account that decides: the service checks its permissions, and plan and timeline
 * name it. An impossible decision is refused before it enters the history.
 */
export function handleUpdates(state: OrderWorkflowState): void {
  handle(state, retry, 'Try again what put the order in attention', (by) => ({
    activity: 'retry',
    what: 'Try it again',
    note: `${by} had it tried again`,
    accept: () => state.tryAgain(),
  }));
  handle(state, ignoreWarnings, 'Issue a waiting draft in spite of its warnings', (by) => {
    const warnings = state.issue.request?.warnings ?? [];
    return {
      activity: 'ignoreWarnings',
      what: 'Issue it in spite of its warnings',
      note: `${by} had it issued in spite of its warnings`,
      accept: () => state.issue.accepted(by, warnings),
    };
  });
  handle(state, skip, 'Continue without a pack or ship step that is not done', (by, { step }) => ({
    activity: 'skip',
    what: `Skip ${step}`,
    note: `${by} skipped ${step}`,
    accept: () => state.changeStep(step, { required: false, why: `${by} skipped it` }),
  }));
  handle(state, byHand, 'Have people do a step that is not done', (by, { step }) => setBy(state, by, step, 'hand'));
  handle(state, automatic, 'Have Conveyor do a step that is not done', (by, { step }) =>
    setBy(state, by, step, 'automatic'),
  );
  handle(state, changeCarrier, 'Send the order with another carrier, by its name', (by, { carrier }) => ({
    activity: 'changeCarrier',
    what: `Send it with ${carrier}`,
    note: `${by} sends it with ${carrier}`,
    accept: () => state.planWatch.changed(),
  }));
  handle(state, hold, 'Hold the order, with a reason', (by, { reason }) => ({
    activity: 'hold',
    what: `Hold it: ${reason}`,
    note: `${by} held it: ${reason}`,
    accept: () => state.hold(true),
  }));
  handle(state, release, 'End the hold of the order', (by) => ({
    activity: 'release',
    what: 'Release it',
    note: `${by} released it`,
    accept: () => state.hold(false),
  }));
  handle(state, replan, 'Plan the order by the active rules', (by) => ({
    activity: 'replan',
    what: 'Plan it again',
    note: `${by} had it planned again`,
    accept: () => state.planWatch.changed(),
  }));
  handle(state, cancel, 'Void the order, or take back the request to issue it', (by) => {
    const isDraft = state.issue.request !== null;
    return {
      activity: isDraft ? 'unissue' : 'void',
      what: isDraft ? 'Take back the request to issue the order' : 'Void the order',
      note: `${by} canceled the order`,
      accept: () => state.end(isDraft ? 'unissued' : 'voided'),
    };
  });
}

function setBy(state: OrderWorkflowState, by: string, step: Step, value: By): Execution {
  const way = value === 'hand' ? 'by hand' : 'automatic';
  return {
    activity: value === 'hand' ? 'byHand' : 'automatic',
    what: `Set ${step} ${way}`,
    note: `${by} set ${step} ${way}`,
    accept: () => state.changeStep(step, { by: value, why: `${by} decided: ${step} ${way}` }),
  };
}

/** Answers an update. @param decide returns how the decision of a person is carried out */
function handle<D extends Decision>(
  state: OrderWorkflowState,
  update: UpdateDefinition<OrderProgress, [D]>,
  description: string,
  decide: (by: string, decision: D) => Execution,
): void {
  const answer = (decision: D): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const { activity, what, note, accept } = decide(by, decision);
      const summary = `${what}, as ${by} decided`;
      const after = await accepted(state, call(activity, [state.input.orderId, decision as never], summary), summary);
      accept();
      return state.noteDecision(note, after);
    });
  const validator = (decision: D) => assertPossible(state, update.name as DecisionName, decision);
  setHandler(update, answer, { description, validator });
}

/** @throws for a decision that names no account, carrier or reason, or that cannot be taken now */
function assertPossible(
  state: OrderWorkflowState,
  name: DecisionName,
  decision: Decision & { readonly step?: Step; readonly carrier?: string; readonly reason?: string },
): void {
  assertAccount(decision);
  const objection = objectionTo(name, state.progress(), decision.step);
  if (objection !== null) throw new Error(objection);
  if (name === 'changeCarrier' && !decision.carrier)
    throw new Error('Say which carrier: {"carrier": "…", "by": "ana@example.com"}.');
  if (name === 'hold' && !decision.reason)
    throw new Error('Say why: {"reason": "Credit check", "by": "ana@example.com"}.');
}

/**
 * Waits until the service has accepted a decision, in the background too. A refusal fails the update.
 * @returns the progress after it; undefined in the background, and in histories of 0.2.0
 */
async function accepted(
  state: OrderWorkflowState,
  decision: Promise<DecisionResult>,
  summary: string,
): Promise<DecisionResult['after']> {
  try {
    const { background, after } = await decision;
    if (background !== null) await state.backgroundEnd(background, summary);
    return after;
  } catch (error) {
    failUpdate(error);
  }
}
