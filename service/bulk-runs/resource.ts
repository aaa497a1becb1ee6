import { z } from 'zod';
import { bulkActions } from '../../config/schema.ts';
import { decimal, id, integer, json, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { orderKinds } from '../../records/sales-order.ts';
import { bulkOutcomes } from '../../records/states/bulk-run.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { bulkRunStates } from '../platform/states/states.ts';

const stateNames = Object.entries(bulkRunStates.id).map(([name, id]) => ({ name: name.toLowerCase(), id }));

export const bulkrun = resource('bulkrun', {
  description: 'One action over many orders, with one outcome for each',
  fields: {
    id: id(),
    action: text({ values: bulkActions }),
    kind: text({ values: orderKinds, description: 'The kind of its orders' }),
    select: text({
      column: 'selection',
      nullable: true,
      description: 'The filter expression at the start of the run; null if the run started with a list of orders',
    }),
    options: json({ shape: z.looseObject({}) }),
    rate: decimal({ nullable: true, description: 'Maximum number of orders per second; null is no limit' }),
    status_id: reference('bulkrunstatus', { indexed: false }),
    state: text({
      values: stateNames.map(({ name }) => name),
      sql: (a) =>
        `(CASE ${a}.status_id ${stateNames.map(({ name, id }) => `WHEN ${id} THEN '${name}'`).join(' ')} END)`,
    }),
    total: integer({ description: 'Number of orders in the run' }),
    done: integer(),
    skipped: integer({ description: 'Orders with nothing to do, and orders that a cancelation left out' }),
    warned: integer({ description: 'Orders that were not issued because of warnings' }),
    failed: integer(),
    user_id: reference('user', {
      column: 'account_id',
      indexed: false,
      description: 'The run has the permissions of this user: its starter, or the user who resumed or retried it last',
    }),
    paused_why: text({ nullable: true, description: 'Why the service paused the run; null if a person paused it' }),
    created_at: timestamp(),
    updated_at: timestamp(),
    finished_at: timestamp({ nullable: true }),
  },
  relations: {
    orders: many('bulkrunorder', { on: 'bulkrun_id' }),
    documents: many('document', { on: 'bulkrun_id', description: 'The documents that the run printed' }),
  },
});

export const bulkrunorder = resource('bulkrunorder', {
  description: 'An order of a bulk run, with its outcome',
  fields: {
    id: id(),
    bulkrun_id: reference('bulkrun'),
    order_id: reference('salesorder', { deletable: true }),
    unit: integer({ description: 'The orders of one unit are processed together, as one pick' }),
    outcome: text({ values: bulkOutcomes, nullable: true, description: 'Null until the order was processed' }),
    code: text({
      nullable: true,
      description: 'The reason as a stable code: the code of a problem, `nothing-to-do` or `canceled`',
    }),
    reason: text({ nullable: true, description: 'The reason as a sentence' }),
    warnings: json({
      nullable: true,
      shape: z.array(z.object({ code: z.string(), message: z.string(), pointer: z.string() })),
      description: 'The warnings that a person should check, or that `ignore_warnings` overruled',
    }),
    pick_id: reference('pick', { nullable: true, deletable: true, indexed: false }),
    autowork_id: reference('autowork', { nullable: true, deletable: true, indexed: false }),
    attempts: integer({ description: 'How often the order was processed: more than once after `retry`' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
