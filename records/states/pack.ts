import { states, statesOfLists } from './table.ts';

/** A pack: from picked units at the moving location to closed cartons. */
export const pack = states({
  kind: 'pack',
  constants: 'packstatus',
  states: statesOfLists,
  moves: {
    create: { from: [], to: 'Open', by: ['pack.create', 'task.pack'], needs: 'picked units that are on no pack' },
    join: { from: ['Open'], by: ['pack.join'], refusal: 'nobody works on it any more' },
    fill: {
      from: ['Open'],
      by: ['carton.create', 'carton.delete', 'pack.moveitem', 'pack.autopack'],
      refusal: 'its cartons are closed',
    },
    finish: {
      from: ['Open'],
      to: 'Finished',
      by: ['pack.finish', 'task.pack'],
      needs: 'every unit in a carton',
      refusal: "it can't be finished",
    },
    delete: {
      from: ['Open', 'Finished', 'Void'],
      to: 'gone',
      by: ['pack.delete'],
      needs: 'no carton on a ship or picked up; its units return to the moving location',
    },
    withdraw: {
      from: ['Open', 'Finished'],
      to: 'Void',
      by: ['salesorderline.cancel', 'salesorder.changelines', 'salesorder.void', 'salesorder.closeshort'],
      needs: 'no lines of other orders, and no units picked up',
    },
  },
});
