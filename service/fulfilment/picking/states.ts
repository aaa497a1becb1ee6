import { transitions } from '../../platform/states/transitions.ts';

/** A pick: from taking open work to the goods at the moving location. */
export const pickStates = transitions({
  kind: 'pick',
  constants: 'pickstatus',
  problem: 'pick.state',
  states: {
    Open: { id: 1, instead: 'Finish or delete it first.' },
    Finished: { id: 2, instead: 'Delete it to give back what it took.' },
    Void: { id: 3, instead: 'Its orders were taken off it.' },
  },
  moves: {
    create: {
      from: [],
      to: 'Open',
      by: ['pick.create', 'salesorder.issue', 'salesorder.release', 'task.pick'],
      needs: 'something reserved that is on no pick',
    },
    commit: { from: ['Open'], by: ['pickline.commit'], refusal: "its lines can't be committed" },
    uncommit: { from: ['Open'], by: ['pickline.uncommit'], refusal: "its lines can't be given back one by one" },
    finish: {
      from: ['Open'],
      to: 'Finished',
      by: ['pick.finish', 'task.pick'],
      needs: 'what is not committed goes back to its orders',
      refusal: "it can't be finished",
    },
    delete: {
      from: ['Open', 'Finished', 'Void'],
      to: 'gone',
      by: ['pick.delete'],
      needs: 'nothing of it on a pack, a ship or a pickup; its units go back to storage',
    },
    withdraw: {
      from: ['Open', 'Finished'],
      to: 'Void',
      by: ['salesorder.void', 'salesorder.closeshort', 'salesorder.unissue'],
      needs: 'nothing of other orders on it, and nothing picked up',
    },
  },
});
