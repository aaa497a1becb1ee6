import { z } from 'zod';
import { decimal, id, integer, json, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { bulkActions, bulkOutcomes, bulkRunStates } from './states.ts';

const stateNames = Object.entries(bulkRunStates.id).map(([name, id]) => ({ name: name.toLowerCase(), id }));

export const bulkrun = resource('bulkrun', {
  description: 'One action over many orders, with one outcome for each',
  fields: {
    id: id(),
    action: text({ values: bulkActions }),
    select: text({
      column: 'selection',
      nullable: true,
      description: 'Expression over orders, as it was when the run was started; null where the orders were listed',
    }),
    options: json({ shape: z.looseObject({}) }),
    rate: decimal({ nullable: true, description: 'Orders a second at most; null for no limit' }),
    status_id: reference('bulkrunstatus', { indexed: false }),
    state: text({
      values: stateNames.map(({ name }) => name),
      sql: (a) =>
        `(CASE ${a}.status_id ${stateNames.map(({ name, id }) => `WHEN ${id} THEN '${name}'`).join(' ')} END)`,
    }),
    total: integer({ description: 'Orders of the selection' }),
    done: integer(),
    skipped: integer({ description: 'There was nothing to do, or the run was canceled before' }),
    warned: integer({ description: 'Not issued: something should be looked at first' }),
    failed: integer(),
    user_id: reference('user', {
      column: 'account_id',
      indexed: false,
      description: 'Who started it, and as whom it acts',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
    finished_at: timestamp({ nullable: true }),
  },
  relations: {
    orders: many('bulkrunorder', { on: 'bulkrun_id' }),
    documents: many('document', { on: 'bulkrun_id', description: 'What it printed' }),
  },
});

export const bulkrunorder = resource('bulkrunorder', {
  description: 'An order of a bulk run, and what became of it there',
  fields: {
    id: id(),
    bulkrun_id: reference('bulkrun'),
    order_id: reference('salesorder', { deletable: true }),
    unit: integer({ description: 'Those of one unit are done together, as one pick' }),
    outcome: text({ values: bulkOutcomes, nullable: true, description: 'Null until it is its turn' }),
    code: text({
      nullable: true,
      description: 'Why, as a stable word: the code of a problem, or `nothing-to-do`, `canceled`',
    }),
    reason: text({ nullable: true, description: 'Why, for people' }),
    warnings: json({
      nullable: true,
      shape: z.array(z.object({ code: z.string(), message: z.string(), pointer: z.string() })),
      description: 'What should be looked at, or was passed over with `ignore_warnings`',
    }),
    pick_id: reference('pick', { nullable: true, deletable: true, indexed: false }),
    autowork_id: reference('autowork', { nullable: true, deletable: true, indexed: false }),
    attempts: integer({ description: 'How often it was its turn: more than once after `retry`' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
