import { z } from 'zod';
import { type KindOfOrder, kindsOfOrders, ofKind } from '../orders/resource.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { recordId } from '../platform/ids/ids.ts';
import { recordEndpoint } from '../platform/routes/record-endpoint.ts';
import { beginAutowork, finishAutowork, requestAutowork } from './operations.ts';
import type { TaskResult } from './outcome.ts';
import { autowork, taskResult } from './resource.ts';
import { autoworkBody, type ResultsBody, resultsBody } from './schema.ts';
import { awaitStock, cancelAutowork } from './wait.ts';

const step = z.enum(['pick', 'pack', 'ship', 'pickup']);

/** An autowork as its workflow sees it. */
const round = z
  .object({
    open: z.boolean().describe('False if the autowork is finished'),
    carrier: z
      .object({
        name: z.string(),
        plugin: z.string(),
        book_at: step.nullable(),
        own_queue: z.boolean(),
        asks_pickup: z.boolean().optional(),
      })
      .nullable()
      .describe('The carrier that the plan books'),
    steps: z.array(z.object({ step, required: z.boolean() })),
    round: z.int().describe('1, and one more after each wait for stock'),
    waiting_for: z.string().nullable().describe('What the autowork waits for; null while it works'),
    tasks: z.array(taskResult).describe('The results so far'),
    line_details: z
      .array(
        z.object({
          task_id: recordId(),
          lines: z.array(z.object({ transactionline_id: recordId(), qty: z.string().nullable() })),
        }),
      )
      .nullable()
      .describe(
        'What is left of the lines to which the autowork is limited, by task; null where nothing of it is done',
      ),
  })
  .meta({
    example: {
      open: true,
      carrier: null,
      steps: [{ step: 'pick', required: true }],
      round: 1,
      waiting_for: null,
      tasks: [],
      line_details: null,
    },
  });

const requestRoute = ({ order }: KindOfOrder): Endpoint =>
  recordEndpoint(order, 'POST autowork', {
    summary: 'Request that the engine does tasks of an order',
    description:
      'Answers 202 at once, with an empty body and the address of the background request in `Location`. The engine then does the tasks one after the other, with your permissions and in your name, each as `POST /task/{task_id}/perform` does it. It does all tasks with an empty body or `full_auto=1`, or those of `task_ids`. The engine does everything that it can. The rest is reported in the answer of `/background/{id}`, in `/autowork/{id}`, in the timeline, and in `/progress`, where it puts the order in attention. `line_details` limits the tasks to these lines and quantities. Carrier and tracking number go onto the cartons. Where stock is short, the engine does what it can. With `on_stock: "continue"`, the autowork then waits, and does the rest when stock for all of it has arrived. `POST /autowork/{id}/cancel` takes it back. The order must belong to `site_id`, or else to your current site; otherwise the answer is 409.',
    body: autoworkBody,
    status: 202,
    errors: ['order.state', 'order.other-site'],
    handle: async (call) => {
      const orderId = call.params.id;
      const path = `${order.path}/${orderId}/autowork`;
      const { backgroundId } = await requestAutowork(call, { orderId, body: call.body, path });
      return { value: null, headers: { location: `/background/${backgroundId}`, 'retry-after': '1' } };
    },
  });

export const routes: Endpoint[] = [
  ...kindsOfOrders.flatMap((one) => ofKind(one, [requestRoute(one)])),
  endpoint('POST /engine/autowork/{id}/begin', {
    permission: 'autowork.begin',
    summary: 'Start an autowork',
    description: 'The engine calls this before the first task. The answer has the carrier and the steps of the plan.',
    returns: round,
    handle: async (call) => ({ value: await beginAutowork(call, call.params.id) }),
  }),
  endpoint('POST /engine/autowork/{id}/finish', {
    permission: 'autowork.finish',
    summary: 'Finish an autowork with the results of its tasks',
    description: 'The engine calls this after the last task. A repetition changes nothing.',
    body: resultsBody,
    returns: autowork,
    handle: async (call) => {
      await finishAutowork(call, { id: call.params.id, results: resultsOf(call.body) });
      return { record: autowork, id: call.params.id };
    },
  }),
  endpoint('POST /engine/autowork/{id}/wait', {
    permission: 'autowork.wait',
    summary: 'Have an autowork wait for stock, or begin its next round',
    description:
      'The engine calls this after the tasks of an autowork with `on_stock: "continue"` whose order is short, and again after each event of the order. A repetition changes nothing.',
    body: resultsBody,
    returns: round,
    handle: async (call) => ({
      value: await awaitStock(call, { id: call.params.id, results: resultsOf(call.body) }),
    }),
  }),
  endpoint('POST /autowork/{id}/cancel', {
    permission: 'salesorder.autowork',
    summary: 'Take an autowork back',
    description:
      'An autowork that waits for stock or for another autowork ends at once. One that runs finishes its tasks, and does not wait for stock after them. Work that is done stays done. A repetition changes nothing.',
    returns: autowork,
    handle: async (call) => {
      await cancelAutowork(call, call.params.id);
      return { record: autowork, id: call.params.id };
    },
  }),
];

function resultsOf({ tasks }: ResultsBody): TaskResult[] {
  return tasks.map(({ record_id = null, code = null, detail = null, ...task }) => ({
    ...task,
    record_id,
    code,
    detail,
  }));
}
