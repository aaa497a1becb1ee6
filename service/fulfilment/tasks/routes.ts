import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { problem } from '../../platform/problems/problems.ts';
import { assertBooked } from '../work/labels/assert-booked.ts';
import { withListedOrders } from '../work/skipped-orders.ts';
import { isLarge } from './large.ts';
import { performTask, tasks } from './operations.ts';
import { inTracesOf } from './order-traces.ts';
import { performSteps } from './perform-steps.ts';
import { perform, steps } from './schema.ts';

const doneSteps = z.object({
  orders: z.array(
    z.object({
      order_id: recordId(),
      done: z.array(z.object({ step: z.enum(['pick', 'pack', 'ship', 'pickup']), id: recordId() })),
    }),
  ),
});

export const routes: Endpoint[] = [
  endpoint('POST /engine/steps', {
    permission: 'engine.steps',
    summary: 'Do the next steps of many orders together',
    description:
      'Each order gets a pick, pack, ship and pickup of its own. `steps` are the next steps of the order, in their order. The answer has the steps that are done, with the ids of the records. A step that is missing in it is not done, and neither are those after it: `POST /task/{task_id}/perform` does it, or says why not. The engine calls this for its automatic steps.',
    body: steps,
    returns: doneSteps,
    handle: async (call) => {
      const orders = call.body.orders.map(({ order_id, steps }) => ({ orderId: order_id, steps }));
      const drivenOrders = new Map(call.body.orders.map(({ order_id, request_id }) => [order_id, request_id ?? null]));
      const actor = { ...call.actor, workflowId: call.actor.workflowId ?? 'engine', drivenOrders };
      const done = await inTracesOf(call.body.orders, () => performSteps({ database: call.database, actor }, orders));
      return {
        value: { orders: orders.map(({ orderId }, index) => ({ order_id: orderId, done: done[index] ?? [] })) },
      };
    },
  }),
  endpoint('POST /task/{task_id}/perform', {
    permission: 'task.perform',
    summary: 'Perform one task of orders in one transaction',
    description:
      'The Pick task makes a pick, commits its lines from where they are reserved, and finishes it. The other tasks work in the same way. `line_details` limits the task to these quantities of these lines; a ship or a pickup takes the cartons with units of them. An open pick, pack or ship is continued, and keeps the lines that the task does not need. Committed units are taken as a whole. Units in cartons and cartons on pallets are taken only with the whole list. A step whose carrier has refused the booking, or is away, is answered with 428 and `warnings`; `ignore_warnings` does it without a label. With `partial`, a pick takes the units that are in stock and leaves the rest open. Returns the record that it made. A task of 500 order lines or more runs in the background: the answer is 202, unless you send `X-Background-Processing: never`. Automatic steps call this.',
    body: perform,
    returns: z.looseObject({ id: recordId(), order_ids: z.array(recordId()) }),
    errors: [
      'order.state',
      'reference.unknown',
      'order.held',
      'order.warnings',
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
      'pack.too-large',
      'carton.state',
      'carton.other-parcel',
      'ship.nothing-left',
      'ship.no-step',
      'ship.state',
      'pickup.nothing-left',
      'pickup.part-of-kit',
    ],
    run: { background: ({ database, body }) => isLarge(database, body) },
    handle: async (call) => {
      const taskId = call.params.task_id;
      const task = tasks[taskId];
      if (!task) throw problem('record.unknown', `There is no task ${taskId}; GET /task lists them.`);
      const { order_id, line_details, partial, ignore_warnings: ignoreWarnings = false, ...details } = call.body;
      const hasLabel = details.tracking_number != null;
      await assertBooked(call, { step: task.step, orderIds: order_id, ignoreWarnings: ignoreWarnings || hasLabel });
      const lines = line_details?.map((line) => ({ line_id: line.transactionline_id, qty: line.qty ?? null })) ?? null;
      const input = { taskId, orderIds: order_id, lines, partial: partial ?? false, details };
      const id = await withListedOrders(order_id, () => performTask(call, input));
      return { record: task.makes, id, with: { order_ids: order_id } };
    },
  }),
];
