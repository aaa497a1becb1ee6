import { states, statesOfLists } from './table.ts';

/** A ship: from closed cartons to goods that are ready for their carrier. The cartons stay closed. */
export const ship = states({
  kind: 'ship',
  constants: 'shipstatus',
  states: statesOfLists,
  moves: {
    create: {
      from: [],
      to: 'Open',
      by: ['ship.create', 'task.ship'],
      needs: 'closed cartons, or picked units without a pack step, that are on no ship',
    },
    palletize: {
      from: ['Open'],
      by: ['ship.pallet', 'pallet.load', 'pallet.delete', 'task.ship'],
      refusal: 'its pallets can no longer be changed',
    },
    finish: { from: ['Open'], to: 'Finished', by: ['ship.finish', 'task.ship'], refusal: "it can't be finished" },
    delete: {
      from: ['Open', 'Finished', 'Void'],
      to: 'gone',
      by: ['ship.delete'],
      needs: 'no part of it picked up',
    },
    withdraw: {
      from: ['Open', 'Finished'],
      to: 'Void',
      by: ['salesorderline.cancel', 'salesorder.changelines', 'salesorder.void', 'salesorder.closeshort'],
      needs: 'no units of other orders, and no units picked up',
    },
  },
});
