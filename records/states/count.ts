import { states } from './table.ts';

/** A count of stock: from places to count to the corrected books. */
export const count = states({
  kind: 'count',
  constants: 'countstatus',
  states: {
    Open: { id: 1, instead: 'Approve it, or cancel it.' },
    Approved: { id: 2, instead: 'Create another count.' },
    Canceled: { id: 3, instead: 'Create another count.' },
  },
  moves: {
    create: { from: [], to: 'Open', by: ['count.create'], needs: 'no open count of the same places' },
    enter: { from: ['Open'], by: ['count.enter'], refusal: 'nothing is counted with it any more' },
    approve: {
      from: ['Open'],
      to: 'Approved',
      by: ['count.approve'],
      refusal: "it can't be approved",
      needs: 'every line counted, and beyond the tolerance a second count and another person than its counter',
    },
    cancel: { from: ['Open'], to: 'Canceled', by: ['count.cancel'], refusal: "it can't be canceled" },
  },
});
