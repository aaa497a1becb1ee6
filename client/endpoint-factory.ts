import type {
  CrudBelowCalls,
  CrudCalls,
  FilterValue,
  ListQuery,
  Page,
  ReadBelowCalls,
  ReadCalls,
  TimelineCalls,
} from './endpoint-types.ts';
import type { CallOptions, ChangeOptions, Method, Query } from './request.ts';
import type { Transport } from './transport.ts';

/** The argument that follows the ids. `pages` takes a query, too, and iterates over all pages. */
type Argument = 'query' | 'body' | 'pages';

/** Makes the functions of the client. The types of the calls are in the declaration that uses the factory. */
export interface EndpointFactory {
  /** One call, such as `POST /salesorder/{salesorder_id}/hold`. */
  call<Call>(address: string, argument?: Argument): Call;
  /** The reading calls of the resource at a path. */
  reads<R>(path: string): ReadCalls<R>;
  /** The reading and changing calls of the resource at a path. */
  crud<R, New, Changes>(path: string): CrudCalls<R, New, Changes>;
  /** The reading calls of the records below another record. */
  readsBelow<Ids extends number[], R>(path: string): ReadBelowCalls<Ids, R>;
  /** The reading and changing calls of the records below another record. */
  crudBelow<Ids extends number[], R, New, Changes>(path: string): CrudBelowCalls<Ids, R, New, Changes>;
  /** The timeline of the records at a path. */
  timeline(path: string): TimelineCalls;
}

/** Returns the factory of the calls that send their requests through `transport`. */
export function endpointFactory(transport: Transport): EndpointFactory {
  // The declaration states the type of each call; the function itself takes any arguments.
  const call = <Call>(address: string, argument?: Argument) => caller(transport, address, argument) as Call;
  const readsBelow = <Ids extends number[], R>(path: string): ReadBelowCalls<Ids, R> => ({
    list: call(`GET ${path}`, 'query'),
    get: call(`GET ${path}/{id}`, 'query'),
  });
  const writes = (path: string) => ({
    create: call<never>(`POST ${path}`, 'body'),
    update: call<never>(`PUT ${path}/{id}`, 'body'),
    remove: call<never>(`DELETE ${path}/{id}`),
  });
  const reads = <R>(path: string): ReadCalls<R> => ({
    list: call(`GET ${path}`, 'query'),
    each: call(`GET ${path}`, 'pages'),
    get: call(`GET ${path}/{id}`, 'query'),
  });
  return {
    call,
    reads,
    crud: (path) => ({ ...reads(path), ...writes(path) }),
    readsBelow,
    crudBelow: (path) => ({ ...readsBelow(path), ...writes(path) }),
    timeline: (path) => ({ timeline: call(`GET ${path}/{id}/timeline`) }),
  };
}

type Options = ChangeOptions & { embed?: string; fields?: string };

function caller(transport: Transport, address: string, argument?: Argument): (...args: never[]) => unknown {
  const [method, path] = address.split(' ') as [Method, string];
  if (argument === 'pages') return pages(method, path, transport);
  const ids = path.split('{').length - 1;
  return async (...args: unknown[]) => {
    const afterIds = args.slice(ids);
    const [first, options = {}] = (argument ? afterIds : [undefined, afterIds[0]]) as [unknown, Options | undefined];
    const { embed, fields, ...requestOptions } = options;
    const query = argument === 'query' ? flatQuery(first as ListQuery | undefined) : { embed, fields };
    const body = argument === 'body' ? first : undefined;
    return transport.send({ ...requestOptions, method, path: pathWithIds(path, args), query, body });
  };
}

function pages(method: Method, path: string, transport: Transport) {
  return (query: ListQuery = {}, options: CallOptions = {}) =>
    everyRecord(
      (one) => transport.send({ ...options, method, path, query: flatQuery(one) }) as Promise<Page<{ id: number }>>,
      query,
    );
}

/** The query of a request: each simple filter of `where` is a parameter of its own beside the others. */
function flatQuery({ where = {}, ...common }: ListQuery = {}): Query {
  const filters = Object.entries(where).map(([name, value]) => [name, filterTexts(name, value)]);
  return { ...Object.fromEntries(filters), ...common };
}

/** @throws TypeError for an empty list: no record matches it, but without the parameter every record would match. */
function filterTexts(name: string, value: FilterValue): string[] | undefined {
  if (value === undefined) return undefined;
  const texts = [value].flat().map(String);
  if (texts.length === 0) throw new TypeError(`where: ${name} is an empty list, which no record matches.`);
  return texts;
}

function pathWithIds(path: string, args: readonly unknown[]): string {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(args[next++])));
}

type Numbered = { id: number };
type ListOf<T> = (query: ListQuery) => Promise<Page<T>>;

/** Iterates over every record of a list, page by page: in order of id, or with page numbers if the query has a `sort`. */
function everyRecord<T extends Numbered>(list: ListOf<T>, query: ListQuery): AsyncGenerator<T, void, undefined> {
  return query.sort ? byPage(list, query) : byId(list, query);
}

async function* byId<T extends Numbered>(list: ListOf<T>, query: ListQuery) {
  let last = 0;
  for (;;) {
    const beyond = `id > ${last}`;
    const filter = query.filter ? `(${query.filter}) && ${beyond}` : last === 0 ? undefined : beyond;
    const page = await list({ ...query, filter, sort: 'id', page: 1 });
    yield* page.data;
    last = page.data.at(-1)?.id ?? last;
    if (page.data.length === 0 || page.current_page >= page.last_page) return;
  }
}

async function* byPage<T>(list: ListOf<T>, query: ListQuery) {
  for (let number = 1; ; number += 1) {
    const page = await list({ ...query, page: number });
    yield* page.data;
    if (page.data.length === 0 || number >= page.last_page) return;
  }
}
