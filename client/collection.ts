import type { CallOptions, Query, Transport } from './transport.ts';

/** Parameters that every list takes (spec 4.1). `where` holds simple filters: `{active: 1}`. */
export interface ListQuery {
  readonly page?: number;
  readonly perPage?: number;
  /** An expression of spec 4.2, not yet encoded. */
  readonly filter?: string;
  readonly embed?: string;
  readonly sort?: string;
  readonly fields?: string;
  readonly where?: Query;
}

export interface Page<T> {
  total: number;
  per_page: number;
  current_page: number;
  last_page: number;
  next_page_url: string | null;
  prev_page_url: string | null;
  from: number | null;
  to: number | null;
  data: T[];
}

export type ItemQuery = Pick<ListQuery, 'embed' | 'fields'>;

export interface Readable<T> {
  /** One page. */
  list(query?: ListQuery, options?: CallOptions): Promise<Page<T>>;
  /** Every record, page after page. */
  all(query?: Omit<ListQuery, 'page'>, options?: CallOptions): AsyncGenerator<T, void, undefined>;
  get(id: number, query?: ItemQuery, options?: CallOptions): Promise<T>;
}

export interface Writable<T, New> extends Readable<T> {
  create(body: New, options?: CallOptions): Promise<T>;
  update(id: number, body: Partial<New>, options?: CallOptions): Promise<T>;
  remove(id: number, options?: CallOptions): Promise<void>;
}

/** A resource that can be listed and read. */
export function readable<T extends { id: number }>(transport: Transport, path: string): Readable<T> {
  const list = (query: ListQuery = {}, options?: CallOptions) => {
    const { where, ...common } = query;
    return transport.send<Page<T>>({ ...options, method: 'GET', path, query: { ...where, ...common } }) as Promise<
      Page<T>
    >;
  };
  return {
    list,
    all: (query = {}, options) => (query.sort ? byPage(list, query, options) : byId(list, query, options)),
    get: (id, query, options) =>
      transport.send<T>({ ...options, method: 'GET', path: `${path}/${id}`, query: { ...query } }) as Promise<T>,
  };
}

/** A resource with everything: list, read, create, change, delete. */
export function writable<T extends { id: number }, New>(transport: Transport, path: string): Writable<T, New> {
  return {
    ...readable<T>(transport, path),
    create: (body, options) => transport.send<T>({ ...options, method: 'POST', path, body }) as Promise<T>,
    update: (id, body, options) =>
      transport.send<T>({ ...options, method: 'PUT', path: `${path}/${id}`, body }) as Promise<T>,
    remove: async (id, options) => {
      await transport.send({ ...options, method: 'DELETE', path: `${path}/${id}` });
    },
  };
}

type List<T> = (query: ListQuery, options?: CallOptions) => Promise<Page<T>>;

/**
 * Walks by id and not by page number: a caller who issues the drafts it iterates over takes them out of its own
 * selection, and with page numbers every second page would be skipped.
 */
async function* byId<T extends { id: number }>(list: List<T>, query: ListQuery, options?: CallOptions) {
  let last = 0;
  for (;;) {
    const beyond = `id > ${last}`;
    const filter = query.filter ? `(${query.filter}) && ${beyond}` : last === 0 ? undefined : beyond;
    const page = await list({ ...query, filter, sort: 'id', page: 1 }, options);
    yield* page.data;
    last = page.data.at(-1)?.id ?? last;
    if (page.data.length === 0 || page.current_page >= page.last_page) return;
  }
}

/** In the order asked for, where the selection has to stand still meanwhile. */
async function* byPage<T>(list: List<T>, query: ListQuery, options?: CallOptions) {
  for (let number = 1; ; number += 1) {
    const page = await list({ ...query, page: number }, options);
    yield* page.data;
    if (page.data.length === 0 || number >= page.last_page) return;
  }
}
