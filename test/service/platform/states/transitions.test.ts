import { expect, test } from 'vitest';
import type { StateTable } from '../../../../records/states/table.ts';
import { faultsOf, transitions } from '../../../../service/platform/states/transitions.ts';

const table: StateTable<string, string> = {
  kind: 'pick',
  constants: 'pickstatus',
  states: { Open: { id: 1 }, Finished: { id: 2, instead: 'Delete it.' } },
  moves: {
    create: { from: [], to: 'Open', by: ['pick.create'] },
    finish: { from: ['Open'], to: 'Finished', by: ['pick.finish'] },
    commit: { from: ['Open'], by: ['pickline.commit'], refusal: "its lines can't be committed" },
    delete: { from: ['Open', 'Finished'], to: 'gone', by: ['pick.delete'] },
  },
};
const open = { id: 7, status_id: 1 };
const finished = { id: 7, status_id: 2 };

test('a valid table has no faults', () => {
  expect(faultsOf(table)).toEqual([]);
});

test.each([
  [
    'a move with an unknown state',
    { again: { from: ['Open'], to: 'Ajar', by: ['x'] } },
    'again names the unknown state Ajar',
  ],
  [
    'an unknown state in doneIn',
    { again: { from: ['Open'], doneIn: ['Ajar'], by: ['x'] } },
    'again names the unknown state Ajar',
  ],
  ['a move without an operation', { again: { from: ['Open'], by: [] } }, 'no operation makes the move again'],
])('%s is a fault and stops the start', (_, moves, fault) => {
  const broken = { ...table, moves: { ...table.moves, ...moves } };
  expect(faultsOf(broken)).toEqual([fault]);
  expect(() => transitions(broken)).toThrow(`States of pick: ${fault}`);
});

test('a state that no other state leads to is a fault', () => {
  const states = { ...table.states, Void: { id: 3 } };
  const moves = { ...table.moves, stay: { from: ['Void'], to: 'Void', by: ['x'] } };
  expect(faultsOf({ ...table, states, moves })).toEqual(['no move leads to Void']);
});

test('two states with the same id are a fault', () => {
  expect(faultsOf({ ...table, states: { ...table.states, Finished: { id: 1 } } })).toEqual([
    'two states have the same id',
  ]);
});

test('a move is allowed, already made, or refused with the state and what to do', () => {
  const picks = transitions(table);
  expect(picks.repeated('finish', open)).toBe(false);
  expect(picks.repeated('finish', finished)).toBe(true);
  expect(() => picks.demand('commit', open)).not.toThrow();
  expect(() => picks.demand('commit', finished)).toThrow(
    "Pick 7 is Finished: its lines can't be committed. Delete it.",
  );
  expect(picks.refuse('commit', finished)).toMatchObject({
    code: 'pick.state',
    status: 409,
    members: { pick_id: 7, state: 'Finished' },
  });
});
