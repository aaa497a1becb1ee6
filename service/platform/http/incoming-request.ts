import { isIPv6 } from 'node:net';
import type { Database } from '../database/database.ts';
import type { ReadAccess } from '../listing/read-access.ts';
import type { AnyPathParameters, Endpoint } from './endpoint.ts';
import type { Identity } from './identity.ts';

/** A request with known address, sender and body. Its values are not checked yet. */
export interface IncomingRequest extends Identity {
  readonly endpoint: Endpoint;
  /** The read access of the sender; null for everything. */
  readonly readAccess: ReadAccess | null;
  readonly path: string;
  readonly params: AnyPathParameters;
  readonly search: URLSearchParams;
  readonly url: string;
  /** The network address of the sender, see `networkOf`; '' in the background. */
  readonly address: string;
  readonly body: Record<string, unknown> | undefined;
  /** See `Call.eventStream`. */
  readonly eventStream?: { readonly lastEventId: string | null } | null;
  /** The database with the limits of the caller. Default: that of the service. */
  readonly database?: Database;
}

/** Returns an address of IPv4 in its own form also where the socket is one of IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** Returns the network that counts as one address: a caller has at least 64 bits of IPv6 to itself. */
export function networkOf(remote: string): string {
  const address = plainAddress(remote);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : new Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
