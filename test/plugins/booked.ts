import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { BookedOrder, BookedShipment, HookContext } from '../../plugins/contract.ts';
import { pluginHttp } from '../../plugins/http.ts';

/** The order of a booking. */
export function bookedOrder(changes: Partial<BookedOrder> = {}): BookedOrder {
  return {
    id: 1012,
    number: 'SO-1012',
    ship_to_name: 'Alfreds Futterkiste',
    ship_address_1: 'Obere Str. 57',
    ship_address_2: null,
    ship_city: 'Berlin',
    ship_region: null,
    ship_postal_code: '12209',
    ship_country: 'DE',
    carrier: { name: 'Speedy Express' },
    carrierservicelevel: null,
    ...changes,
  };
}

/** An earlier booking, of carton 41. */
export function bookedShipment(changes: Partial<BookedShipment> = {}): BookedShipment {
  return {
    booking_id: 1,
    order: { id: 1012, number: 'SO-1012' },
    carton: { id: 41, number: '1', weight_g: 1200 },
    tracking_number: 'T-1',
    reference: null,
    service: null,
    label_url: null,
    cost: null,
    details: {},
    booked_at: '2026-11-24T08:00:00+00:00',
    ...changes,
  };
}

/** The part of the context that every hook has. */
export function hookContext({ name, options }: ConfiguredCarrier): HookContext<unknown> {
  return {
    carrier: name,
    options,
    http: pluginHttp,
    idempotencyKey: 'conveyor/order/1012/ship',
    signal: new AbortController().signal,
    log: { info: () => undefined, warn: () => undefined },
  };
}
