import { transitions } from '../platform/states/transitions.ts';

/** A bulk run. What its orders came to stands at each of them. */
export const bulkRunStates = transitions({
  kind: 'bulkrun',
  constants: 'bulkrunstatus',
  problem: 'bulkrun.state',
  states: {
    Running: { id: 1, instead: 'Pause or cancel it first.' },
    Paused: { id: 2, instead: 'Resume or cancel it.' },
    Done: { id: 3, instead: 'Have what failed done again, or start another one.' },
    Canceled: { id: 4, instead: 'Start another one.' },
  },
  moves: {
    create: { from: [], to: 'Running', by: ['bulkrun.create'] },
    work: {
      from: ['Running'],
      by: ['bulkrun.next', 'bulkrun.perform'],
      refusal: 'no order of it is done now',
    },
    pause: { from: ['Running'], to: 'Paused', by: ['bulkrun.pause'], refusal: "it can't be paused" },
    resume: { from: ['Paused'], to: 'Running', by: ['bulkrun.resume'], refusal: "it can't go on" },
    rate: { from: ['Running', 'Paused'], by: ['bulkrun.rate'], refusal: 'its rate is of no use any more' },
    retry: {
      from: ['Running', 'Paused', 'Done'],
      to: 'Running',
      doneIn: [],
      by: ['bulkrun.retry'],
      needs: 'an order that failed; without one nothing changes',
      refusal: 'nothing of it is done again',
    },
    cancel: { from: ['Running', 'Paused'], to: 'Canceled', by: ['bulkrun.cancel'], refusal: "it can't be canceled" },
    finish: { from: ['Running'], to: 'Done', by: ['bulkrun.next'], needs: 'an outcome for every order' },
  },
});

/** What can be done with many orders at once. */
export const bulkActions = [
  'issue',
  'unissue',
  'hold',
  'release',
  'void',
  'closeshort',
  'replan',
  'autowork',
  'pick',
  'print',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What became of an order of a run. */
export const bulkOutcomes = ['done', 'skipped', 'warned', 'failed'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** By what orders are put together into picks. */
export const pickGroupings = ['customer', 'destination', 'part', 'carrier', 'tag'] as const;
export type PickGrouping = (typeof pickGroupings)[number];
