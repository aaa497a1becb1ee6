import { states } from './table.ts';

/** The states of a bulk run. Each of its orders has an outcome of its own. */
export const bulkRun = states({
  kind: 'bulkrun',
  constants: 'bulkrunstatus',
  states: {
    Running: { id: 1, instead: 'Pause or cancel it first.' },
    Paused: { id: 2, instead: 'Resume or cancel it.' },
    Done: { id: 3, instead: 'Retry its failed orders, or start another run.' },
    Canceled: { id: 4, instead: 'Start another run.' },
  },
  moves: {
    create: { from: [], to: 'Running', by: ['bulkrun.create'] },
    work: {
      from: ['Running'],
      by: ['bulkrun.next', 'bulkrun.perform'],
      refusal: 'no order of it is done now',
    },
    pause: {
      from: ['Running'],
      to: 'Paused',
      by: ['bulkrun.pause', 'bulkrun.abandon', 'bulkrun.perform'],
      refusal: "it can't be paused",
    },
    resume: { from: ['Paused'], to: 'Running', by: ['bulkrun.resume'], refusal: "it can't go on" },
    rate: { from: ['Running', 'Paused'], by: ['bulkrun.rate'], refusal: 'its rate is of no use any more' },
    retry: {
      from: ['Running', 'Paused', 'Done'],
      to: 'Running',
      doneIn: [],
      by: ['bulkrun.retry'],
      needs: 'an order that failed or was warned; without one nothing changes',
      refusal: 'nothing of it is done again',
    },
    cancel: { from: ['Running', 'Paused'], to: 'Canceled', by: ['bulkrun.cancel'], refusal: "it can't be canceled" },
    finish: { from: ['Running'], to: 'Done', by: ['bulkrun.next'], needs: 'an outcome for every order' },
  },
});

/** The outcomes of an order in a run. */
export const bulkOutcomes = ['done', 'skipped', 'warned', 'failed'] as const;

/** The outcomes that a retry repeats. */
export const retriedOutcomes = ['failed', 'warned'] as const satisfies readonly (typeof bulkOutcomes)[number][];
export type RetriedOutcome = (typeof retriedOutcomes)[number];
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** The values by which a run groups orders into picks. */
export const pickGroupings = ['customer', 'destination', 'part', 'carrier', 'tag'] as const;
export type PickGrouping = (typeof pickGroupings)[number];
