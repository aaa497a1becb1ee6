import type { z } from 'zod';
import { type Call, type Endpoint, endpoint, pathParameter } from '../../platform/http/endpoint.ts';
import { assertRecord } from '../../platform/http/get-endpoints.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { childList, item, type Scope } from '../../platform/listing/list.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { onlyOf } from '../../platform/routes/record-endpoint.ts';
import { salesorder, salesorderdiscount, salesorderfee, salesorderline, salesordertax } from '../resource.ts';
import { type AmountKind, type AmountValues, addAmount, changeAmount, deleteAmount, type Place } from './amounts.ts';
import { discountBody, discountChange, feeBody, feeChange, taxBody, taxChange } from './schema.ts';

/** The addresses of discounts, fees and taxes, of orders and of lines: six groups that are alike. */

interface Kind {
  readonly kind: AmountKind;
  readonly plural: string;
  readonly resource: Resource;
  readonly create: z.ZodType<AmountValues>;
  readonly change: z.ZodType<AmountValues>;
  /** The owners of amounts: an order, and a line. */
  readonly notes: readonly [string, string];
}

const charged = ['The amount is flat.', 'The amount is per unit of the line.'] as const;
const lowers = ' A positive amount lowers the total.';

const kinds: readonly Kind[] = [
  {
    ...{ kind: 'discount', plural: 'discounts', resource: salesorderdiscount },
    ...{ create: discountBody, change: discountChange, notes: [charged[0] + lowers, charged[1] + lowers] },
  },
  { kind: 'fee', plural: 'fees', resource: salesorderfee, create: feeBody, change: feeChange, notes: charged },
  {
    ...{ kind: 'tax', plural: 'taxes', resource: salesordertax, create: taxBody, change: taxChange },
    notes: [
      'The amount is of the whole order, beside the taxes of its lines.',
      'The amount is of all units of the line.',
    ],
  },
];

const places = [
  { of: 'a sales order', path: '/salesorder/{salesorder_id}', isLine: false },
  { of: 'a line', path: '/salesorder/{salesorder_id}/line/{line_id}', isLine: true },
];

export const amountRoutes: Endpoint[] = places
  .flatMap((place) => kinds.flatMap((kind) => routesFor(kind, place)))
  .map((one) => onlyOf(salesorder, 'salesorder_id', one));

type AnyCall = Pick<Call<unknown, unknown>, 'params'>;

function routesFor(kind: Kind, place: (typeof places)[number]): Endpoint[] {
  const path = `${place.path}/${kind.kind}`;
  return [...readRoutes(kind, place, path), ...writeRoutes(kind, place, path)];
}

const placeOf = ({ params }: AnyCall): Place => ({
  orderId: pathParameter(params, 'salesorder_id'),
  lineId: 'line_id' in params ? pathParameter(params, 'line_id') : null,
});
const idOf = ({ params }: AnyCall, kind: AmountKind) => pathParameter(params, `${kind}_id`);

function readRoutes({ kind, plural, resource }: Kind, { of }: (typeof places)[number], path: string): Endpoint[] {
  return [
    endpoint(`GET ${path}`, {
      permission: 'salesorder.read',
      summary: `List the ${plural} of ${of}`,
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
  { kind, resource, create, change, notes }: Kind,
  place: (typeof places)[number],
  path: string,
): Endpoint[] {
  const { of, isLine } = place;
  const one = `${path}/{${kind}_id}`;
  const description = `In a draft only. ${notes[isLine ? 1 : 0]}`;
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
        const id = await addAmount(call, { kind, ...placeOf(call), values: call.body });
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
        const id = idOf(call, kind);
        await changeAmount(call, { kind, ...placeOf(call), id, values: call.body });
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
