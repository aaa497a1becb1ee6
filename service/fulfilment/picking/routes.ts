import { z } from 'zod';
import { countryOf } from '../../../lib/addresses/countries.ts';
import type { CallContext } from '../../platform/database/operation.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { children } from '../../platform/http/get-endpoints.ts';
import { recordId } from '../../platform/ids/ids.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { list } from '../../platform/listing/list.ts';
import { skippedOrders, withListedOrders } from '../work/skipped-orders.ts';
import { commitPickline } from './commit.ts';
import { commitCountedUnits } from './commit-counted.ts';
import { deletePick } from './delete.ts';
import { finishPick, pickOrders } from './operations.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { pickScope } from './pickable.ts';
import { pick, pickline, picklinebyorder, picklinebypart } from './resource.ts';
import { byCustomer, byDestination, byOrder, byPart, commit, writtenOff } from './schema.ts';
import { uncommitPickline } from './uncommit.ts';

const answer = async (id: number, { database }: CallContext) => ({
  record: pick,
  id,
  with: { order_ids: await ordersOfPick(database.kysely, id) },
});

const pickAnswer = { returns: pick, answer: { embeds: ['lines'], adds: z.object({ order_ids: z.array(recordId()) }) } };

/** Returns an endpoint that lists the units to pick. */
const listing = (path: string, of: Resource, summary: string) =>
  endpoint(`GET ${path}`, {
    permission: 'pick.read',
    summary,
    lists: { of, as: 'page' },
    handle: async ({ database, search, url, readAccess }) => ({
      content: await list(database.pool, of, search, { url, readAccess }),
    }),
  });

export const routes: Endpoint[] = [
  ...children({ path: '/pick/{pick_id}/line', permission: 'pick.read', of: pickline, parent: pick, by: 'pick_id' }),
  listing('/picklinebyorder', picklinebyorder, 'List the orders with units to pick'),
  listing('/picklinebycustomer', picklinebyorder, 'List the orders with units to pick; filter by customer_id'),
  listing('/picklinebydestination', picklinebyorder, 'List the orders with units to pick; filter by ship_country'),
  listing('/picklinebypart', picklinebypart, 'List the units to pick by part and order'),
  endpoint('POST /picklinebyorder', {
    permission: 'pick.create',
    summary: 'Make one pick of orders',
    body: byOrder,
    status: 201,
    description:
      'Orders without units to pick are left out, and `skipped` says why. If nothing can be picked of any order, the answer is the refusal of the first one.',
    returns: pick,
    answer: { embeds: ['lines'], adds: z.object({ order_ids: z.array(recordId()), skipped: skippedOrders }) },
    errors: [
      'order.state',
      'order.held',
      'order.sites-differ',
      'reference.unknown',
      'pick.nothing-left',
      'stock.short',
    ],
    handle: async (call) => {
      const { order_id: listed } = call.body;
      const { id, orderIds, skipped } = await withListedOrders(listed, () => pickOrders(call, listed));
      return { record: pick, id, with: { order_ids: orderIds, skipped } };
    },
  }),
  endpoint('POST /picklinebycustomer', {
    permission: 'pick.create',
    summary: 'Make one pick of all orders of customers',
    body: byCustomer,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    handle: async (call) =>
      answer(await pickScope(call, { customerIds: call.body.customer_id, siteId: call.body.site_id }), call),
  }),
  endpoint('POST /picklinebydestination', {
    permission: 'pick.create',
    summary: 'Make one pick of all orders to countries or postal codes',
    body: byDestination,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    handle: async (call) => {
      const { ship_country: countries, ship_postal_code: postalCodes, site_id: siteId } = call.body;
      const codes = countries?.map((name) => countryOf(name) ?? name);
      return answer(await pickScope(call, { countries: codes, postalCodes, siteId }), call);
    },
  }),
  endpoint('POST /picklinebypart', {
    permission: 'pick.create',
    summary: 'Make one pick of all units of parts',
    body: byPart,
    status: 201,
    ...pickAnswer,
    errors: ['order.state', 'order.held', 'order.sites-differ', 'record.unknown', 'pick.nothing-left', 'stock.short'],
    handle: async (call) =>
      answer(await pickScope(call, { partIds: call.body.part_id, siteId: call.body.site_id }), call),
  }),
  endpoint('POST /pickline/{pickline_id}/commit', {
    permission: 'pick.commit',
    summary: 'Commit a pickline: move its units to the moving location',
    description:
      'The commit of the last open line finishes the pick. Without a body, all units move from where they are reserved. With a smaller `qty`, the rest returns to the order, and `short_reason` says why. With `keep_rest`, the rest stays on the pick as a line of its own, which can be committed from another location. For a tracked part, `tracking` names the units; where they are reserved for other orders, those orders get other units of the same location. Repeating the request changes nothing; other details are refused (`pickline.committed`). With `missing`, the units that are not committed are written off where they were reserved, with the reason in the ledger, and the order gets other stock or waits for some. Send `qty` 0 with `missing` if no units were there. With `refill` too, other stock comes onto the same pick. `written_off` says where the missing units went. With `counted` in place of units, the commit takes exactly what is counted, at the places where it was counted; each further place becomes a line of its own.',
    body: commit,
    returns: pickline,
    answer: {
      adds: z.object({ written_off: writtenOff.nullable().describe('The result for missing units; null for none') }),
    },
    errors: [
      'pick.state',
      'pickline.committed',
      'pickline.not-counted',
      'stock.short',
      'record.state',
      'tracking.required',
      'tracking.mismatch',
    ],
    handle: async (call) => {
      const picklineId = call.params.pickline_id;
      const { counted, keep_rest, missing, refill, short_reason } = call.body;
      const { id, writtenOff } = counted
        ? await commitCountedUnits(call, { picklineId, keep_rest, missing, refill, short_reason })
        : await commitPickline(call, { ...call.body, picklineId });
      return { record: pickline, id, with: { written_off: writtenOff } };
    },
  }),
  endpoint('POST /pickline/{pickline_id}/uncommit', {
    permission: 'pick.commit',
    summary: 'Uncommit a pickline: move its units back',
    description:
      'The units return to where they were taken from. The line can then be committed again, with the same units or others. A finished pick is open again, unless its units are on a pack, a ship or a pickup.',
    returns: pickline,
    errors: ['pick.state', 'record.state'],
    handle: async (call) => ({ record: pickline, id: await uncommitPickline(call, call.params.pickline_id) }),
  }),
  endpoint('POST /pick/{pick_id}/finish', {
    permission: 'pick.finish',
    summary: 'Finish a pick; lines without a commit return to their orders',
    description:
      'While units of a line are counted and not committed, the finish is refused (`pick.counted`): commit them, or take back the count.',
    returns: pick,
    errors: ['pick.state', 'pick.counted'],
    handle: async (call) => {
      await finishPick(call, call.params.pick_id);
      return { record: pick, id: call.params.pick_id };
    },
  }),
  endpoint('DELETE /pick/{id}', {
    permission: 'pick.delete',
    summary: 'Delete a pick and give back its units',
    status: 204,
    errors: ['pick.state'],
    handle: async (call) => {
      await deletePick(call, call.params.id);
      return undefined;
    },
  }),
];
