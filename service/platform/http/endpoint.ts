import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { CallContext } from '../database/operation.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { Scope } from '../listing/list.ts';
import type { ReadAccess } from '../listing/read-access.ts';
import type { ProblemCode } from '../problems/problems.ts';
import type { Services } from './services.ts';

/** The names in braces of an address: `'pack_id' | 'carton_id'` for `/pack/{pack_id}/carton/{carton_id}`. */
type ParameterName<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** The ids in the path of an endpoint with this address, by name. */
export type PathParameters<Address extends string> = Readonly<Record<ParameterName<Address>, number>>;

type AnyPathParameters = Readonly<Record<string, number>>;

/** What a handler takes: everything already checked and coerced. */
export interface Call<Body, Query, Params = AnyPathParameters> extends CallContext {
  readonly params: Params;
  readonly body: Body;
  readonly query: Query;
  /** The query as it was sent: what lists read (`perPage`, `filter`, …), and `embed` and `fields`. */
  readonly search: URLSearchParams;
  /** The whole address of the request without its query, for the links between pages of a list. */
  readonly url: string;
  readonly services: Services;
  readonly caller: Caller;
  readonly permissions: ReadonlySet<string>;
  /** What they may read, for lists and `embed`; null for everything. */
  readonly readAccess: ReadAccess | null;
}

/**
 * What a handler gives back. `record` is rendered exactly as `GET /{resource}/{id}` would (honouring `embed`);
 * `value` is sent as it is; `text` and `bytes` are JSON that is already
 * written; `stream` goes out as it is read; nothing gives an empty body.
 */
export type Answer =
  | {
      readonly record: Resource;
      readonly id: number;
      /** What the record has to meet, or there is none: that it belongs to the one its address names. */
      readonly scope?: Scope;
      /** What the endpoint `adds`. */
      readonly with?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly value: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** What the endpoint `previews`. */
  | { readonly preview: unknown }
  | { readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly bytes: Buffer; readonly headers?: Readonly<Record<string, string>> }
  /** Of a `GET` alone: nothing keeps it. */
  | { readonly stream: Readable; readonly headers?: Readonly<Record<string, string>> }
  | undefined;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Returns the id of a path parameter whose name is known at run time only.
 * @throws Error where the address has no such parameter, which is a defect of its declaration
 */
export function pathParameter(params: AnyPathParameters, name: string): number {
  const id = params[name];
  if (id === undefined) throw new Error(`The address has no parameter {${name}}.`);
  return id;
}

/** One address of the interface: routing, checks, OpenAPI and the 405 table all follow from it. */
export interface Endpoint<Body = unknown, Query = unknown, Params = AnyPathParameters> {
  readonly method: Method;
  /** `/pack/{pack_id}/carton/{carton_id}`; every parameter is an integer. */
  readonly path: string;
  /** `<resource>.<verb>`, or null where anybody with credentials may; `public` where nobody has to say who they are. */
  readonly permission: string | null | 'public';
  readonly summary: string;
  readonly description?: string;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Set where it lists records of this resource and so takes the parameters of lists, which listing/ checks. */
  readonly lists?: { readonly of: Resource; readonly as: 'page' | 'array' };
  /** 200 unless said: 201 for what creates, 204 for what deletes, 202 for what is queued. */
  readonly status?: 200 | 201 | 202 | 204;
  /** What the answer is, for the description. A resource also means that `embed` and `fields` are taken. */
  readonly returns?: Resource | z.ZodType;
  /** Relations that the answer always shows, beside those that the caller asks for. */
  readonly embeds?: readonly string[];
  /** What it answers, with status 200, where it was asked only for what it would do. */
  readonly previews?: z.ZodType;
  /** Members that the answer has beside those of the record. */
  readonly adds?: z.ZodObject;
  /** Media type of the answer where it is not JSON. */
  readonly media?: string;
  /** Bytes of a body at most, where it may be more than the usual 1 MiB. */
  readonly longestBody?: number;
  /** Seconds that it may take, where its answer is a stream that may be longer than usual requests. */
  readonly longestSeconds?: number;
  /** Errors of its part of the business, which its form does not tell, for the description. */
  readonly errors?: readonly ProblemCode[];
  /** Members of its body or answer that nothing may keep (passwords, keys). It then never runs in the background. */
  readonly secrets?: readonly string[];
  /** True where this very call should run in the background when the caller leaves it to the service (spec 4.5). */
  readonly background?: (call: Call<Body, Query, Params>) => Promise<boolean> | boolean;
  /**
   * Called with an error of the handler. It removes the cause in a transaction of its own and returns true; the handler then runs
   * a second and last time. It returns false for an error that it does not know.
   */
  readonly recover?: (error: unknown, call: Call<Body, Query, Params>) => Promise<boolean>;
  readonly handle: (call: Call<Body, Query, Params>) => Promise<Answer>;
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
