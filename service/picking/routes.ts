import { sql } from 'kysely';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Desk } from '../operation.ts';
import { problem } from '../problems.ts';
import { commitPickline } from './commit.ts';
import { createPick, deletePick, finishPick } from './operations.ts';
import { type PickableScope, pickableOrders } from './pickable.ts';
import { pick, pickline } from './resource.ts';
import { byCustomer, byDestination, byOrder, byPart, commit } from './schema.ts';

/** Picks can be made by order, customer, destination and part (spec 4.4 rule 5): the same but for what is chosen. */
async function pickFor(desk: Desk, scope: PickableScope) {
  const rows = await pickableOrders(desk.database, scope);
  const orderIds = rows.map((row) => row.order_id);
  if (orderIds.length === 0) throw problem('pick.nothing-left', 'Nothing is left to pick there.');
  return createPick(desk, { orderIds, partIds: scope.partIds ?? null });
}

const answer = async (id: number, desk: Desk) => {
  const { rows } = await sql<{ order_id: number }>`
    select distinct order_id from pickline where pick_id = ${id} order by order_id`.execute(desk.database.kysely);
  return { record: pick, id, embed: ['lines'], with: { order_ids: rows.map((row) => row.order_id) } };
};

export const routes: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/picklinebyorder',
    permission: 'pick.read',
    summary: 'Orders that can be picked, and how much of each',
    handle: async ({ database }) => ({ value: await pickableOrders(database, {}) }),
  }),
  endpoint({
    method: 'POST',
    path: '/picklinebyorder',
    permission: 'pick.create',
    summary: 'Make one pick for the orders given',
    body: byOrder,
    status: 201,
    returns: pick,
    handle: async (call) => answer(await createPick(call, { orderIds: call.body.order_id }), call),
  }),
  endpoint({
    method: 'POST',
    path: '/picklinebycustomer',
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked for customers',
    body: byCustomer,
    status: 201,
    returns: pick,
    handle: async (call) => answer(await pickFor(call, { customerIds: call.body.customer_id }), call),
  }),
  endpoint({
    method: 'POST',
    path: '/picklinebydestination',
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked for a country or postal code',
    body: byDestination,
    status: 201,
    returns: pick,
    handle: async (call) =>
      answer(await pickFor(call, { countries: call.body.ship_country, postalCodes: call.body.ship_postal_code }), call),
  }),
  endpoint({
    method: 'POST',
    path: '/picklinebypart',
    permission: 'pick.create',
    summary: 'Make one pick for everything that can be picked of parts',
    body: byPart,
    status: 201,
    returns: pick,
    handle: async (call) => answer(await pickFor(call, { partIds: call.body.part_id }), call),
  }),
  endpoint({
    method: 'POST',
    path: '/pickline/{pickline_id}/commit',
    permission: 'pick.commit',
    summary: 'Move a line of a pick from storage to the moving location',
    body: commit,
    returns: pickline,
    handle: async (call) => {
      const picklineId = call.params.pickline_id!;
      await commitPickline(call, { ...call.body, picklineId });
      return { record: pickline, id: picklineId };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/pick/{pick_id}/finish',
    permission: 'pick.finish',
    summary: 'Finish a pick; lines that were not committed go back to their orders',
    returns: pick,
    handle: async (call) => {
      await finishPick(call, call.params.pick_id!);
      return { record: pick, id: call.params.pick_id! };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/pick/{pick_id}',
    permission: 'pick.delete',
    summary: 'Delete a pick and give back everything it took',
    status: 204,
    handle: async (call) => {
      await deletePick(call, call.params.pick_id!);
      return undefined;
    },
  }),
];
