import { fetchConnection } from './fetch-connection.ts';
import { type CallHandlers, type TransportOptions, transport } from './transport.ts';
import { type Client, typedClient } from './typed-client.ts';

export { type Call, curlOf } from './curl.ts';
export * from './typed-client.ts';

export interface BrowserClientOptions extends TransportOptions, CallHandlers {
  /** Address of the service, including a path prefix if it has one. The default is the address of the page, without a prefix. */
  readonly url?: string;
}

/**
 * Creates the typed client for a page that the service itself serves. It has the calls of `createClient`, and sends them by `fetch`
 * with the cookie of the session instead of an API key.
 * @example
 * const client = createBrowserClient({ onUnauthorized: () => showSignIn() });
 * const { data } = await client.salesorder.list({ filter, embed: 'customer' });
 * @throws ProblemError from every call that the service refuses, TransportError from every call without an answer
 */
export function createBrowserClient({ url = '', ...options }: BrowserClientOptions = {}): Client {
  return typedClient(transport(fetchConnection(url.replace(/\/+$/, '')), options, options));
}
