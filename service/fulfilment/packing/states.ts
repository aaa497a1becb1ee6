import { sql } from 'kysely';
import { transitions } from '../../platform/states/transitions.ts';

/** A pack: from picked units at the moving location to closed cartons. */
export const packStates = transitions({
  kind: 'pack',
  constants: 'packstatus',
  problem: 'pack.state',
  states: {
    Open: { id: 1 },
    Finished: { id: 2 },
    Void: { id: 3, instead: 'Its orders were taken off it.' },
  },
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
      by: ['salesorder.void', 'salesorder.closeshort'],
      needs: 'no lines of other orders, and no units picked up',
    },
  },
});

/** A carton: open while it is packed, closed until it is picked up, and locked after that. */
export const cartonStates = transitions({
  kind: 'carton',
  constants: 'cartonstatus',
  problem: 'carton.state',
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
      by: ['pack.delete', 'salesorder.void', 'salesorder.closeshort'],
      needs: 'no units of other orders',
    },
    lock: {
      from: ['Closed'],
      to: 'Locked',
      by: ['pickup.create', 'task.pickup'],
      needs: 'shipped, if an order in it has a ship step',
    },
  },
});

/** SQL: the states of the cartons that have not left. */
export const openCartons = sql`${sql.lit(cartonStates.id.Open)}, ${sql.lit(cartonStates.id.Closed)}`;
