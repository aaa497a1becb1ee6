import { z } from 'zod';
import { boolean, id, integer, json, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

const taskResult = z.object({
  task_id: z.int(),
  outcome: z.enum(['done', 'partial', 'nothing', 'skipped', 'refused']),
  record_id: z.int().nullable().describe('The pick, pack, ship or pickup that was made'),
  code: z.string().nullable(),
  detail: z.string().nullable().describe('Why not, or what is left'),
});

export const autowork = resource('autowork', {
  description: 'Work that somebody asked to be done for an order by itself, and what became of it',
  fields: {
    id: id(),
    order_id: reference('salesorder', { relation: 'order' }),
    background_id: integer({ nullable: true, description: 'Where the answer is asked for: `/background/{id}`' }),
    site_id: reference('site'),
    state: text({ values: ['queued', 'running', 'done'] }),
    full_auto: boolean(),
    task_ids: json({ shape: z.array(z.int()), description: 'What was asked for, in the order in which it is done' }),
    line_details: json({
      nullable: true,
      shape: z.array(z.object({ transactionline_id: z.int(), qty: z.number().nullable() })),
      description: 'Only so much of these lines',
    }),
    carrier_id: reference('carrier', { nullable: true, indexed: false }),
    carrierservicelevel_id: reference('carrierservicelevel', { nullable: true, indexed: false }),
    tracking_number: text({ nullable: true }),
    outcome: text({
      nullable: true,
      values: ['done', 'partial', 'nothing', 'refused'],
      description: 'Null while it is under way; `partial` where something was done and something could not be',
    }),
    code: text({ nullable: true, description: 'Of the first thing that could not be done' }),
    detail: text({ nullable: true }),
    tasks: json({ nullable: true, shape: z.array(taskResult), description: 'What became of each task' }),
    created_by: reference('user', { relation: 'creator', indexed: false }),
    started_at: timestamp({ nullable: true }),
    finished_at: timestamp({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
