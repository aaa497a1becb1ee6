import type { BookedCarton, BookedOrder, Booking } from './contract.ts';
import { type PluginHttp, pluginHttp } from './http.ts';
import { CarrierRefused, PluginDefect } from './refusal.ts';
import type { ConfiguredCarrier } from './ruleset.ts';

export interface BookingRequest {
  readonly order: BookedOrder;
  readonly cartons: readonly BookedCarton[];
  /** Follows from the order and the step, so that every attempt carries the same. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly http?: PluginHttp;
}

/**
 * Has the carrier's plugin book the cartons, and checks what it gives back: one booking for each carton, each with a
 * tracking number.
 * @throws CarrierRefused, PluginDefect: a person has to act; anything else may be tried again
 */
export async function bookWith(carrier: ConfiguredCarrier, request: BookingRequest): Promise<readonly Booking[]> {
  const { plugin, options, name } = carrier;
  if (!plugin.book) throw new PluginDefect(`${name}: the plugin ${plugin.name} books nothing`);
  const { order, cartons, idempotencyKey, signal, http = pluginHttp } = request;
  const bookings = await plugin.book({ order, cartons, options, http, idempotencyKey, signal }).catch((error) => {
    throw error instanceof CarrierRefused ? new CarrierRefused(`${name}: ${error.message}`, { cause: error }) : error;
  });
  if (!Array.isArray(bookings)) throw new PluginDefect(`${name}: book of ${plugin.name} gave no list of bookings`);
  for (const carton of cartons) {
    const booking = bookings.find((candidate) => candidate?.carton_id === carton.id);
    if (typeof booking?.tracking_number !== 'string' || booking.tracking_number === '') {
      throw new PluginDefect(`${name}: ${plugin.name} gave no tracking number for carton ${carton.number}`);
    }
  }
  return bookings;
}
