import type { MaybeBackground } from './background.ts';
import { readable } from './collection.ts';
import type { Pick, PickLine } from './records.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface Commit {
  location_id?: number;
  qty?: number | string;
  tracking?: ({ lot: string; qty: number | string } | { serial: string })[];
}

/** `/pick`. */
export function picks(transport: Transport) {
  return {
    ...readable<Pick>(transport, '/pick'),
    finish: (id: number, options?: CallOptions): Promise<MaybeBackground<Pick>> =>
      transport.send<Pick>({ ...options, method: 'POST', path: `/pick/${id}/finish` }),
    /** Gives back everything that the pick had taken. */
    remove: async (id: number, options?: CallOptions) => {
      await transport.send({ ...options, method: 'DELETE', path: `/pick/${id}` });
    },
  };
}

/** `/pickline`. */
export function picklines(transport: Transport) {
  return {
    ...readable<PickLine>(transport, '/pickline'),
    /** Without a body: all of it, from where it is reserved. */
    commit: (id: number, body?: Commit, options?: CallOptions) =>
      transport.send<PickLine>({
        ...options,
        method: 'POST',
        path: `/pickline/${id}/commit`,
        body,
      }) as Promise<PickLine>,
  };
}
