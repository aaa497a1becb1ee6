import { z } from 'zod';
import { choice, id, omittable, text } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { salesorder } from '../resource.ts';
import { changeCarrier } from './change-carrier.ts';
import { retry } from './operations.ts';
import { type StepBy, setStepBy } from './set-step-by.ts';

/** Decisions of people about an issued order. The plan and the timeline name who decided. */

export const by = omittable(text(200, { min: 1 }));
const example = { by: 'Ana Weber' };

export const operatorRoutes: Endpoint[] = [
  endpoint('POST /salesorder/{salesorder_id}/retry', {
    permission: 'salesorder.retry',
    summary: 'Try the refused step of an order in attention again',
    description:
      'The engine tries the step again at once. Until it reports the outcome, `/progress` has the state `working`. An order that is not in attention stays unchanged.',
    body: z.object({ by }).meta({ example }),
    returns: salesorder,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      await retry(call, { orderId, by: call.body.by ?? null });
      return { record: salesorder, id: orderId };
    },
  }),
  stepBy('byhand', 'hand', 'Have people do steps of an issued order'),
  stepBy('automatic', 'automatic', 'Have the engine do steps of an issued order'),
  endpoint('POST /salesorder/{salesorder_id}/carrier', {
    permission: 'salesorder.carrier',
    summary: 'Send an issued order with another carrier',
    description:
      'This is the decision of a person: it outranks rules and settings, and the plan names who decided. The plan asks the plugin of the new carrier. Steps that are started stay unchanged. A request for labels to the former carrier is abandoned. An order whose cartons have a tracking number already is refused.',
    body: z
      .object({ carrier_id: id(), carrierservicelevel_id: id().nullish(), by })
      .meta({ example: { carrier_id: 1, ...example } }),
    returns: salesorder,
    errors: ['order.state', 'order.refused-by-plugin', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { carrier_id: carrierId, carrierservicelevel_id: levelId = null, by = null } = call.body;
      await changeCarrier(call, { orderId, carrierId, levelId, by, planner: call.services.planner });
      return { record: salesorder, id: orderId };
    },
  }),
];

function stepBy(name: string, value: StepBy['value'], summary: string): Endpoint {
  return endpoint(`POST /salesorder/{salesorder_id}/${name}`, {
    permission: `salesorder.${name}`,
    summary,
    description:
      'This is the decision of a person: it outranks rules, carrier and settings, and the plan names who decided. Without a `step` it applies to every step that is not done.',
    body: z
      .object({ step: omittable(choice('pick', 'pack', 'ship', 'pickup')), by })
      .meta({ example: { step: 'pack', ...example } }),
    returns: salesorder,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.salesorder_id;
      const { step, by = null } = call.body;
      const steps = step === undefined ? null : [step];
      await setStepBy(call, { orderId, steps, value, by, planner: call.services.planner });
      return { record: salesorder, id: orderId };
    },
  });
}
