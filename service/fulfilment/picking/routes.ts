import { z } from 'zod';
import { evaluatePendingRules } from '../../orders/planning/operations.ts';
import type { CallContext } from '../../platform/database/operation.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { children } from '../../platform/http/get-endpoints.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { list } from '../../platform/listing/list.ts';
import { commitPickline } from './commit.ts';
import { deletePick } from './delete.ts';
import { createPick, finishPick } from './operations.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { pickScope } from './pickable.ts';
import { pick, pickline, picklinebyorder, picklinebypart } from './resource.ts';
import { byCustomer, byDestination, byOrder, byPart, commit } from './schema.ts';
import { uncommitPickline } from './uncommit.ts';

const answer = async (id: number, { database }: CallContext) => ({
  record: pick,
  id,
  with: { order_ids: await ordersOfPick(database.kysely, id) },
});

const pickAnswer = { returns: pick, embeds: ['lines'], adds: z.object({ order_ids: z.array(z.int()) }) };

/** What can be picked, and how much of each: the same rows at each address, but by part. */
const listing = (path: string, of: Resource, summary: string) =>
  endpoint(`GET ${path}`, {
    permission: 'pick.read',
    summary,
    lists: { of, as: 'page' },
    handle: async ({ database, search, url, readAccess }) => ({
      bytes: await list(database.pool, of, search, { url, readAccess }),
    }),
  });

export const routes: Endpoint[] = [
  ...children({ path: '/pick/{pick_id}/line', permission: 'pick.read', of: pickline, parent: pick, by: 'pick_id' }),
  listing('/picklinebyorder', picklinebyorder, 'Orders that can be picked, and how much of each'),
  listing('/picklinebycustomer', picklinebyorder, 'Orders that can be picked, by customer: filter by customer_id'),
  listing(
    '/picklinebydestination',
    picklinebyorder,
    'Orders that can be picked, by destination: filter by ship_country',
  ),
  listing('/picklinebypart', picklinebypart, 'Parts that can be picked, and how much of each for which order'),
  endpoint('POST /picklinebyorder', {
    permission: 'pick.create',
    summary: 'Make one pick for the orders given',
    body: byOrder,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    recover: evaluatePendingRules,
    handle: async (call) => answer(await createPick(call, { orderIds: call.body.order_id }), call),
  }),
  endpoint('POST /picklinebycustomer', {
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked for customers',
    body: byCustomer,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    recover: evaluatePendingRules,
    handle: async (call) =>
      answer(await pickScope(call, { customerIds: call.body.customer_id, siteId: call.body.site_id }), call),
  }),
  endpoint('POST /picklinebydestination', {
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked for a country or postal code',
    body: byDestination,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    recover: evaluatePendingRules,
    handle: async (call) => {
      const { ship_country: countries, ship_postal_code: postalCodes, site_id: siteId } = call.body;
      return answer(await pickScope(call, { countries, postalCodes, siteId }), call);
    },
  }),
  endpoint('POST /picklinebypart', {
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked of parts',
    body: byPart,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    recover: evaluatePendingRules,
    handle: async (call) =>
      answer(await pickScope(call, { partIds: call.body.part_id, siteId: call.body.site_id }), call),
  }),
  endpoint('POST /pickline/{pickline_id}/commit', {
    permission: 'pick.commit',
    summary: 'Move a line of a pick from storage to the moving location',
    description:
      'Without a body all of it, from where it is reserved. Less than asked: the rest returns to the order; `short_reason` says why. With `keep_rest` it stays on the pick as a line of its own, to be committed next, from elsewhere perhaps. Of a tracked part `tracking` says which units were taken; what is reserved of them for other orders is exchanged for others of the same place. Repeated it changes nothing; with other details it is refused (`pickline.committed`). With `missing` what is not committed is not there: it is written off where it was reserved, with the reason in the ledger, and the order gets other stock or waits for some. `qty` 0 with `missing`: nothing was there.',
    body: commit,
    returns: pickline,
    errors: [
      'pick.state',
      'pickline.committed',
      'stock.short',
      'record.state',
      'tracking.required',
      'tracking.mismatch',
    ],
    handle: async (call) => {
      const picklineId = call.params.pickline_id;
      return { record: pickline, id: await commitPickline(call, { ...call.body, picklineId }) };
    },
  }),
  endpoint('POST /pickline/{pickline_id}/uncommit', {
    permission: 'pick.commit',
    summary: 'Give back what a line of an open pick was committed with',
    description:
      'Its units return to where they were taken from, and it can be committed anew, with other ones perhaps.',
    returns: pickline,
    errors: ['pick.state', 'record.state'],
    handle: async (call) => ({ record: pickline, id: await uncommitPickline(call, call.params.pickline_id) }),
  }),
  endpoint('POST /pick/{pick_id}/finish', {
    permission: 'pick.finish',
    summary: 'Finish a pick; lines that were not committed go back to their orders',
    returns: pick,
    errors: ['pick.state'],
    handle: async (call) => {
      await finishPick(call, call.params.pick_id);
      return { record: pick, id: call.params.pick_id };
    },
  }),
  endpoint('DELETE /pick/{id}', {
    permission: 'pick.delete',
    summary: 'Delete a pick and give back everything it took',
    status: 204,
    errors: ['pick.state'],
    handle: async (call) => {
      await deletePick(call, call.params.id);
      return undefined;
    },
  }),
];
