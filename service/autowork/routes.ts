import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { beginAutowork, finishAutowork, requestAutowork } from './operations.ts';
import { autowork } from './resource.ts';
import { autoworkBody, finishBody } from './schema.ts';

const step = z.enum(['pick', 'pack', 'ship', 'pickup']);

export const routes: Endpoint[] = [
  endpoint('POST /salesorder/{salesorder_id}/autowork', {
    permission: 'salesorder.autowork',
    summary: 'Request that the engine does tasks of an order',
    description:
      'Answers 202 at once, with an empty body and the address of the background request in `Location`. The engine then does the tasks one after the other, with your permissions and in your name, each as `POST /task/{task_id}/perform` does it. It does all tasks with an empty body or `full_auto=1`, or those of `task_ids`. The engine does everything that it can. The rest is reported in the answer of `/background/{id}`, in `/autowork/{id}`, in the timeline, and in `/progress`, where it puts the order in attention. `line_details` limits the tasks to these lines and quantities. Carrier and tracking number go onto the cartons. The order must belong to `site_id`, or else to your current site; otherwise the answer is 409.',
    body: autoworkBody,
    status: 202,
    errors: ['order.state', 'order.other-site'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const path = `/salesorder/${orderId}/autowork`;
      const { backgroundId } = await requestAutowork(call, { orderId, body: call.body, path });
      return { value: null, headers: { location: `/background/${backgroundId}`, 'retry-after': '1' } };
    },
  }),
  endpoint('POST /autowork/{id}/begin', {
    permission: 'autowork.begin',
    summary: 'Start an autowork',
    description: 'The engine calls this before the first task. The answer has the carrier and the steps of the plan.',
    returns: z
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
          .describe('The carrier with which the plan books'),
        steps: z.array(z.object({ step, required: z.boolean() })),
      })
      .meta({ example: { open: true, carrier: null, steps: [{ step: 'pick', required: true }] } }),
    handle: async (call) => ({ value: await beginAutowork(call, call.params.id) }),
  }),
  endpoint('POST /autowork/{id}/finish', {
    permission: 'autowork.finish',
    summary: 'Finish an autowork with the results of its tasks',
    description: 'The engine calls this after the last task. A repetition changes nothing.',
    body: finishBody,
    returns: autowork,
    handle: async (call) => {
      const results = call.body.tasks.map(({ record_id = null, code = null, detail = null, ...task }) => ({
        ...task,
        record_id,
        code,
        detail,
      }));
      await finishAutowork(call, { id: call.params.id, results });
      return { record: autowork, id: call.params.id };
    },
  }),
];
