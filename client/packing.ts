import type { MaybeBackground } from './background.ts';
import { type ItemQuery, readable } from './collection.ts';
import type { Carton, Pack } from './records.ts';
import type { CallOptions, Method, Transport } from './transport.ts';

export interface MoveItem {
  add_carton_id: number;
  subtract_location_id: number;
  order_id?: number;
  part_id?: number;
  qty?: number | string;
  move_all?: 1;
}

export type CartonDetails = Partial<
  Pick<Carton, 'tracking_number' | 'carrier_id' | 'carrierservicelevel_id' | 'weight_g' | 'cartontype_id'>
>;

/** `/pack` and the cartons in it. */
export function packs(transport: Transport) {
  const inside = <T>(method: Method, packId: number, rest: string, options?: CallOptions & { body?: unknown }) =>
    transport.send<T>({ ...options, method, path: `/pack/${packId}/${rest}` });
  return {
    ...readable<Pack>(transport, '/pack'),
    /** Moves part of an order, or with `move_all` everything, into a carton; answers that carton with `contents`. */
    moveitem: (packId: number, body: MoveItem, options?: CallOptions) =>
      inside<Carton>('POST', packId, 'moveitem', { ...options, body }) as Promise<Carton>,
    autopack: (packId: number, options?: CallOptions): Promise<MaybeBackground<{ cartons: Carton[] }>> =>
      inside('POST', packId, 'autopack', options),
    finish: (packId: number, options?: CallOptions): Promise<MaybeBackground<Pack>> =>
      inside('POST', packId, 'finish', options),
    cartons: (packId: number, query?: ItemQuery, options?: CallOptions) =>
      transport.send<Carton[]>({
        ...options,
        method: 'GET',
        path: `/pack/${packId}/carton`,
        query: { ...query },
      }) as Promise<Carton[]>,
    addCarton: (packId: number, body: { cartontype_id?: number }, options?: CallOptions) =>
      inside<Carton>('POST', packId, 'carton', { ...options, body }) as Promise<Carton>,
    /** Possible until the carton is locked (spec 3.1). */
    updateCarton: (packId: number, cartonId: number, body: CartonDetails, options?: CallOptions) =>
      inside<Carton>('PUT', packId, `carton/${cartonId}`, { ...options, body }) as Promise<Carton>,
    removeCarton: async (packId: number, cartonId: number, options?: CallOptions) => {
      await inside('DELETE', packId, `carton/${cartonId}`, options);
    },
  };
}
