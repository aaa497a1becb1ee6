import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { By, Step } from '../../config/planning/plan.ts';
import { type EventSignal, eventSignal } from '../contract/event.ts';
import type { Decision } from '../shared/operator-decision.ts';
import type { ProgressState } from './progress-state.ts';

/** A step of the plan, or the issue that comes before them. */
export type OrderStep = 'issue' | Step;

/** Why an order cannot go on without a person or an event. */
export interface Attention {
  step: OrderStep;
  code: string;
  detail: string;
}

/** A step of an order. */
export interface StepProgress {
  step: OrderStep;
  required: boolean;
  by: By;
  done: boolean;
  why: string;
  /** Of a step that the workflow has had done: id of the pick, pack, ship or pickup, and when, as ISO 8601 in UTC. */
  record?: number | null;
  at?: string;
}

/** Answer of the query `progress` and of every update. */
export interface OrderProgress {
  orderId: number;
  /** The current step; null when the order has ended. */
  step: OrderStep | null;
  state: ProgressState | 'done';
  waitingFor: string | null;
  /** Start of the current wait, as ISO 8601 in UTC; null while the order waits for nothing. */
  since: string | null;
  attention: Attention | null;
  /** True while the order is on hold, as the service last reported. */
  held: boolean;
  steps: StepProgress[];
}

export interface StepDecision extends Decision {
  step: Step;
}

export interface CarrierDecision extends Decision {
  /** Name of the carrier. */
  carrier: string;
}

export interface HoldDecision extends Decision {
  reason: string;
}

/** The service reports an event. */
export const event = defineSignal<[EventSignal]>(eventSignal);

/** Where the order is, and why. */
export const progress = defineQuery<OrderProgress>('progress');

/** Repeats the action that failed. */
export const retry = defineUpdate<OrderProgress, [Decision]>('retry');

/** Issue an order in spite of its warnings. */
export const ignoreWarnings = defineUpdate<OrderProgress, [Decision]>('ignoreWarnings');

/** Continue without a step. */
export const skip = defineUpdate<OrderProgress, [StepDecision]>('skip');

/** Have people do a step. */
export const byHand = defineUpdate<OrderProgress, [StepDecision]>('byHand');

/** Have Conveyor do a step. */
export const automatic = defineUpdate<OrderProgress, [StepDecision]>('automatic');

/** Send the order with another carrier. */
export const changeCarrier = defineUpdate<OrderProgress, [CarrierDecision]>('changeCarrier');

/** Hold the order. */
export const hold = defineUpdate<OrderProgress, [HoldDecision]>('hold');

/** End the hold of the order. */
export const release = defineUpdate<OrderProgress, [Decision]>('release');

/** Plan the order by the active rules. */
export const replan = defineUpdate<OrderProgress, [Decision]>('replan');

/** Void the order, or take back the request to issue it, and end its workflow. */
export const cancel = defineUpdate<OrderProgress, [Decision]>('cancel');
