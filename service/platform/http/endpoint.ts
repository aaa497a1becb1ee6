import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { CallContext, Tx } from '../database/operation.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { Scope } from '../listing/list.ts';
import type { ReadAccess } from '../listing/read-access.ts';
import type { ProblemCode } from '../problems/problems.ts';
import type { nameParameter } from './address.ts';
import type { Sealer } from './idempotency/sealing.ts';
import type { ShareName } from './reads/shares.ts';
import type { Services } from './services.ts';

/** The names in braces of an address: `'pack_id' | 'carton_id'` for `/pack/{pack_id}/carton/{carton_id}`. */
type ParameterName<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** The parameters in the path of an endpoint with this address. `{name}` is the name of a record without an id, and the others are ids. */
export type PathParameters<Address extends string> = {
  readonly [Name in ParameterName<Address>]: Name extends typeof nameParameter ? string : number;
};

export type AnyPathParameters = Readonly<Record<string, number | string>>;

/** The input of a handler. All values are checked and coerced. */
export interface Call<Body, Query, Params = AnyPathParameters> extends CallContext {
  readonly params: Params;
  readonly body: Body;
  readonly query: Query;
  /** The unchecked query. Lists read it (`perPage`, `filter`, …), and so do `embed` and `fields`. */
  readonly search: URLSearchParams;
  /** The address of the request without its query, for the links between the pages of a list. */
  readonly url: string;
  /** The network address of the caller, behind trusted proxies; '' in the background. */
  readonly address: string;
  readonly services: Services;
  readonly caller: Caller;
  /** Seals and opens secrets with the caller's credential; null without a credential. */
  readonly sealer: Sealer | null;
  readonly permissions: ReadonlySet<string>;
  /** The read access of the caller, for lists and `embed`; null for everything. */
  readonly readAccess: ReadAccess | null;
  /** Where the caller asks for `text/event-stream`: what `Last-Event-ID` says. Null for other requests. */
  readonly eventStream: { readonly lastEventId: string | null } | null;
  /** Returns a signal that is aborted when the caller has gone before the answer, for calls that wait. */
  readonly gone: () => AbortSignal;
}

export type AnyCall = Call<unknown, unknown>;

