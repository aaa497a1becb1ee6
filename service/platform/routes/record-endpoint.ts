import type { z } from 'zod';
import { type AnyCall, type Call, type Endpoint, endpoint, type Method, pathParameter } from '../http/endpoint.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { idsOfOthers } from '../listing/list.ts';
import { problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';

/** The id of the record in the address. */
type RecordId = Readonly<Record<'id', number>>;

type Declaration<Body, Query> = Omit<Endpoint<Body, Query, RecordId>, 'method' | 'path' | 'permission'> & {
  /** The verb of the permission. Default: that of the address, and `read` for `GET`. */
  readonly permission?: string;
};

/**
 * Declares an endpoint of one record: `POST issue` is `POST /salesorder/{salesorder_id}/issue` with the permission `salesorder.issue`.
 * Several records that are rows of one table share a declaration. A record of another kind is unknown.
 */
export function recordEndpoint<Body = undefined, Query = Record<string, never>>(
  of: Resource,
  address: `${Method} ${string}`,
  { permission, handle, run, ...declaration }: Declaration<Body, Query>,
): Endpoint {
  const [method, verb = ''] = address.split(' ') as [Method, string];
  const parameter = `${of.name}_id`;
  const withId = (call: AnyCall) => ({ ...call, params: { id: pathParameter(call.params, parameter) } });
  const { background, together } = run ?? {};
  return onlyOf(of, parameter, {
    ...endpoint(`${method} ${of.path}/{${parameter}}/${verb}`, {
      ...(declaration as object as Omit<Endpoint, 'method' | 'path' | 'permission' | 'handle'> & { body: z.ZodType }),
      permission: `${of.name}.${permission ?? (method === 'GET' ? 'read' : verb)}`,
      handle: (call) => handle(withId(call) as Call<Body, Query, RecordId>),
    }),
    run: {
      ...run,
      ...(background && { background: (call) => background(withId(call) as never) }),
      ...(together && { together: (tx, calls) => together(tx, calls.map(withId) as never) }),
    } as NonNullable<Endpoint['run']>,
  });
}

/**
 * Has an endpoint answer 404 where its parameter names a row of the table that is a record of another resource. Ids without a row are
 * left to the endpoint.
 */
export function onlyOf(of: Resource, parameter: string, declared: Endpoint): Endpoint {
  if (!of.only) return declared;
  const { handle, run } = declared;
  const idIn = ({ params }: AnyCall) => pathParameter(params, parameter);
  const othersIn = ({ database }: AnyCall, calls: readonly AnyCall[]) =>
    idsOfOthers(database.pool, of, calls.map(idIn));
  const together = run?.together;
  return {
    ...declared,
    handle: async (call) => {
      const others = await othersIn(call, [call]);
      if (others.size > 0) throw problem('record.unknown', `There is no ${recordName(of.name)} ${idIn(call)}.`);
      return handle(call);
    },
    ...(together && {
      run: {
        ...run,
        together: async (tx, calls) => {
          const others = calls[0] ? await othersIn(calls[0], calls) : new Set();
          const own = calls.filter((call) => !others.has(idIn(call)));
          const ids = await together(tx, own);
          return calls.map((call) => ids[own.indexOf(call)] ?? null);
        },
      },
    }),
  };
}
