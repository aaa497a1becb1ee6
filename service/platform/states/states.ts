import { bulkRun } from '../../../records/states/bulk-run.ts';
import { carton } from '../../../records/states/carton.ts';
import { count } from '../../../records/states/count.ts';
import { order } from '../../../records/states/order.ts';
import { pack } from '../../../records/states/pack.ts';
import { pick } from '../../../records/states/pick.ts';
import { receipt } from '../../../records/states/receipt.ts';
import { returnOrder } from '../../../records/states/return-order.ts';
import { ship } from '../../../records/states/ship.ts';
import { type Transitions, transitions } from './transitions.ts';

export const orderStates = transitions(order);
export const pickStates = transitions(pick);
export const packStates = transitions(pack);
export const cartonStates = transitions(carton);
export const shipStates = transitions(ship);
export const bulkRunStates = transitions(bulkRun);
export const receiptStates = transitions(receipt);
export const returnOrderStates = transitions(returnOrder);
export const countStates = transitions(count);

/** All states, in the order of the documentation. */
export const allStates = [
  orderStates,
  pickStates,
  packStates,
  cartonStates,
  shipStates,
  bulkRunStates,
  receiptStates,
  returnOrderStates,
  countStates,
] as unknown as readonly Transitions[];
