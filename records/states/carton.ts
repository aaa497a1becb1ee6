import { states } from './table.ts';

/** A carton: open while it is packed, closed until it is picked up, and locked after that. */
export const carton = states({
  kind: 'carton',
  constants: 'cartonstatus',
  states: {
    Open: { id: 1 },
    Closed: { id: 2 },
    Locked: { id: 3, instead: 'It was picked up.' },
    Void: { id: 4, instead: 'It was empty when its pack was finished.' },
  },
  moves: {
    create: {
      from: [],
      to: 'Open',
      by: ['carton.create', 'pack.create', 'pack.autopack', 'task.pack'],
      needs: 'its pack open',
    },
    fill: { from: ['Open'], by: ['pack.moveitem'], refusal: 'nothing can be moved into it or out of it' },
    change: { from: ['Open', 'Closed'], by: ['carton.change'], refusal: 'its details can no longer be changed' },
    close: {
      from: ['Open'],
      to: 'Closed',
      by: ['pack.finish', 'task.pack'],
      needs: 'units in it',
    },
    void: { from: ['Open'], to: 'Void', by: ['pack.finish', 'task.pack'], needs: 'no units in it' },
    delete: {
      from: ['Open'],
      to: 'gone',
      by: ['carton.delete'],
      needs: 'its contents return to the moving location',
      refusal: 'only an open carton can be deleted',
    },
    takeBack: {
      from: ['Open', 'Closed', 'Void'],
      to: 'gone',
      by: [
        'pack.delete',
        'salesorderline.cancel',
        'salesorder.changelines',
        'salesorder.void',
        'salesorder.closeshort',
      ],
      needs: 'no units of other orders',
    },
    lock: {
      from: ['Closed'],
      to: 'Locked',
      by: ['pickup.create', 'task.pickup'],
      needs: 'shipped, if an order in it has a ship step',
    },
    unlock: { from: ['Locked'], to: 'Closed', by: ['pickup.undo'] },
  },
});
