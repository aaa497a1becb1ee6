import { z } from 'zod';
import { addressParts, plainAddress } from '../../lib/addresses/ship-to.ts';
import { type BookContext, type BookedCarton, type Booking, carrierPlugin } from '../contract.ts';
import { CarrierRefused } from '../errors.ts';
import { day, daysOfWeek, timeOfDay, timeZone } from './calendar.ts';
import { type Delivery, deliveryTo, type Route, stopOf } from './local-delivery/delivery.ts';
import { deliveryNote } from './local-delivery/delivery-note.ts';
import { areaHides, formsOf, type PostalArea, postalArea } from './local-delivery/postal-codes.ts';

const areaDescription = 'A postal code, a prefix such as "13*", or a range such as "10115-10179", in quotes.';

const area = z
  .string({ error: 'expected text; put it in quotes' })
  .check(({ value, issues }) => {
    const read = postalArea(value);
    if (typeof read === 'string') issues.push({ code: 'custom', message: read, input: value });
  })
  .describe(areaDescription);

const stops = z
  .array(z.union([area, z.array(area).min(1)]))
  .min(1)
  .check(({ value, issues }) => {
    // An area that an earlier one covers has no effect, and is a fault.
    const before: PostalArea[] = [];
    value.forEach((written, index) => {
      for (const [inner, text] of [written].flat().entries()) {
        const read = postalArea(text);
        if (typeof read === 'string') continue;
        const hiding = before.find((earlier) => areaHides(earlier, read));
        const path = typeof written === 'string' ? [index] : [index, inner];
        if (hiding) {
          issues.push({ code: 'custom', path, message: `"${hiding.text}" above covers all of this`, input: text });
        }
        before.push(read);
      }
    });
  })
  .describe('Areas in driving order. The position in the list is the number of the stop. An inner list is one stop.');

const leadDays = z.int().min(0).max(30);

const route = z.strictObject({
  stops,
  days: daysOfWeek.optional().describe('Delivery days of this route.'),
  cut_off: timeOfDay.optional().describe('Cut-off of this route.'),
  lead_days: leadDays.optional().describe('Lead time of this route.'),
});

const options = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'expected the code of a country such as "DE"' })
    .describe('Country of all routes, by its ISO 3166-1 code.'),
  time_zone: timeZone.default('UTC').describe('Time zone of days and times of the day, such as `Europe/Berlin`.'),
  days: daysOfWeek.default(['mon', 'tue', 'wed', 'thu', 'fri']).describe('Delivery days.'),
  cut_off: timeOfDay
    .default('12:00')
    .describe('Orders booked until this time go the same day. Later orders count as booked the next day.'),
  lead_days: leadDays.default(0).describe('Least number of days from booking to delivery.'),
  closed: z.array(day).default([]).describe('Days without deliveries.'),
  routes: z
    .record(z.string().min(1), route)
    .refine((named) => Object.keys(named).length > 0, { error: 'expected at least one route' })
    .describe('Routes by name, each with `stops` and optionally its own `days`, `cut_off` and `lead_days`.'),
});

type Options = z.output<typeof options>;

/** For own vans: route and stop by postal code, the day by the clock. The number of the delivery note is the tracking number. */
export default carrierPlugin({
  name: 'local-delivery',
  summary:
    'For own vans: route and stop by postal code, the day by cut-off and delivery days, and a delivery note for each carton.',
  options,
  needs: () => ['postal_code'],
  async book(context) {
    const delivery = deliveryOf(context, new Date());
    return context.cartons.map((carton) => booking(context, carton, delivery));
  },
  // No other party knows the notes, so that every one can be canceled.
  cancel: async ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, canceled: true })),
});

function deliveryOf({ order, options: written }: BookContext<Options>, now: Date): Delivery {
  const { ship_country: country, ship_postal_code: code, ship_city: city } = order;
  const { country: ours, time_zone: zone } = written;
  if (country !== ours)
    throw new CarrierRefused(`the routes are in ${ours}, and the order goes to ${country ?? 'no country'}`);
  if (!code) throw new CarrierRefused('the address has no postal code, and so no route');
  const routes = routesOf(written);
  const forms = formsOf(code, ours);
  const delivery = deliveryTo(forms, now, zone, routes);
  if (delivery) return delivery;
  const names = routes.map(({ name }) => name).join(', ');
  const served = routes.find((candidate) => stopOf(candidate, forms) > 0);
  throw new CarrierRefused(
    served
      ? `${served.name} goes to ${code}, but has no delivery day within a year`
      : `no route goes to ${[code, city].filter(Boolean).join(' ')}: none of ${names} has its area`,
  );
}

function routesOf({ routes, days, cut_off, lead_days, closed }: Options): Route[] {
  return Object.entries(routes).map(([name, own]) => ({
    name,
    stops: own.stops.map((stop) => [stop].flat().map(postalArea) as PostalArea[]),
    days: own.days ?? days,
    cutOff: own.cut_off ?? cut_off,
    leadDays: own.lead_days ?? lead_days,
    closed,
  }));
}

function booking(
  { order, carrier, idempotencyKey }: BookContext<Options>,
  carton: BookedCarton,
  delivery: Delivery,
): Booking {
  const { route, stop, day: deliveryDay } = delivery;
  const reference = noteNumber(route.name, carton.id) + copyOf(idempotencyKey);
  return {
    carton_id: carton.id,
    tracking_number: reference,
    service: route.name,
    label: deliveryNote({
      carrier,
      reference,
      route: route.name,
      stop,
      day: deliveryDay,
      order: order.number,
      carton: carton.number,
      weight_g: carton.weight_g,
      lines: addressParts(plainAddress(order)),
    }),
    details: { route: route.name, stop, delivery_day: deliveryDay },
  };
}

/** Returns the end of the number of a note that replaces voided ones, such as `-2`: the key of such a booking ends with their count. */
function copyOf(idempotencyKey: string): string {
  const [, voided] = /\/[a-z]+(?:\/to-[0-9a-f]+)?\/(\d+)$/.exec(idempotencyKey) ?? [];
  return voided ? `-${Number(voided) + 1}` : '';
}

/**
 * Returns the number of a delivery note: letters and digits of the route's name, and the id of the carton. It does not depend on
 * the time, so that a repeated booking has the same number. Each carton has a different number.
 */
export function noteNumber(routeName: string, cartonId: number): string {
  const letters = routeName
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 12);
  return `${letters || 'DN'}-${cartonId}`;
}
