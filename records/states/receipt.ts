import { states } from './table.ts';

/** A receipt: from expected goods to stock. */
export const receipt = states({
  kind: 'receipt',
  constants: 'receiptstatus',
  states: {
    Open: { id: 1, instead: 'Receive its goods, or cancel it.' },
    Receiving: { id: 2, instead: 'Close it when everything is in.' },
    Closed: { id: 3, instead: 'Create another receipt for further goods.' },
    Canceled: { id: 4, instead: 'Create another receipt for further goods.' },
  },
  moves: {
    create: { from: [], to: 'Open', by: ['receipt.create'] },
    edit: { from: ['Open', 'Receiving'], by: ['receipt.change'], refusal: "it can't be changed any more" },
    expect: {
      from: ['Open'],
      by: ['receipt.change'],
      refusal: "its lines can't be replaced",
      needs: 'nothing received yet',
    },
    receive: {
      from: ['Open', 'Receiving'],
      to: 'Receiving',
      doneIn: [],
      by: ['receipt.receive'],
      refusal: 'nothing is received with it any more',
    },
    close: { from: ['Open', 'Receiving'], to: 'Closed', by: ['receipt.close'], refusal: "it can't be closed" },
    cancel: {
      from: ['Open'],
      to: 'Canceled',
      by: ['receipt.cancel'],
      refusal: "it can't be canceled",
      needs: 'nothing received yet',
    },
    delete: { from: ['Open', 'Canceled'], to: 'gone', by: ['receipt.delete'], refusal: "it can't be deleted" },
  },
});
