import { backgrounds } from './background.ts';
import { endpointFactory } from './endpoint-factory.ts';
import { endpoints } from './generated/endpoints.ts';
import type { Request } from './request.ts';
import type { Transport } from './transport.ts';

export { answerOf, type Background, isBackground, type MaybeBackground } from './background.ts';
export type { Embedded, ItemQuery, ListQuery, Page, PlanRecord } from './endpoint-types.ts';
export type * from './generated/records.ts';
export { type FieldError, isProblem, ProblemError, TransportError, type Warning } from './problem-error.ts';
export type { CallOptions, ChangeOptions } from './request.ts';
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

/** Returns the typed client that sends its calls through a transport. */
export function typedClient(transport: Transport): Client {
  const calls = endpoints(endpointFactory(transport));
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
    background: backgrounds(transport),
    request: <T>(request: Request) => transport.send<T>(request) as Promise<T>,
    close: () => transport.close(),
  };
}

/**
 * Quotes a text for a filter expression (`filter`, the selection of a bulk run), whatever characters it contains.
 * @example client.customer.list({ filter: `name = ${quoted(input)} && created_at > now-30d` })
 */
export const quoted = (text: string): string => `"${text.replace(/["\\%]/g, '\\$&')}"`;
