import { z } from 'zod';
import type { CallContext } from '../platform/database/operation.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { children } from '../platform/http/get-endpoints.ts';
import { recordId } from '../platform/ids/ids.ts';
import { recordEndpoint } from '../platform/routes/record-endpoint.ts';
import { answerOf } from '../platform/routes/record-routes.ts';
import { timelineRoute } from '../platform/routes/timeline-routes.ts';
import { authoriseReturn } from './authorise.ts';
import { closeReturn } from './close.ts';
import { inspectReturn } from './inspect.ts';
import { cancelReturn, changeReturn, createReturn, deleteReturn, refuseReturn } from './operations.ts';
import { proposePlaces } from './put-away.ts';
import { receiveReturn } from './receive.ts';
import { returnorder, returnorderline } from './resource.ts';
import { authoriseBody, decisionBody, inspectBody, receiveBody, returnBody, returnChange } from './schema.ts';

/** The answer of all changes of a return order. */
const answer = { returns: returnorder, answer: { embeds: ['lines', 'units'] } } as const;

const place = z.object({ location_id: recordId(), location: z.string().meta({ example: 'A-01-1' }) }).nullable();

const places = z.array(
  z
    .object({
      part_id: recordId(),
      part: z.string().meta({ example: 'TEA-ASSAM' }),
      qty: z.number().describe('The units without an outcome'),
      restock: place.describe('Null where no rule names a place, and the site never had the part'),
      quarantine: place.describe('Null where the part is at no location that is not in use'),
    })
    .meta({ title: 'ReturnedPlaces' }),
);

interface ChangeCall<Body> extends CallContext {
  readonly params: { readonly id: number };
  readonly body: Body;
}

/** Returns the handler of a call that changes a return with its body. */
const changes =
  <Body>(operation: (context: CallContext, input: { id: number; body: Body }) => Promise<unknown>) =>
  async (call: ChangeCall<Body>) => {
    const { id } = call.params;
    await operation(call, { id, body: call.body });
    return { record: returnorder, id };
  };

export const routes: Endpoint[] = [
  endpoint('POST /returnorder', {
    permission: 'returnorder.create',
    summary: 'Request the return of delivered goods',
    description:
      "Each line names a line of the order and the returned quantity, in units of that line. A line of a kit becomes one line for each component. The limit is the quantity that left, without the units on other returns. `returns` in the operators' file decides who authorises it, and `decision` says why.",
    body: returnBody,
    status: 201,
    ...answer,
    answer: { ...answer.answer, again: true },
    errors: ['returnorder.excess'],
    handle: async (call) =>
      answerOf(
        returnorder,
        await createReturn(call, { body: call.body, settings: call.services.configuration.returns }),
      ),
  }),
  endpoint('PUT /returnorder/{id}', {
    permission: 'returnorder.update',
    summary: 'Change a return',
    description:
      '`lines` replaces all lines of a return that is not authorised yet, and `returns` in the configuration file decides about them as about those of a new return. The site stays.',
    body: returnChange,
    ...answer,
    errors: ['returnorder.state', 'returnorder.excess'],
    handle: async (call) => {
      const id = call.params.id;
      await changeReturn(call, { id, body: call.body, settings: call.services.configuration.returns });
      return { record: returnorder, id };
    },
  }),
  endpoint('DELETE /returnorder/{id}', {
    permission: 'returnorder.delete',
    summary: 'Delete a return',
    description:
      'Only a return that is not authorised yet, or that was refused or canceled, is deleted. Cancel the others.',
    errors: ['returnorder.state'],
    status: 204,
    handle: async (call) => {
      await deleteReturn(call, call.params.id);
      return undefined;
    },
  }),
  ...children({
    path: '/returnorder/{returnorder_id}/line',
    permission: 'returnorder.read',
    of: returnorderline,
    parent: returnorder,
    by: 'returnorder_id',
  }),
  timelineRoute(returnorder, 'salesorder_id'),
  recordEndpoint(returnorder, 'POST authorise', {
    summary: 'Authorise a return',
    description:
      'Without `lines`, the requested quantities are authorised. `lines` name other quantities, in units of the part: 0 for none, or more than was requested if so many left. The quantities can be changed until the return ends.',
    body: authoriseBody,
    ...answer,
    errors: ['returnorder.excess', 'returnorder.state', 'returnorder.by-group'],
    handle: changes(authoriseReturn),
  }),
  ...(
    [
      ['refuse', refuseReturn, 'Refuse a return', 'The units can be on another return.', ['returnorder.by-group']],
      ['cancel', cancelReturn, 'Cancel a return', 'A return can be canceled before its first goods arrive.', []],
    ] as const
  ).map(([verb, operation, summary, description, errors]) =>
    recordEndpoint(returnorder, `POST ${verb}`, {
      summary,
      description: `${description} Repeating the request changes nothing.`,
      body: decisionBody,
      ...answer,
      errors: ['returnorder.state', ...errors],
      handle: changes(operation),
    }),
  ),
  recordEndpoint(returnorder, 'POST receive', {
    summary: 'Receive goods of a return',
    description:
      'Each entry is a scan: the line of the return or the part, a quantity (default 1), and the lot or serial number of a tracked part, which must have left with the order. The units wait for their inspection at a storage location that is not in use, so that no order gets them: that of the return, unless `location_id` names another. Goods may arrive in parts.',
    body: receiveBody,
    ...answer,
    errors: ['returnorder.excess', 'returnorder.state', 'record.exists', 'tracking.required', 'tracking.mismatch'],
    handle: changes(receiveReturn),
  }),
  recordEndpoint(returnorder, 'GET putaway', {
    summary: 'Propose where the units of a return are put',
    description:
      "One entry for each part with units without an outcome. `restock` is the place of goods that come in: that of `receiving:` in the operators' file, or else the one that has most of the part, or that had it last. `quarantine` is the location not in use that has most of the part, besides those where the units wait.",
    returns: places,
    handle: async ({ database, params, services }) => ({
      value: await proposePlaces(database.readPool, params.id, services.configuration.receiving.putAway),
    }),
  }),
  recordEndpoint(returnorder, 'POST inspect', {
    summary: 'Give returned units their outcomes',
    description:
      'Outcomes: `restock` to a location in use, where orders that wait get the units; `quarantine` to a storage location that is not in use; `scrap` with a reason; `sendback` to the customer. The last two take the units out of stock. Without `qty`, an outcome is about all units without one. `unit_id` is the id of a row in `units`.',
    body: inspectBody,
    ...answer,
    errors: ['returnorder.state', 'stock.short'],
    handle: changes(inspectReturn),
  }),
  recordEndpoint(returnorder, 'POST close', {
    summary: 'Close a return, with its credit',
    description:
      'The units that stay (restocked, in quarantine or scrapped) are credited, in the proportions of the invoices; `credit_id` names the credit. A return whose goods never came closes without one. Repeating the request changes nothing.',
    ...answer,
    errors: ['returnorder.state'],
    handle: async (call) => {
      const { id } = call.params;
      await closeReturn(call, id);
      return { record: returnorder, id };
    },
  }),
];
