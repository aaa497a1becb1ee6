import type { ReadAccess } from '../listing/read-access.ts';
import type { Endpoint } from './endpoint.ts';
import type { Identity } from './identity.ts';

/** A request whose address, sender and body are known; its values are not checked yet. */
export interface Asked extends Identity {
  readonly endpoint: Endpoint;
  /** What the sender may read; null for everything. */
  readonly readAccess: ReadAccess | null;
  readonly path: string;
  readonly params: Readonly<Record<string, number>>;
  readonly search: URLSearchParams;
  readonly url: string;
  readonly body: Record<string, unknown> | undefined;
}
