import { z } from 'zod';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { beginAutowork, finishAutowork, requestAutowork } from './operations.ts';
import { autowork } from './resource.ts';
import { autoworkBody, finishBody } from './schema.ts';

const step = z.enum(['pick', 'pack', 'ship', 'pickup']);

export const routes: Endpoint[] = [
  endpoint('POST /salesorder/{salesorder_id}/autowork', {
    permission: 'salesorder.autowork',
    summary: 'Have the tasks of an order done by themselves',
    description:
      'Answers 202 at once. The engine then does the tasks in their order, with your rights and in your name, each as `POST /task/{task_id}/perform` does it: all of them with an empty body or `full_auto=1`, or those of `task_ids`. What can be done is done, and what cannot be is told: in the answer of `/background/{id}`, in `/autowork/{id}`, in the timeline, and in `/progress`, where it puts the order into attention. With `line_details` only so much of these lines; carrier and tracking number go onto the cartons. At `site_id` or your current site: an order of another site is not worked on.',
    body: autoworkBody,
    status: 202,
    returns: autowork,
    errors: ['order.state'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const path = `/salesorder/${orderId}/autowork`;
      const { id, backgroundId } = await requestAutowork(call, { orderId, body: call.body, path });
      return { record: autowork, id, headers: { location: `/background/${backgroundId}`, 'retry-after': '1' } };
    },
  }),
  endpoint('POST /autowork/{id}/begin', {
    permission: 'autowork.begin',
    summary: 'Say that an autowork is begun',
    description: 'What the engine does before the first task. Answers how the order stands.',
    returns: z
      .object({
        open: z.boolean().describe('False where it has come to its end already'),
        carrier: z
          .object({
            name: z.string(),
            plugin: z.string(),
            book_at: step.nullable(),
            own_queue: z.boolean(),
            asks_pickup: z.boolean().optional(),
          })
          .nullable()
          .describe('Whose bookings the plan asks for'),
        steps: z.array(z.object({ step, required: z.boolean() })),
      })
      .meta({ example: { open: true, carrier: null, steps: [{ step: 'pick', required: true }] } }),
    handle: async (call) => ({ value: await beginAutowork(call, call.params.id) }),
  }),
  endpoint('POST /autowork/{id}/finish', {
    permission: 'autowork.finish',
    summary: 'Say what became of the tasks of an autowork',
    description: 'What the engine does after the last task. It then has its outcome; saying it again changes nothing.',
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
