import { parameterNames } from '../platform/http/address.ts';
import { isResource } from '../platform/http/answer.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';

/** One call of the client: `client.salesorder.line.create` has the place `['salesorder', 'line']`. */
export interface NamedCall {
  readonly place: readonly string[];
  readonly name: string;
  readonly endpoint: Endpoint;
  /** What follows the ids among its arguments. */
  readonly takes: 'query' | 'body' | null;
}

/**
 * What each endpoint is called in the client: its address, word by word, and then what is done there: `list`, `get`, `create`,
 * `update`, `remove` (`removeAll` of what stands below a record), or the address's own last word where that is a verb (`issue`) or a reading of a record (`plan`).
 * @param listed addresses that can be listed
 */
export function namedCall(endpoint: Endpoint, listed: ReadonlySet<string>): NamedCall {
  const { method, path, lists, returns, body, query } = endpoint;
  const segments = path.slice(1).split('/');
  const words = segments.filter((segment) => !segment.startsWith('{')).map((word) => word.replace(/\..*$/, ''));
  const ofRecord = parameterNames(path).length > 0;
  const record = segments.at(-1)!.startsWith('{');
  const here = (name: string, takes: NamedCall['takes'] = null) => ({ place: words, name, endpoint, takes });
  const byItsWord = () =>
    ({ place: words.slice(0, -1), name: words.at(-1)!, endpoint, takes: body ? 'body' : null }) as const;
  switch (method) {
    case 'GET':
      if (lists) return here('list', 'query');
      if (record) return here('get', isResource(returns) ? 'query' : null);
      return ofRecord ? byItsWord() : here('get', query ? 'query' : null);
    case 'POST': {
      // Below a record something is created where it is also listed; cloning an order is a verb although it answers 201.
      const creates = endpoint.status === 201 && (!ofRecord || listed.has(path));
      return creates ? here('create', body ? 'body' : null) : byItsWord();
    }
    case 'PUT':
      return here('update', 'body');
    case 'DELETE':
      return here(record ? 'remove' : 'removeAll');
  }
}
