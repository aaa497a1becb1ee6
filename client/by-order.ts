import type { MaybeBackground } from './background.ts';
import type { ListQuery, Page } from './collection.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A by-order operation (spec 4.4): what can be done, and making one record of it for several orders. */
export function byOrder<T, Body = { order_id: number[] }>(transport: Transport, path: string) {
  return {
    /** The orders for which something is left to do, and how much. */
    list: ({ where, ...query }: ListQuery = {}, options?: CallOptions) =>
      transport.send<Page<{ order_id: number }>>({
        ...options,
        method: 'GET',
        path,
        query: { ...where, ...query },
      }) as Promise<Page<{ order_id: number }>>,
    create: (body: Body, options?: CallOptions): Promise<MaybeBackground<T>> =>
      transport.send<T>({ ...options, method: 'POST', path, body }),
  };
}
