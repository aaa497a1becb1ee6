import type { MaybeBackground } from './background.ts';
import { readable } from './collection.ts';
import type { Pickup, PickupLine, Ship } from './records.ts';
import type { CallOptions, Transport } from './transport.ts';

/** `/ship`: cartons onto pallets. */
export function ships(transport: Transport) {
  return {
    ...readable<Ship>(transport, '/ship'),
    finish: (id: number, options?: CallOptions): Promise<MaybeBackground<Ship>> =>
      transport.send<Ship>({ ...options, method: 'POST', path: `/ship/${id}/finish` }),
    addPallet: (id: number, body: { carton_ids: number[] }, options?: CallOptions) =>
      transport.send<{ id: number }>({
        ...options,
        method: 'POST',
        path: `/ship/${id}/pallet`,
        body,
      }) as Promise<{ id: number }>,
  };
}

/** `/pickup`: the carrier, or the customer, takes it away. */
export function pickups(transport: Transport) {
  return {
    ...readable<Pickup>(transport, '/pickup'),
    create: (
      body: { pickupline_ids: number[]; site_id: number },
      options?: CallOptions,
    ): Promise<MaybeBackground<Pickup>> =>
      transport.send<Pickup>({ ...options, method: 'POST', path: '/pickup', body }),
    lines: readable<PickupLine>(transport, '/pickupline'),
  };
}
