import type { z } from 'zod';
import { type Call, type Endpoint, endpoint, pathParameter } from '../../platform/http/endpoint.ts';
import { assertRecord } from '../../platform/http/get-endpoints.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { childList, item, type Scope } from '../../platform/listing/list.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { salesorder, salesorderdiscount, salesorderfee, salesorderline } from '../resource.ts';
import { addAmount, type ChargeKind, changeAmount, deleteAmount, type Place } from './amounts.ts';
import { discountBody, discountChange, feeBody, feeChange } from './schema.ts';

/** The addresses of discounts and fees, of orders and of lines: four groups that are alike. */

interface Kind {
  readonly kind: ChargeKind;
  readonly resource: Resource;
  readonly create: z.ZodType<{ amount: string }>;
  readonly change: z.ZodType<{ amount?: string | undefined }>;
}

const kinds: readonly Kind[] = [
  { kind: 'discount', resource: salesorderdiscount, create: discountBody, change: discountChange },
  { kind: 'fee', resource: salesorderfee, create: feeBody, change: feeChange },
];

const places = [
  { of: 'a sales order', path: '/salesorder/{salesorder_id}', note: 'The amount is flat.' },
  { of: 'a line', path: '/salesorder/{salesorder_id}/line/{line_id}', note: 'The amount is per unit of the line.' },
];

export const amountRoutes: Endpoint[] = places.flatMap((place) => kinds.flatMap((kind) => routesFor(kind, place)));

type AnyCall = Pick<Call<unknown, unknown>, 'params'>;

function routesFor(kind: Kind, place: (typeof places)[number]): Endpoint[] {
  const path = `${place.path}/${kind.kind}`;
  return [...readRoutes(kind, place, path), ...writeRoutes(kind, place, path)];
}

const placeOf = ({ params }: AnyCall): Place => ({
  orderId: pathParameter(params, 'salesorder_id'),
  lineId: 'line_id' in params ? pathParameter(params, 'line_id') : null,
});
const idOf = ({ params }: AnyCall, kind: ChargeKind) => pathParameter(params, `${kind}_id`);

function readRoutes({ kind, resource }: Kind, { of }: (typeof places)[number], path: string): Endpoint[] {
  return [
    endpoint(`GET ${path}`, {
      permission: 'salesorder.read',
      summary: `List the ${kind}s of ${of}`,
      lists: { of: resource, as: 'array' },
      handle: async (call) => {
        const place = placeOf(call);
        const content = await childList(call.database.pool, resource, scopeOf(place), call.search, call.readAccess);
        if (content.length === '[]'.length) await assertPlace(call, place);
        return { content };
      },
    }),
    endpoint(`GET ${path}/{${kind}_id}`, {
      permission: 'salesorder.read',
      summary: `Read a ${kind} of ${of}`,
      returns: resource,
      handle: async (call) => ({ record: resource, id: idOf(call, kind), scope: scopeOf(placeOf(call)) }),
    }),
  ];
}

function writeRoutes(
  { kind, resource, create, change }: Kind,
  place: (typeof places)[number],
  path: string,
): Endpoint[] {
  const { of, note } = place;
  const one = `${path}/{${kind}_id}`;
  const description = `In a draft only. ${note}${kind === 'discount' ? ' A positive amount lowers the total.' : ''}`;
  return [
    endpoint(`POST ${path}`, {
      permission: 'salesorder.update',
      summary: `Add a ${kind} to ${of}`,
      description,
      body: create,
      status: 201,
      returns: resource,
      errors: ['order.state', 'order.too-large'],
      handle: async (call) => {
        const charge_id = chargeOf(call.body, kind);
        if (charge_id === undefined) throw new TypeError(`The schema of the body must require ${kind}_id.`);
        const id = await addAmount(call, { kind, ...placeOf(call), charge_id, amount: call.body.amount });
        return { record: resource, id };
      },
    }),
    endpoint(`PUT ${one}`, {
      permission: 'salesorder.update',
      summary: `Change a ${kind} of ${of}`,
      description,
      body: change,
      returns: resource,
      errors: ['order.state'],
      handle: async (call) => {
        const [charge_id, { amount }] = [chargeOf(call.body, kind), call.body];
        const changes = { ...(charge_id !== undefined && { charge_id }), ...(amount !== undefined && { amount }) };
        const id = idOf(call, kind);
        await changeAmount(call, { kind, ...placeOf(call), id, ...changes });
        return { record: resource, id };
      },
    }),
    endpoint(`DELETE ${one}`, {
      permission: 'salesorder.update',
      summary: `Delete a ${kind} of ${of}`,
      status: 204,
      errors: ['order.state'],
      handle: async (call) => {
        await deleteAmount(call, { kind, ...placeOf(call), id: idOf(call, kind) });
        return undefined;
      },
    }),
  ];
}

function chargeOf(body: object, kind: ChargeKind): number | undefined {
  return (body as Record<string, number | undefined>)[`${kind}_id`];
}

function scopeOf({ orderId, lineId }: Place): Scope {
  return {
    sql: (alias, parameter) =>
      `${alias}.salesorder_id = ${parameter(orderId)} AND ${alias}.line_id ${lineId === null ? 'IS NULL' : `= ${parameter(lineId)}`}`,
  };
}

async function assertPlace(call: Call<unknown, unknown>, { orderId, lineId }: Place): Promise<void> {
  await assertRecord(call, salesorder, orderId);
  if (lineId === null) return;
  const scope: Scope = { sql: (alias, parameter) => `${alias}.salesorder_id = ${parameter(orderId)}` };
  const line = await item(call.database.pool, salesorderline, lineId, { fields: 'id', scope });
  if (line === null) throw noSuch('line', lineId);
}
