import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { PluginHttp } from '../../plugins/http.ts';
import { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import type { CheckedBooking } from '../../plugins/sandbox/hook-results.ts';
import type { BookedCarton, BookedOrder } from '../../plugins/shipment.ts';

export interface BookingRequest {
  readonly order: BookedOrder;
  readonly cartons: readonly BookedCarton[];
  /** Derived from order and step, so that it is the same for every attempt. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly http?: PluginHttp;
}

/**
 * Books the cartons with the carrier's plugin in the thread of the test, and checks the result: one booking for each carton.
 * @throws CarrierRefused, PluginDefect a person must act; any other error may be retried
 */
export async function bookWith(carrier: ConfiguredCarrier, request: BookingRequest): Promise<CheckedBooking[]> {
  const { order, cartons, idempotencyKey, signal, http } = request;
  const input = { carrier: carrier.name, order, cartons, idempotencyKey };
  const here = { ...carrier, plugin: { ...carrier.plugin, file: undefined } };
  return new HookCaller(http ? { http } : {}).call(here, 'book', input, signal);
}
