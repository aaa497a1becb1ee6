import { parameterNames } from '../http/address.ts';
import { isResource } from '../http/answer.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** One call of the client: `client.salesorder.line.create` has the place `['salesorder', 'line']`. */
export interface ClientCall {
  readonly place: readonly string[];
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The argument that follows the ids. */
  readonly argument: 'query' | 'body' | null;
}

/** Addresses whose GET decides about the names of other calls. */
interface KnownAddresses {
  /** Addresses that have a list. */
  readonly listed: ReadonlySet<string>;
  /** Addresses without parameters that have a single value. */
  readonly read: ReadonlySet<string>;
  /** Addresses below which records have addresses of their own. */
  readonly above: ReadonlySet<string>;
}

/** Returns the calls of these endpoints, which are all of the interface. */
export function clientCalls(endpoints: readonly Endpoint[]): ClientCall[] {
  const listed = new Set(endpoints.filter(({ lists }) => lists).map(({ path }) => path));
  const values = endpoints.filter(({ method, lists, path }) => method === 'GET' && !lists && !path.includes('{'));
  const records = endpoints.filter(({ method, path }) => method === 'GET' && path.endsWith('}'));
  const above = new Set(records.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
  const known = { listed, read: new Set(values.map(({ path }) => path)), above };
  return endpoints.map((endpoint) => clientCall(endpoint, known));
}

/**
 * Returns the call of an endpoint. Its place has the words of the address. Its name is the action: `list`, `get`,
 * `create`, `update` or `remove` (`removeAll` for all records below a record). A verb (`issue`) or a view of a record
 * (`plan`) has the last word of the address as its name. A POST beside a GET that reads no list is `run`, because its word is a
 * place already: `client.engine.reconcile.run`.
 */
function clientCall(endpoint: Endpoint, { listed, read, above }: KnownAddresses): ClientCall {
  const { path, body } = endpoint;
  const words = wordsOf(path);
  // All records without pages, such as the schedules.
  if (endpoint.method === 'GET' && !endpoint.lists && above.has(path))
    return { place: words, name: 'list', endpoint, argument: endpoint.query ? 'query' : null };
  const record = recordCall(endpoint, listed);
  if (record) return { place: words, endpoint, ...record };
  if (endpoint.method === 'POST' && read.has(path))
    return { place: words, name: 'run', endpoint, argument: body ? 'body' : null };
  const [verb = ''] = words.slice(-1);
  const view = endpoint.method === 'GET' && !isResource(endpoint.returns) && endpoint.query ? 'query' : null;
  return { place: words.slice(0, -1), name: verb, endpoint, argument: body ? 'body' : view };
}

/** Returns name and argument of a call that reads or changes the record or list of its address; null for a verb. */
function recordCall(endpoint: Endpoint, listed: ReadonlySet<string>): Pick<ClientCall, 'name' | 'argument'> | null {
  const { method, path, body, lists } = endpoint;
  const endsWithId = path.endsWith('}');
  switch (method) {
    case 'PUT':
      return { name: 'update', argument: 'body' };
    case 'DELETE':
      return { name: endsWithId ? 'remove' : 'removeAll', argument: null };
    case 'POST':
      return creates(endpoint, listed) ? { name: 'create', argument: body ? 'body' : null } : null;
    case 'GET': {
      if (lists) return { name: 'list', argument: 'query' };
      const reads = endsWithId || parameterNames(path).length === 0;
      return reads ? { name: 'get', argument: takesQuery(endpoint, endsWithId) ? 'query' : null } : null;
    }
  }
}

/** `/pack/{pack_id}/carton` has the words pack and carton, and `/openapi.json` has openapi. */
function wordsOf(path: string): string[] {
  const segments = path.slice(1).split('/');
  return segments.filter((segment) => !segment.startsWith('{')).map((word) => word.replace(/\..*$/, ''));
}

/** An endpoint below a record creates where the records are also listed. `clone` of an order answers 201 too, and is a verb. */
function creates({ path, status }: Endpoint, listed: ReadonlySet<string>): boolean {
  return status === 201 && (parameterNames(path).length === 0 || listed.has(path));
}

function takesQuery({ returns, query }: Endpoint, endsWithId: boolean): boolean {
  return endsWithId ? isResource(returns) : query !== undefined;
}
