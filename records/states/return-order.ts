import { states } from './table.ts';

/** The states of a return order. Goods may arrive in parts, also after some were inspected. */
export const returnOrder = states({
  kind: 'returnorder',
  constants: 'returnorderstatus',
  states: {
    Requested: { id: 1, calls: { 'POST /returnorder/{id}/authorise': 'Authorises it' } },
    Authorised: { id: 2, calls: { 'POST /returnorder/{id}/receive': 'Receives its goods' } },
    Received: {
      id: 3,
      instead: 'Inspect the units first.',
      calls: { 'POST /returnorder/{id}/inspect': 'Says what becomes of its units' },
    },
    Inspected: { id: 4, calls: { 'POST /returnorder/{id}/close': 'Closes it, with the credit' } },
    Closed: { id: 5, instead: 'For further goods, make another return order.' },
    Refused: { id: 6, instead: 'Make another return order if the goods may come back after all.' },
    Canceled: { id: 7, instead: 'Make another return order if the goods come back after all.' },
  },
  moves: {
    create: {
      from: [],
      to: 'Requested',
      by: ['returnorder.create'],
      needs: 'units that left and are on no other return',
    },
    edit: {
      from: ['Requested', 'Authorised', 'Received', 'Inspected'],
      by: ['returnorder.change'],
      refusal: "it can't be changed any more",
    },
    request: {
      from: ['Requested'],
      by: ['returnorder.change'],
      needs: 'units that left and are on no other return',
      refusal: "its lines can't be replaced",
      advice: {
        Authorised: {
          instead: 'Authorise other quantities.',
          calls: { 'POST /returnorder/{id}/authorise': 'Changes how many units may arrive' },
        },
      },
    },
    delete: {
      from: ['Requested', 'Refused', 'Canceled'],
      to: 'gone',
      by: ['returnorder.delete'],
      refusal: "it can't be deleted",
      advice: {
        Authorised: {
          instead: 'Cancel it.',
          calls: { 'POST /returnorder/{id}/cancel': 'Ends it without goods' },
        },
      },
    },
    authorise: {
      from: ['Requested'],
      to: 'Authorised',
      by: ['returnorder.authorise'],
      refusal: 'its quantities cannot be authorised',
    },
    raise: {
      from: ['Authorised', 'Received', 'Inspected'],
      by: ['returnorder.authorise'],
      needs: 'no fewer units than were received',
      refusal: 'its quantities cannot be authorised',
    },
    refuse: {
      from: ['Requested'],
      to: 'Refused',
      by: ['returnorder.refuse'],
      refusal: "it can't be refused",
      advice: {
        Authorised: {
          instead: 'Cancel it.',
          calls: { 'POST /returnorder/{id}/cancel': 'Ends it without goods' },
        },
      },
    },
    cancel: {
      from: ['Requested', 'Authorised'],
      to: 'Canceled',
      by: ['returnorder.cancel'],
      refusal: "it can't be canceled",
    },
    label: {
      from: ['Authorised', 'Received', 'Inspected'],
      by: ['returnorder.label', 'returnorder.booking'],
      needs: 'a carrier that books labels of returns',
      refusal: 'it gets no label',
    },
    receive: {
      from: ['Authorised', 'Received', 'Inspected'],
      to: 'Received',
      by: ['returnorder.receive'],
      needs: 'no more than was authorised',
      refusal: 'nothing can be received for it',
    },
    inspectPart: {
      from: ['Received'],
      by: ['returnorder.inspect'],
      refusal: 'there is nothing to inspect',
    },
    inspect: {
      from: ['Received'],
      to: 'Inspected',
      by: ['returnorder.inspect'],
      needs: 'an outcome of every received unit',
      refusal: 'there is nothing to inspect',
    },
    exchange: {
      from: ['Requested', 'Authorised', 'Received', 'Inspected', 'Closed'],
      by: ['returnorder.exchange'],
      refusal: 'it gives no exchange',
    },
    close: {
      from: ['Authorised', 'Inspected'],
      to: 'Closed',
      by: ['returnorder.close'],
      refusal: "it can't be closed",
    },
  },
});
