import { ApplicationFailure, patched, setHandler } from '@temporalio/workflow';
import type { CallResult } from '../../activities/order/activities.ts';
import type { By } from '../../planning/plan.ts';
import { finished } from '../shared/background.ts';
import { call, refusalIn } from '../shared/calls.ts';
import {
  type Asked,
  automatic,
  byHand,
  type CarrierAsked,
  cancel,
  changeCarrier,
  type OrderProgress,
  retry,
  type SkipAsked,
  type StepAsked,
  skip,
} from './messages.ts';
import type { OrderWorkflowState } from './state.ts';

/**
 * What operators may decide for an order, as updates of its workflow. Each is the call of the interface that does the same, and so
 * plan and timeline say who decided; what makes no sense is refused before it becomes part of the history.
 */
export function answerOperators(state: OrderWorkflowState): void {
  const { orderId } = state.input;

  setHandler(
    retry,
    async ({ by }) => {
      // Histories of before the service was told of it lack the call.
      if (patched('retry-is-told')) {
        const what = `Have it tried again, as ${by} decided`;
        await accepted(call('retry', [orderId, { by }], what), what);
      }
      return state.decided(`${by} had it tried again`);
    },
    {
      description: 'Try again what the order is in attention for',
      validator(asked: Asked) {
        onlyUnderWay(state, asked);
        if (state.standing !== 'attention') throw new Error(`The order is not in attention: it is ${state.standing}.`);
      },
    },
  );

  setHandler(
    skip,
    async ({ step, by }) => {
      const what = `Skip ${step}, as ${by} decided`;
      await accepted(call('skip', [orderId, { step, by }], what), what);
      state.change(step, { required: false, why: `${by} skipped it` });
      return state.decided(`${by} skipped ${step}`);
    },
    {
      description: 'Go on without a step that is not done',
      validator: (asked: SkipAsked) => onlyOpen(state, asked, 'to skip'),
    },
  );

  const setBy = (value: By) => {
    const words = value === 'hand' ? 'by hand' : 'automatic';
    return async ({ step, by }: StepAsked): Promise<OrderProgress> => {
      const what = `Set ${step} ${words}, as ${by} decided`;
      await accepted(call(value === 'hand' ? 'byHand' : 'automatic', [orderId, { step, by }], what), what);
      state.change(step, { by: value, why: `${by} decided: ${step} ${words}` });
      return state.decided(`${by} set ${step} ${words}`);
    };
  };
  setHandler(byHand, setBy('hand'), {
    description: 'Have people do a step that is not done',
    validator: (asked: StepAsked) => onlyOpen(state, asked, 'to set by hand'),
  });
  setHandler(automatic, setBy('automatic'), {
    description: 'Have a step that is not done done by itself',
    validator: (asked: StepAsked) => onlyOpen(state, asked, 'to set automatic'),
  });

  setHandler(
    changeCarrier,
    async ({ carrier, by }) => {
      const what = `Send it with ${carrier}, as ${by} decided`;
      await accepted(call('changeCarrier', [orderId, { carrier, by }], what), what);
      state.planWatch.changed();
      return state.decided(`${by} sends it with ${carrier}`);
    },
    {
      description: 'Send the order with another carrier, by its name',
      validator(asked: CarrierAsked) {
        onlyUnderWay(state, asked);
        if (!asked.carrier) throw new Error('Say which carrier: {"carrier": "…", "by": "…"}.');
      },
    },
  );

  setHandler(
    cancel,
    async ({ by }) => {
      const what = `Void the order, as ${by} decided`;
      await accepted(call('void', [orderId, { by }], what), what);
      state.ends('voided');
      return state.decided(`${by} canceled the order`);
    },
    { description: 'Void the order', validator: (asked: Asked) => onlyUnderWay(state, asked) },
  );
}

function onlyUnderWay(state: OrderWorkflowState, asked: Asked): void {
  if (!asked?.by) throw new Error('Say who asks for it: {"by": "…"}.');
  if (!state.next()) throw new Error('The order has already come to its end.');
}

function onlyOpen(state: OrderWorkflowState, asked: StepAsked, what: string): void {
  onlyUnderWay(state, asked);
  const { steps } = state.progress();
  const step = steps.find(({ step }) => step === asked.step);
  if (!step) {
    const known = steps.map(({ step }) => step).join(', ');
    throw new Error(`There is no step ${asked.step}; steps are ${known}.`);
  }
  if (step.done) throw new Error(`The order's ${asked.step} is already done.`);
  if (!step.required) throw new Error(`The order has no ${asked.step} step ${what}.`);
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
