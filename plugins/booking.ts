import { HookCaller } from './call-hook.ts';
import type { ConfiguredCarrier } from './configured.ts';
import type { CheckedBooking } from './hook-results.ts';
import type { PluginHttp } from './http.ts';
import type { BookedCarton, BookedOrder } from './shipment.ts';

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
 * tracking number. It does so in this thread, for tests of plugins.
 * @throws CarrierRefused, PluginDefect: a person has to act; anything else may be tried again
 */
export async function bookWith(carrier: ConfiguredCarrier, request: BookingRequest): Promise<CheckedBooking[]> {
  const { order, cartons, idempotencyKey, signal, http } = request;
  const input = { carrier: carrier.name, order, cartons, idempotencyKey };
  const here = { ...carrier, plugin: { ...carrier.plugin, file: undefined } };
  return new HookCaller(http ? { http } : {}).call(here, 'book', input, signal);
}
