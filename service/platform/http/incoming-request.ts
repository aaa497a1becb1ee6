import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { ReadAccess } from '../listing/read-access.ts';
import type { Reply } from './answer.ts';
import type { AnyCall, AnyPathParameters, Endpoint } from './endpoint.ts';
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
  /** See `Call.gone`. */
  readonly gone?: () => AbortSignal;
}

/** Options of a run from the headers of its request. */
export interface Preferences {
  /** `Idempotency-Key` */
  readonly key: string | null;
  /** `Prefer: return=minimal` or `return=representation` */
  readonly returns: 'minimal' | 'representation' | null;
  /** `X-Background-Processing`, or `Prefer: respond-async` for `always`. */
  readonly background: 'always' | 'never' | 'default';
  /** `Prefer: wait=`, in seconds. */
  readonly wait: number | null;
  /** `Prefer: handling=strict`: a body with unknown fields is refused. */
  readonly strict: boolean;
  /** `Prefer: dry-run`: the answer is the one that the request would get, and nothing stays. */
  readonly dryRun: boolean;
  /** `If-Match`: the versions of the record that the request may change. */
  readonly ifMatch: string | null;
}

/** A request on its way to the handler. All its values are checked. */
export interface CheckedRequest {
  readonly incoming: IncomingRequest;
  readonly call: AnyCall;
  readonly preferences: Preferences;
}

/** Answers a request. */
export type Run = (request: CheckedRequest) => Promise<Reply>;

/** Decides how the requests of an endpoint run: it answers them itself, or has the next one do it. */
export type Wrapper = (next: Run) => Run;

/** Returns what the headers of a request say about its run. */
export function preferencesOf({ headers }: FastifyRequest): Preferences {
  const preferences = String(headers.prefer ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  const background = String(headers['x-background-processing'] ?? '')
    .trim()
    .toLowerCase();
  const key = headers['idempotency-key'];
  const always = background === 'always' || preferences.includes('respond-async');
  return {
    key: typeof key === 'string' && key.trim() !== '' ? key.trim() : null,
    returns: (['minimal', 'representation'] as const).find((one) => preferences.includes(`return=${one}`)) ?? null,
    background: background === 'never' ? 'never' : always ? 'always' : 'default',
    wait: secondsOf(preferences),
    dryRun: preferences.includes('dry-run'),
    ifMatch: headers['if-match'] ?? null,
    strict: preferences.some((one) => /^handling\s*=\s*"?strict"?$/.test(one)),
  };
}

/** Returns the seconds of `wait=`: at least 1. */
function secondsOf(preferences: readonly string[]): number | null {
  const seconds = preferences.map((one) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(one)?.[1]).find(Boolean);
  return seconds === undefined ? null : Math.max(1, Number(seconds));
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
