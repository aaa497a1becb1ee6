import { nameParameter, parameterNames } from '../platform/http/address.ts';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { ClientCall } from '../platform/openapi/client-call.ts';
import { typeName } from '../platform/openapi/type-names.ts';
import { type BodyTypes, changedRecord } from './body-types.ts';

/** Returns the type of a call, such as `DoRecord<[salesorder_id: number, body: SalesOrderHold], SalesOrder>`. */
export function callType(call: ClientCall, bodies: BodyTypes): string {
  const { method, lists } = call.endpoint;
  if (lists) return listType(lists, idsOf(call));
  return method === 'GET' ? readType(call, bodies) : changeType(call, bodies);
}

/** Returns the parameters of an address as members of a tuple: `pack_id: number, carton_id: number`. */
export const idsOf = ({ endpoint }: ClientCall): string =>
  parameterNames(endpoint.path)
    .map((name) => `${name}: ${name === nameParameter ? 'string' : 'number'}`)
    .join(', ');

function listType(lists: NonNullable<Endpoint['lists']>, ids: string): string {
  const record = typeName(lists.of.name);
  if (lists.as === 'array') return `ListBelow<[${ids}], ${record}>`;
  return ids === '' ? `List<${record}>` : `PagesBelow<[${ids}], ${record}>`;
}

function readType(call: ClientCall, bodies: BodyTypes): string {
  const { returns } = call.endpoint;
  if (isResource(returns)) return `Get<[${idsOf(call)}], ${typeName(returns.name)}>`;
  const query = bodies.queryOf(call);
  return `Read<[${argumentsOf(call, query && `query${query.required ? '' : '?'}: ${query.type}`)}], ${bodies.answerOf(call)}>`;
}

function changeType(call: ClientCall, bodies: BodyTypes): string {
  const { returns, status, run } = call.endpoint;
  const body = bodies.bodyOf(call);
  const args = argumentsOf(call, body && `body${body.required ? '' : '?'}: ${body.type}`);
  if (status === 202) return `Queued<[${args}]>`;
  if (!isResource(returns) || status === 204) return `Do<[${args}], ${bodies.answerOf(call)}>`;
  return `DoRecord<[${args}], ${changedRecord(call.endpoint, bodies.nameOf)}${run?.background ? ', true' : ''}>`;
}

const argumentsOf = (call: ClientCall, last: string | null) => [idsOf(call), last].filter(Boolean).join(', ');
