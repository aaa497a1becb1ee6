import { backgrounds } from './background.ts';
import { endpointFactory } from './endpoint-factory.ts';
import { endpoints } from './generated/endpoints.ts';
import { type ClientOptions, type Request, transport } from './transport.ts';

export { answerOf, type Background, isBackground, type MaybeBackground } from './background.ts';
export type { Embedded, ItemQuery, ListQuery, Page, PlanRecord } from './endpoint-types.ts';
export type * from './generated/records.ts';
export { type FieldError, isProblem, ProblemError, TransportError, type Warning } from './problem-error.ts';
export type { CallOptions, ChangeOptions, ClientOptions } from './transport.ts';
export { versionOf } from './versions.ts';

/** Every call of the interface. */
export type Calls = ReturnType<typeof endpoints>;

/** Every call of the interface, and the functions of the client that are more than one call. */
export interface Client extends Omit<Calls, 'background'> {
  readonly background: ReturnType<typeof backgrounds>;
  /** Sends a request to any address, for addresses that only the running program knows. */
  request<T>(request: Request): Promise<T>;
  /** Waits for the requests in progress and closes the connections. */
  close(): Promise<void>;
}

/**
 * Creates the typed client of the service. It keeps its connections open. Every operation of the interface has a call with
 * the name of its address: `GET /salesorder` is `client.salesorder.list`, `POST /pack/7/carton` is
 * `client.pack.carton.create(7, …)`, and `POST /salesorder/7/hold` is `client.salesorder.hold(7, …)`.
 *
 * The client repeats a call after transport errors and after the statuses 429, 502, 503 and 504. It sends an idempotency key
 * where the operation must not run twice.
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:7420', apiKey });
 * for await (const order of client.salesorder.each({ filter: 'status_id = 1' })) await client.salesorder.issue(order.id);
 * await client.close();
 * @throws ProblemError from every call that the service refuses, TransportError from every call without an answer
 */
export function createClient(options: ClientOptions): Client {
  const connection = transport(options);
  const calls = endpoints(endpointFactory(connection));
  const { apikey } = calls.user;
  const createKey: typeof apikey.create = (id, callOptions) => {
    // With an idempotency key the repeated request would get the stored answer, which has no API key in it. Without one the
    // service makes a second API key and revokes the first.
    const unkeyed = Object.assign({ idempotencyKey: null }, callOptions);
    return apikey.create(id, unkeyed);
  };
  return {
    ...calls,
    user: { ...calls.user, apikey: { ...apikey, create: createKey } },
    background: backgrounds(connection),
    request: <T>(request: Request) => connection.send<T>(request) as Promise<T>,
    close: () => connection.close(),
  };
}

/**
 * Quotes a text for a filter expression (`filter`, the selection of a bulk run), whatever characters it contains.
 * @example client.customer.list({ filter: `name = ${quoted(input)} && created_at > now-30d` })
 */
export const quoted = (text: string): string => `"${text.replace(/["\\%]/g, '\\$&')}"`;