/** The answer with a record. */
export interface RecordAnswer {
  readonly record: Resource;
  readonly id: number;
  /** Default: the status of the endpoint. A record that was there already has 200. */
  readonly status?: 200;
  /** A condition that the record must meet, such as that it belongs to the parent in the address. */
  readonly scope?: Scope;
  /** The members that the endpoint `adds`. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is sent as JSON. */
export interface ValueAnswer {
  readonly value: unknown;
  /** Default: the status of the endpoint. A dry run that the endpoint `previews` has 200. */
  readonly status?: 200;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token of a session of the console, for its cookie; null clears the cookie. It is in no body, and no stored answer has it. */
  readonly sessionCookie?: string | null;
  /** The answer with `Prefer: return=representation`. */
  readonly representation?: RecordAnswer;
}

/** An answer that is sent unchanged. Text and bytes are JSON unless the headers name another media type. A stream is sent while it is read, for `GET` only: it cannot be stored. */
export interface ContentAnswer {
  readonly content: string | Buffer | Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address where the caller sees how it goes on. The answer is 202 without a body. */
interface AcceptedAnswer {
  readonly accepted: string;
}

/** The result of a handler. A record is answered as `GET /{resource}/{id}` answers it, with `embed`. Undefined gives an empty body. */
export type Answer = RecordAnswer | ValueAnswer | ContentAnswer | AcceptedAnswer | undefined;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Returns the id of a path parameter whose name is known at run time only.
 * @throws Error if the address has no such parameter, which is a defect of its declaration
 */
export function pathParameter(params: AnyPathParameters, name: string): number {
  const id = params[name];
  if (typeof id !== 'number') throw new Error(`The address has no id {${name}}.`);
  return id;
}

/** The further parts of an answer, besides the record or value that the endpoint `returns`. */
export interface AnswerOptions {
  /** The relations that the answer always embeds. */
  readonly embeds?: readonly string[];
  /** The schema of members that the answer has besides those of the record. */
  readonly adds?: z.ZodObject;
  /** The record, with further members, that `Prefer: return=representation` has the call answer in place of `returns`. */
  readonly represents?: { readonly record: Resource; readonly adds: z.ZodObject };
  /** The schema of the answer to a dry run, which has the status 200. */
  readonly previews?: z.ZodType;
  /** True if a create of a record that is there answers 200 with that record, which has the same external id. */
  readonly again?: boolean;
  /** The resource that it shows where no endpoint lists it. A caller of the endpoint may read the records. */
  readonly shows?: Resource;
  /** The media type of an answer that is not JSON. */
  readonly media?: string;
  /** True if an answer that is no record has an ETag, for `If-None-Match`. It is for a `GET` of a `value` that changes rarely. */
  readonly hasEtag?: boolean;
  /** True for an endpoint that answers `Accept: text/event-stream` with a stream. It holds no connection to the database. */
  readonly eventStream?: boolean;
}

/** How calls run, where a transaction for each is not the way. */
export interface RunOptions<Body, Query, Params> {
  /** Returns whether this call runs in the background if the caller states no preference. */
  readonly background?: (call: Call<Body, Query, Params>) => Promise<boolean> | boolean;
  /**
   * Does calls of one user that come at the same time in one transaction, by statements over all of them. Only for endpoints that
   * answer with a record of `returns`. If it throws, each call gets a transaction of its own.
   * @returns the id of the record of each call; null for a call that needs a transaction of its own, to be refused for example
   */
  readonly together?: (tx: Tx, calls: readonly Call<Body, Query, Params>[]) => Promise<(number | null)[]>;
  /**
   * Called with an error of the handler. It removes the cause in a transaction of its own and returns true; the handler then runs
   * a second and last time. It returns false for an error that it does not know.
   */
  readonly recover?: (error: unknown, call: Call<Body, Query, Params>) => Promise<boolean>;
  /**
   * True if it asks somebody outside, such as a printer. No transaction is open around its handler, so that no connection waits
   * for them, and nothing of it runs in the background.
   */
  readonly asksOutside?: boolean;
  /** True if `Prefer: dry-run` shows what it would do. Calls that create or change a record have that without it. */
  readonly dryRun?: boolean;
  /** True if it needs the credential of its sender. In the background it is then done before its 202, too. */
  readonly needsCredential?: boolean;
}

/** Limits of an endpoint in place of the usual ones. */
export interface EndpointLimits {
  /** Bytes of a body. Default: 1 MiB. */
  readonly body?: number;
  /** Seconds of a request; for streams. Default: 60 s. */
  readonly seconds?: number;
  /** The part of its caller's share that a request occupies until its answer has left. Default: of the reads, where it reads records. */
  readonly share?: Exclude<ShareName, 'reads' | 'streams'>;
}

/** The declaration of one method and path. Routing, checks, OpenAPI and the 405 answers derive from it. */
export interface Endpoint<Body = unknown, Query = unknown, Params = AnyPathParameters> {
  readonly method: Method;
  /** Such as `/customer/{customer_id}/email/{email_id}`. Every parameter is an integer, except `{name}`. */
  readonly path: string;
  /** `<resource>.<verb>`; null if every user may call it; `public` if it needs no credentials. */
  readonly permission: string | null | 'public';
  /** The permission with which a public endpoint shows more. Credentials are optional then. */
  readonly moreWith?: string;
  /** True if only pages of the service itself may call it. For a public endpoint that signs in. */
  readonly ownPagesOnly?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** The listed resource. The endpoint then takes the parameters of lists, which listing/ checks. */
  readonly lists?: { readonly of: Resource; readonly as: 'page' | 'array' };
  /** 201 for creation, 204 for deletion, 202 for queued requests. Default: 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The resource or schema of the answer. With a resource the endpoint takes `embed` and `fields`. */
  readonly returns?: Resource | z.ZodType;
  readonly answer?: AnswerOptions;
  readonly limits?: EndpointLimits;
  readonly run?: RunOptions<Body, Query, Params>;
  /** The errors of its rules, for the description. Other errors derive from the declaration. */
  readonly errors?: readonly ProblemCode[];
  /** Members of body or answer that are never stored in clear (passwords, keys). In the background it is then done before its 202. */
  readonly secrets?: readonly string[];
  readonly handle: (call: Call<Body, Query, Params>) => Promise<Answer>;
}

/** Returns whether a caller may have the endpoint run in the background. A public endpoint has nobody who could read the answer. */
export function mayWait({
  method,
  permission,
  status,
  run,
}: Pick<Endpoint, 'method' | 'permission' | 'status' | 'run'>): boolean {
  return method !== 'GET' && permission !== 'public' && status !== 202 && !run?.asksOutside;
}

/**
 * Declares an endpoint. Its handler gets the types of body and query from their schemas, and those of the path's
 * parameters from the address.
 * @param address method and path: `GET /pack/{pack_id}/carton/{carton_id}`
 */
export function endpoint<const Address extends `${Method} ${string}`, Body = undefined, Query = Record<string, never>>(
  address: Address,
  declaration: Omit<Endpoint<Body, Query, PathParameters<Address>>, 'method' | 'path'>,
): Endpoint {
  const space = address.indexOf(' ');
  const [method, path] = [address.slice(0, space), address.slice(space + 1)];
  return { ...declaration, method, path } as unknown as Endpoint;
}
