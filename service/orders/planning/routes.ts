import { z } from 'zod';
import type { OrderKind } from '../../../records/sales-order.ts';
import { choice, id, omittable, text } from '../../platform/coercion/coerce.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { recordEndpoint } from '../../platform/routes/record-endpoint.ts';
import { changeCarrier } from './change-carrier.ts';
import { retry } from './operations.ts';
import { type StepBy, setStepBy } from './set-step-by.ts';

/** Decisions of people about an issued order. The plan and the timeline name who decided. */

export const by = omittable(text(200, { min: 1 }));
const example = { by: 'Ana Weber' };

export const operatorRoutes = (kind: OrderKind, order: Resource): Endpoint[] => [
  recordEndpoint(order, 'POST retry', {
    summary: 'Try the refused step of an order in attention again',
    description:
      'The engine tries the step again at once. Until it reports the outcome, `/progress` has the state `working`. An order that is not in attention stays unchanged.',
    body: z.object({ by }).meta({ example }),
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      await retry(call, { orderId, by: call.body.by ?? null });
      return { record: order, id: orderId };
    },
  }),
  stepBy(order, 'byhand', 'hand', 'Have people do steps of an issued order'),
  stepBy(order, 'automatic', 'automatic', 'Have the engine do steps of an issued order'),
  // Goods of a use order leave without a carrier.
  ...(kind === 'use' ? [] : [carrierRoute(order)]),
];

const carrierRoute = (order: Resource): Endpoint =>
  recordEndpoint(order, 'POST carrier', {
    summary: 'Send an issued order with another carrier',
    description:
      'This is the decision of a person: it outranks rules and settings, and the plan names who decided. The plan asks the plugin of the new carrier. Steps that are started stay unchanged. A request for labels to the former carrier is abandoned. An order whose cartons have a tracking number already is refused.',
    body: z
      .object({ carrier_id: id(), carrierservicelevel_id: id().nullish(), by })
      .meta({ example: { carrier_id: 1, ...example } }),
    returns: order,
    errors: ['order.state', 'order.refused-by-plugin', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      const { carrier_id: carrierId, carrierservicelevel_id: levelId = null, by = null } = call.body;
      await changeCarrier(call, { orderId, carrierId, levelId, by, planner: call.services.planner });
      return { record: order, id: orderId };
    },
  });

function stepBy(order: Resource, name: string, value: StepBy['value'], summary: string): Endpoint {
  return recordEndpoint(order, `POST ${name}`, {
    summary,
    description:
      'This is the decision of a person: it outranks rules, carrier and settings, and the plan names who decided. Without a `step` it applies to every step that is not done.',
    body: z
      .object({ step: omittable(choice('pick', 'pack', 'ship', 'pickup')), by })
      .meta({ example: { step: 'pack', ...example } }),
    returns: order,
    errors: ['order.state', 'engine.updates-off'],
    handle: async (call) => {
      const orderId = call.params.id;
      const { step, by = null } = call.body;
      const steps = step === undefined ? null : [step];
      await setStepBy(call, { orderId, steps, value, by, planner: call.services.planner });
      return { record: order, id: orderId };
    },
  });
}
