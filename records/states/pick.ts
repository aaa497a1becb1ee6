import { states, statesOfLists } from './table.ts';

/** A pick: from open work to units at the moving location. */
export const pick = states({
  kind: 'pick',
  constants: 'pickstatus',
  states: statesOfLists,
  moves: {
    create: {
      from: [],
      to: 'Open',
      by: [
        'pick.create',
        'salesorder.issue',
        'salesorder.release',
        'salesorder.replan',
        'salesorder.carrier',
        'task.pick',
      ],
      needs: 'reserved units that are on no pick',
    },
    join: { from: ['Open'], by: ['pick.join'], refusal: 'nobody works on it any more' },
    count: { from: ['Open'], by: ['pickline.count'], refusal: "its lines can't be counted" },
    commit: {
      from: ['Open'],
      by: ['pickline.commit', 'pickline.count', 'pickline.discrepancy'],
      refusal: "its lines can't be committed",
    },
    uncommit: { from: ['Open'], by: ['pickline.uncommit'] },
    reopen: {
      from: ['Finished'],
      to: 'Open',
      by: ['pickline.uncommit'],
      needs: 'none of its units on a pack, a ship or a pickup',
      refusal: "its lines can't be given back one by one",
    },
    finish: {
      from: ['Open'],
      to: 'Finished',
      by: [
        'pickline.commit',
        'pickline.count',
        'pickline.discrepancy',
        'pick.finish',
        'task.pick',
        'salesorderline.cancel',
        'salesorder.changelines',
      ],
      needs:
        'every line committed; with `pick.finish`, no line counted in part, and lines without a commit return to their orders',
      refusal: "it can't be finished",
    },
    delete: {
      from: ['Open', 'Finished', 'Void'],
      to: 'gone',
      by: ['pick.delete'],
      needs: 'none of its units on a pack, a ship or a pickup; they return to storage',
    },
    withdraw: {
      from: ['Open', 'Finished'],
      to: 'Void',
      by: [
        'salesorderline.cancel',
        'salesorder.changelines',
        'salesorder.void',
        'salesorder.closeshort',
        'salesorder.unissue',
      ],
      needs: 'no lines of other orders, and no units picked up',
    },
  },
});
