import type { ConfiguredCarrier } from './configured.ts';
import type { HookInput } from './run-hook.ts';
import type { BookedCarton, BookedShipment, CarrierHook } from './shipment.ts';

/** `Bicycle Courier: book of plugin bicycle, carton C-1`: whose fault it is, for those who have to mend it. */
export function hookWords({ name, plugin }: ConfiguredCarrier, hook: CarrierHook, input: HookInput): string {
  const cartons = numbersOf(input);
  const shown = cartons.slice(0, 3).join(', ');
  const more = cartons.length > 3 ? ` and ${cartons.length - 3} more` : '';
  const about = cartons.length === 0 ? '' : `, ${cartons.length === 1 ? 'carton' : 'cartons'} ${shown}${more}`;
  return `${name}: ${hook} of plugin ${plugin.name}${about}`;
}

function numbersOf({ cartons, booking, bookings }: HookInput): string[] {
  const booked = (bookings ?? (booking ? [booking] : [])) as readonly BookedShipment[];
  return [...((cartons ?? []) as readonly BookedCarton[]), ...booked.map(({ carton }) => carton)].map(
    ({ number }) => number,
  );
}
