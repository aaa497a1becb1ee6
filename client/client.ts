import { backgrounds } from './background.ts';
import { build } from './build.ts';
import { addresses } from './generated/addresses.ts';
import type { Calls } from './generated/calls.ts';
import { type ClientOptions, type Request, transport } from './transport.ts';

export { answerOf, type Background, isBackground, type MaybeBackground } from './background.ts';
export type { Embedded, ItemQuery, ListQuery, Page } from './call.ts';
export type * from './generated/calls.ts';
export type * from './generated/records.ts';
export type { PlanRecord } from './plan-record.ts';
export { type FieldError, isProblem, ProblemError, TransportError, type Warning } from './problem-error.ts';
export { quoted } from './quoted.ts';
export type { CallOptions, ChangeOptions, ClientOptions } from './transport.ts';
export { versionOf } from './versions.ts';

/**
 * The typed client of the service's interface, over connections that are kept open. Every operation of the interface has a
 * call, named as its address is: `GET /salesorder` is `client.salesorder.list`, `POST /pack/7/carton` is
 * `client.pack.carton.create(7, …)`, `POST /salesorder/7/hold` is `client.salesorder.hold(7, …)`.
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:7420', apiKey });
 * for await (const order of client.salesorder.each({ filter: 'status_id = 1' })) await client.salesorder.issue(order.id);
 * await client.close();
 * @throws ProblemError where the service refuses; TransportError where no answer comes. After faults of transport, 429, 502,
 * 503 and 504 a call is sent again by itself, with an idempotency key where sending it twice would do it twice.
 */
export function createClient(options: ClientOptions): Client {
  const to = transport(options);
  const calls = build(addresses, to) as unknown as Calls;
  const { apikey } = calls.user;
  return {
    ...calls,
    user: {
      ...calls.user,
      // A kept answer has no key in it; a second new key ends the first.
      apikey: { ...apikey, create: (id, options) => apikey.create(id, { idempotencyKey: null, ...options! }) },
    },
    background: backgrounds(to),
    request: <T>(request: Request) => to.send<T>(request) as Promise<T>,
    close: () => to.close(),
  };
}

/** Every operation of the interface, and what goes beyond single calls. */
export interface Client extends Omit<Calls, 'background'> {
  readonly background: ReturnType<typeof backgrounds>;
  /** Any address, for what is known only when the program runs. */
  request<T>(request: Request): Promise<T>;
  /** Lets requests under way finish and closes the connections. */
  close(): Promise<void>;
}
