import { type TransportOptions, transport } from './transport.ts';
import { type Client, typedClient } from './typed-client.ts';
import { type UndiciOptions, undiciConnection } from './undici-connection.ts';

export * from './typed-client.ts';

export interface ClientOptions extends TransportOptions, UndiciOptions {}

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
  return typedClient(transport(undiciConnection(options), options));
}
