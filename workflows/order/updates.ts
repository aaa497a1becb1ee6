import { setHandler } from '@temporalio/workflow';
import type { CallResult } from '../../activities/order/activities.ts';
import type { By, Step } from '../../config/planning/plan.ts';
import { call } from '../shared/calls.ts';
import { asPerson, assertAccount, type Decision, failUpdate } from '../shared/operator-decision.ts';
import { type DecisionName, objectionTo } from './decisions.ts';
import {
  automatic,
  byHand,
  type CarrierDecision,
  cancel,
  changeCarrier,
  ignoreWarnings,
  type OrderProgress,
  retry,
  type StepDecision,
  skip,
} from './messages.ts';
import type { OrderWorkflowState } from './state.ts';

/**
 * Answers the updates that operators use to decide about an order. Each update is the call of the interface that
 * does the same, on behalf of the account that decides: the service checks its permissions, and plan and timeline
 * name it. An impossible decision is refused before it enters the history.
 */
export function handleUpdates(state: OrderWorkflowState): void {
  handleRetry(state);
  handleIgnoreWarnings(state);
  handleSkip(state);
  handleBy(state);
  handleChangeCarrier(state);
  handleCancel(state);
}

function handleRetry(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (decision: Decision): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const summary = `Try it again, as ${by} decided`;
      await accepted(state, call('retry', [orderId, decision], summary), summary);
      state.tryAgain();
      return state.noteDecision(`${by} had it tried again`);
    });
  setHandler(retry, decide, {
    description: 'Try again what put the order in attention',
    validator: (decision) => assertPossible(state, 'retry', decision),
  });
}

function handleIgnoreWarnings(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (decision: Decision): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const summary = `Issue it in spite of its warnings, as ${by} decided`;
      const warnings = state.issue.snapshot?.warnings ?? [];
      await accepted(state, call('ignoreWarnings', [orderId, decision], summary), summary);
      state.issue.accepted(by, warnings);
      return state.noteDecision(`${by} had it issued in spite of its warnings`);
    });
  setHandler(ignoreWarnings, decide, {
    description: 'Issue a waiting draft in spite of its warnings',
    validator: (decision) => assertPossible(state, 'ignoreWarnings', decision),
  });
}

function handleSkip(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (decision: StepDecision): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const { step } = decision;
      const summary = `Skip ${step}, as ${by} decided`;
      await accepted(state, call('skip', [orderId, decision], summary), summary);
      state.changeStep(step, { required: false, why: `${by} skipped it` });
      return state.noteDecision(`${by} skipped ${step}`);
    });
  setHandler(skip, decide, {
    description: 'Continue without a pack or ship step that is not done',
    validator: (decision) => assertPossible(state, 'skip', decision),
  });
}

function handleBy(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (value: By) => (decision: StepDecision) =>
    asPerson(decision, async (by) => {
      const way = value === 'hand' ? 'by hand' : 'automatic';
      const { step } = decision;
      const summary = `Set ${step} ${way}, as ${by} decided`;
      const activity = value === 'hand' ? 'byHand' : 'automatic';
      await accepted(state, call(activity, [orderId, decision], summary), summary);
      state.changeStep(step, { by: value, why: `${by} decided: ${step} ${way}` });
      return state.noteDecision(`${by} set ${step} ${way}`);
    });
  setHandler(byHand, decide('hand'), {
    description: 'Have people do a step that is not done',
    validator: (decision) => assertPossible(state, 'byHand', decision),
  });
  setHandler(automatic, decide('automatic'), {
    description: 'Have Conveyor do a step that is not done',
    validator: (decision) => assertPossible(state, 'automatic', decision),
  });
}

function handleChangeCarrier(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (decision: CarrierDecision): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const { carrier } = decision;
      const summary = `Send it with ${carrier}, as ${by} decided`;
      await accepted(state, call('changeCarrier', [orderId, decision], summary), summary);
      state.planWatch.changed();
      return state.noteDecision(`${by} sends it with ${carrier}`);
    });
  setHandler(changeCarrier, decide, {
    description: 'Send the order with another carrier, by its name',
    validator(decision) {
      assertPossible(state, 'changeCarrier', decision);
      if (!decision.carrier) throw new Error('Say which carrier: {"carrier": "…", "by": "ana@example.com"}.');
    },
  });
}

function handleCancel(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (decision: Decision): Promise<OrderProgress> =>
    asPerson(decision, async (by) => {
      const isDraft = state.issue.request !== null;
      const what = isDraft ? 'Take back the request to issue the order' : 'Void the order';
      const summary = `${what}, as ${by} decided`;
      await accepted(state, call(isDraft ? 'unissue' : 'void', [orderId, decision], summary), summary);
      state.end(isDraft ? 'unissued' : 'voided');
      return state.noteDecision(`${by} canceled the order`);
    });
  setHandler(cancel, decide, {
    description: 'Void the order, or take back the request to issue it',
    validator: (decision) => assertPossible(state, 'cancel', decision),
  });
}

/** @throws for a decision that names no account, or that cannot be taken now */
function assertPossible(state: OrderWorkflowState, name: DecisionName, decision: Decision & { step?: Step }): void {
  assertAccount(decision);
  const objection = objectionTo(name, state.progress(), decision.step);
  if (objection !== null) throw new Error(objection);
}

/** Waits until the service has accepted a decision, in the background too. A refusal fails the update. */
async function accepted(state: OrderWorkflowState, decision: Promise<CallResult>, summary: string): Promise<void> {
  try {
    const { background } = await decision;
    if (background !== null) await state.backgroundEnd(background, summary);
  } catch (error) {
    failUpdate(error);
  }
}
