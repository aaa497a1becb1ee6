import { z } from 'zod';
import { evaluatePendingRules } from '../../orders/planning/operations.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { problem } from '../../platform/problems/problems.ts';
import { performTask, tasks } from './operations.ts';
import { perform } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('POST /task/{task_id}/perform', {
    permission: 'task.perform',
    summary: 'Do one task for orders at once, in one transaction',
    description:
      'For Pick: makes the pick, commits it from where it is reserved, finishes it; likewise for the other tasks. With `line_details` only part of the orders: so much of these lines, and of a ship or pickup the cartons that hold something of them. A pick, pack or ship that somebody has begun is gone on with, or keeps what is not asked for; what is fetched already goes along as a whole, what is in its cartons or on its pallets only with all of it. With `partial` a pick takes what is there and leaves open what is short. Answers the record it made. What an automatic step calls.',
    body: perform,
    returns: z.looseObject({ id: z.int(), order_ids: z.array(z.int()) }),
    errors: [
      'order.state',
      'order.held',
      'order.sites-differ',
      'record.state',
      'stock.short',
      'tracking.required',
      'tracking.mismatch',
      'pick.nothing-left',
      'pick.state',
      'pack.nothing-left',
      'pack.state',
      'pack.no-step',
      'carton.state',
      'ship.nothing-left',
      'ship.no-step',
      'ship.state',
      'pickup.nothing-left',
    ],
    recover: evaluatePendingRules,
    handle: async (call) => {
      const taskId = call.params.task_id;
      const task = tasks[taskId];
      if (!task) throw problem('record.unknown', `There is no task ${taskId}; GET /task lists them.`);
      const { order_id, line_details, partial, ...details } = call.body;
      const id = await performTask(call, {
        taskId,
        orderIds: order_id,
        lines: line_details?.map((line) => ({ line_id: line.transactionline_id, qty: line.qty ?? null })) ?? null,
        partial: partial ?? false,
        details,
      });
      return { record: task.makes, id, with: { order_ids: order_id } };
    },
  }),
];
