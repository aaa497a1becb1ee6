import type { ReadAccess } from '../listing/read-access.ts';
import type { Endpoint } from './endpoint.ts';
import type { Identity } from './identity.ts';

/** A request with known address, sender and body. Its values are not checked yet. */
export interface IncomingRequest extends Identity {
  readonly endpoint: Endpoint;
  /** The read access of the sender; null for everything. */
  readonly readAccess: ReadAccess | null;
  readonly path: string;
  readonly params: Readonly<Record<string, number>>;
  readonly search: URLSearchParams;
  readonly url: string;
  readonly body: Record<string, unknown> | undefined;
}
