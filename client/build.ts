import type { ListQuery, Page, Wanted } from './call.ts';
import { everyRecord } from './paging.ts';
import type { CallOptions, ChangeOptions, Method, Query, Transport } from './transport.ts';

/** Where a call goes: method and path, and what follows the ids among its arguments. */
interface Address {
  readonly call: string;
  readonly takes?: 'query' | 'body' | 'pages';
}

interface Addresses {
  readonly [name: string]: Address | Addresses;
}

/** A tree of addresses as a tree of functions: `/salesorder/{salesorder_id}/hold` as `salesorder.hold(id, body, options)`. */
export function build(addresses: Addresses, transport: Transport): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(addresses).map(([name, below]) => [
      name,
      isAddress(below) ? caller(below, transport) : build(below, transport),
    ]),
  );
}

function isAddress(below: Address | Addresses): below is Address {
  return typeof below.call === 'string';
}

function caller({ call, takes }: Address, transport: Transport): (...args: never[]) => unknown {
  const [method, path] = call.split(' ') as [Method, string];
  if (takes === 'pages') return pages(method, path, transport);
  const ids = path.split('{').length - 1;
  return async (...args: unknown[]) => {
    const given = args.slice(ids);
    const [first, options = {}] = (takes ? given : [undefined, given[0]]) as [unknown, Options | undefined];
    const { embed, fields, ...sending } = options;
    const query = takes === 'query' ? flat(first as ListQuery | undefined) : { embed, fields };
    const body = takes === 'body' ? first : undefined;
    return transport.send({ ...sending, method, path: addressOf(path, args), query, body });
  };
}

type Options = ChangeOptions & { embed?: string; fields?: string };

function pages(method: Method, path: string, transport: Transport) {
  return (query: ListQuery = {}, options: CallOptions = {}) =>
    everyRecord(
      (one) => transport.send({ ...options, method, path, query: flat(one) }) as Promise<Page<{ id: number }>>,
      query,
    );
}

/** Simple filters stand beside the other parameters. No value is asked for by its name: left out, it would ask for any. */
function flat({ where = {}, ...common }: ListQuery = {}): Query {
  const filters = Object.entries(where).map(([name, wanted]) => [name, written(name, wanted)]);
  return { ...Object.fromEntries(filters), ...common };
}

function written(name: string, wanted: Wanted): string[] | undefined {
  if (wanted === undefined) return undefined;
  const values = [wanted].flat().map(String);
  // None of no values holds for nothing, but a parameter that is not sent asks for everything.
  if (values.length === 0) throw new TypeError(`where: ${name} is an empty list, which no record meets.`);
  return values;
}

function addressOf(path: string, args: readonly unknown[]): string {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(args[next++])));
}
