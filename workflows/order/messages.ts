import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { SalesOrderProgress } from '../../client/client.ts';
import type { By, Step } from '../../planning/plan.ts';
import { type EventSignal, eventSignal } from '../contract/order.ts';

/** What cannot be got past without a person or an event. */
export interface Attention {
  step: Step;
  code: string;
  detail: string;
}

/** Answer of the query `progress`, and of every update. */
export interface OrderProgress {
  orderId: number;
  /** Step it is at; null when it has come to its end. */
  step: Step | null;
  state: SalesOrderProgress['state'];
  waitingFor: string | null;
  /** When it began to wait for that, ISO 8601 in UTC; null while it waits for nothing. */
  since: string | null;
  attention: Attention | null;
  steps: { step: Step; required: boolean; by: By; done: boolean; why: string }[];
}

/** Who asks for it, for the history. */
export interface Asked {
  by: string;
}

export interface StepAsked extends Asked {
  step: Step;
}

export type SkipAsked = StepAsked;

export interface CarrierAsked extends Asked {
  /** Name of the carrier. */
  carrier: string;
}

/** The service tells what happened. */
export const recordEvent = defineSignal<[EventSignal]>(eventSignal);

/** Where the order is, and why. */
export const progress = defineQuery<OrderProgress>('progress');

/** Try again what the order is in attention for. */
export const retry = defineUpdate<OrderProgress, [Asked]>('retry');

/** Go on without a step. */
export const skip = defineUpdate<OrderProgress, [SkipAsked]>('skip');

/** Have people do a step. */
export const byHand = defineUpdate<OrderProgress, [StepAsked]>('byHand');

/** Have a step done by itself. */
export const automatic = defineUpdate<OrderProgress, [StepAsked]>('automatic');

/** Send the order with another carrier. */
export const changeCarrier = defineUpdate<OrderProgress, [CarrierAsked]>('changeCarrier');

/** Void the order and end. */
export const cancel = defineUpdate<OrderProgress, [Asked]>('cancel');
