import { setHandler } from '@temporalio/workflow';
import type { CallResult } from '../../activities/order/activities.ts';
import type { By } from '../../planning/plan.ts';
import { call } from '../shared/calls.ts';
import { assertAccount, type Decision, decider, failUpdate } from '../shared/operator-decision.ts';
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
 * Answers the updates by which operators decide about an order. Each update is the call of the interface that does the same, on
 * behalf of the account that decides: the service checks its permissions, and plan and timeline name it. An impossible decision is
 * refused before it enters the history.
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
  const decide = async (decision: Decision): Promise<OrderProgress> => {
    const summary = `Try it again, as ${decider(decision)} decided`;
    await accepted(state, call('retry', [orderId, decision], summary), summary);
    state.tryAgain();
    return state.noteDecision(`${decider(decision)} had it tried again`);
  };
  setHandler(retry, decide, {
    description: 'Try again what put the order in attention',
    validator(decision) {
      assertOpen(state, decision);
      const { progressState } = state;
      if (state.issue.request) return;
      if (progressState !== 'attention') throw new Error(`The order is not in attention: it is ${progressState}.`);
    },
  });
}

function handleIgnoreWarnings(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = async (decision: Decision): Promise<OrderProgress> => {
    const summary = `Issue it in spite of its warnings, as ${decider(decision)} decided`;
    const warnings = state.issue.snapshot?.warnings ?? [];
    await accepted(state, call('ignoreWarnings', [orderId, decision], summary), summary);
    state.issue.accepted(decider(decision), warnings);
    return state.noteDecision(`${decider(decision)} had it issued in spite of its warnings`);
  };
  setHandler(ignoreWarnings, decide, {
    description: 'Issue a waiting draft in spite of its warnings',
    validator(decision) {
      assertOpen(state, decision);
      if (!state.issue.request) throw new Error('The order is issued already.');
    },
  });
}

function handleSkip(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = async (decision: StepDecision): Promise<OrderProgress> => {
    const { step } = decision;
    const by = decider(decision);
    const summary = `Skip ${step}, as ${by} decided`;
    await accepted(state, call('skip', [orderId, decision], summary), summary);
    state.changeStep(step, { required: false, why: `${by} skipped it` });
    return state.noteDecision(`${by} skipped ${step}`);
  };
  setHandler(skip, decide, {
    description: 'Continue without a step that is not done',
    validator: (decision) => assertStepOpen(state, decision, 'to skip'),
  });
}

function handleBy(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = (value: By) => {
    const way = value === 'hand' ? 'by hand' : 'automatic';
    return async (decision: StepDecision): Promise<OrderProgress> => {
      const { step } = decision;
      const by = decider(decision);
      const summary = `Set ${step} ${way}, as ${by} decided`;
      const activity = value === 'hand' ? 'byHand' : 'automatic';
      await accepted(state, call(activity, [orderId, decision], summary), summary);
      state.changeStep(step, { by: value, why: `${by} decided: ${step} ${way}` });
      return state.noteDecision(`${by} set ${step} ${way}`);
    };
  };
  setHandler(byHand, decide('hand'), {
    description: 'Have people do a step that is not done',
    validator: (decision) => assertStepOpen(state, decision, 'to set by hand'),
  });
  setHandler(automatic, decide('automatic'), {
    description: 'Have Conveyor do a step that is not done',
    validator: (decision) => assertStepOpen(state, decision, 'to set automatic'),
  });
}

function handleChangeCarrier(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = async (decision: CarrierDecision): Promise<OrderProgress> => {
    const { carrier } = decision;
    const summary = `Send it with ${carrier}, as ${decider(decision)} decided`;
    await accepted(state, call('changeCarrier', [orderId, decision], summary), summary);
    state.planWatch.changed();
    return state.noteDecision(`${decider(decision)} sends it with ${carrier}`);
  };
  setHandler(changeCarrier, decide, {
    description: 'Send the order with another carrier, by its name',
    validator(decision) {
      assertIssued(state, decision);
      if (!decision.carrier) throw new Error('Say which carrier: {"carrier": "…", "by": "ana@example.com"}.');
    },
  });
}

function handleCancel(state: OrderWorkflowState): void {
  const { orderId } = state.input;
  const decide = async (decision: Decision): Promise<OrderProgress> => {
    const isDraft = state.issue.request !== null;
    const what = isDraft ? 'Take back the request to issue the order' : 'Void the order';
    const summary = `${what}, as ${decider(decision)} decided`;
    await accepted(state, call(isDraft ? 'unissue' : 'void', [orderId, decision], summary), summary);
    state.end(isDraft ? 'unissued' : 'voided');
    return state.noteDecision(`${decider(decision)} canceled the order`);
  };
  setHandler(cancel, decide, {
    description: 'Void the order, or take back the request to issue it',
    validator: (decision) => assertOpen(state, decision),
  });
}

function assertOpen(state: OrderWorkflowState, decision: Decision): void {
  assertAccount(decision);
  if (!state.isOpen) throw new Error('The order has ended.');
}

/** @throws for a waiting draft: its plan is made at the issue */
function assertIssued(state: OrderWorkflowState, decision: Decision): void {
  assertOpen(state, decision);
  if (state.issue.request)
    throw new Error('The order is not issued yet. Updates of a waiting draft are retry, ignoreWarnings and cancel.');
}

function assertStepOpen(state: OrderWorkflowState, decision: StepDecision, what: string): void {
  assertIssued(state, decision);
  const { steps } = state.progress();
  const step = steps.find(({ step }) => step === decision.step);
  if (!step) {
    const known = steps.map(({ step }) => step).join(', ');
    throw new Error(`There is no step ${decision.step}; steps are ${known}.`);
  }
  if (step.done) throw new Error(`The order's ${decision.step} is already done.`);
  if (!step.required) throw new Error(`The order has no ${decision.step} step ${what}.`);
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
