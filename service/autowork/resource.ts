import { z } from 'zod';
import { boolean, code, id, integer, json, reference, text, timestamp } from '../../records/field.ts';
import { recordId } from '../platform/ids/ids.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const taskResult = z.object({
  task_id: recordId(),
  outcome: z.enum(['done', 'partial', 'nothing', 'skipped', 'refused']),
  record_id: recordId().nullable().describe('The pick, pack, ship or pickup that the task created'),
  code: z.string().nullable(),
  detail: z.string().nullable().describe('The reason, or the part that is left'),
});

export const autowork = resource('autowork', {
  description: 'A request that the engine does tasks of an order, with its outcome',
  fields: {
    id: id(),
    order_id: reference('salesorder', { relation: 'order' }),
    background_id: integer({
      isId: true,
      nullable: true,
      description: 'The background request that has the answer: `/background/{id}`',
    }),
    site_id: reference('site'),
    state: text({
      values: ['queued', 'running', 'waiting', 'done'],
      description: '`waiting` while it waits for stock; `waiting_for` says for how much of which part',
    }),
    on_stock: text({
      values: ['report', 'continue'],
      description: 'Whether the autowork reports a shortage, or waits for stock and continues',
    }),
    waiting_for: text({ nullable: true, description: 'Null unless it waits' }),
    full_auto: boolean(),
    task_ids: json({ shape: z.array(recordId()), description: 'The requested tasks in their sequence' }),
    line_details: json({
      nullable: true,
      shape: z.array(z.object({ transactionline_id: recordId(), qty: z.number().nullable() })),
      description: 'The tasks are limited to these lines and quantities',
    }),
    carrier_id: reference('carrier', { nullable: true, indexed: false }),
    carrierservicelevel_id: reference('carrierservicelevel', { nullable: true, indexed: false }),
    tracking_number: code({ nullable: true }),
    outcome: text({
      nullable: true,
      values: ['done', 'partial', 'nothing', 'refused'],
      description: 'Null until the autowork is finished; `partial` if only some of the work could be done',
    }),
    code: text({ nullable: true, description: 'The code of the first task that was not done' }),
    detail: text({ nullable: true }),
    tasks: json({ nullable: true, shape: z.array(taskResult), description: 'The results of the tasks' }),
    created_by: reference('user', { relation: 'creator', indexed: false }),
    started_at: timestamp({ nullable: true }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
