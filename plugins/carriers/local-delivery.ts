import { z } from 'zod';
import { type BookContext, type BookedCarton, type Booking, carrierPlugin } from '../contract.ts';
import { CarrierRefused } from '../errors.ts';
import { addressLines } from './address.ts';
import { day, daysOfWeek, timeOfDay, timeZone } from './calendar.ts';
import { type Delivery, deliveryTo, type Route, stopOf } from './local-delivery/delivery.ts';
import { deliveryNote } from './local-delivery/delivery-note.ts';
import { areaHides, formsOf, type PostalArea, postalArea } from './local-delivery/postal-codes.ts';

const words = 'A postal code, a beginning such as "13*", or a stretch such as "10115-10179", in quotes.';

const area = z
  .string({ error: 'expected text; put it in quotes' })
  .check(({ value, issues }) => {
    const read = postalArea(value);
    if (typeof read === 'string') issues.push({ code: 'custom', message: read, input: value });
  })
  .describe(words);

const stops = z
  .array(z.union([area, z.array(area).min(1)]))
  .min(1)
  .check(({ value, issues }) => {
    // What an earlier area hides is asked for in vain: a slip, or the wrong order.
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
  .describe('Areas in driving order: the place in the list is the number of the stop. A list inside it is one stop.');

const leadDays = z.int().min(0).max(30);

const route = z.strictObject({
  stops,
  days: daysOfWeek.optional().describe('Days on which this round is driven.'),
  cut_off: timeOfDay.optional().describe('Its own cut-off.'),
  lead_days: leadDays.optional().describe('Its own lead.'),
});

const options = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'expected the code of a country such as "DE"' })
    .describe('Country that the rounds are in, by its ISO 3166-1 code; postal codes of others are not looked up.'),
  time_zone: timeZone.default('UTC').describe('Time zone of days and times of the day, such as `Europe/Berlin`.'),
  days: daysOfWeek.default(['mon', 'tue', 'wed', 'thu', 'fri']).describe('Days on which rounds are driven.'),
  cut_off: timeOfDay
    .default('12:00')
    .describe('Orders booked until then go the same day; later ones as if booked the next.'),
  lead_days: leadDays.default(0).describe('Days from booking to delivery at least.'),
  closed: z.array(day).default([]).describe('Days on which no van drives.'),
  routes: z
    .record(z.string().min(1), route)
    .refine((named) => Object.keys(named).length > 0, { error: 'expected at least one route' })
    .describe('Rounds by their names, each with `stops` and perhaps `days`, `cut_off` and `lead_days` of its own.'),
});

type Options = z.output<typeof options>;

/** Own vans: the postal code says which round and stop, the clock which day; the number of the delivery note is the tracking. */
export default carrierPlugin({
  name: 'local-delivery',
  summary:
    'Own vans: route and stop by postal code, the day by cut-off and delivery days, a delivery note for each carton.',
  options,
  async book(context) {
    const delivery = deliveryOf(context, new Date());
    return context.cartons.map((carton) => booking(context, carton, delivery));
  },
  // Nobody outside was told anything: a note that is not needed any more is thrown away.
  cancel: async ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, canceled: true })),
});

function deliveryOf({ order, options: written }: BookContext<Options>, now: Date): Delivery {
  const { ship_country: country, ship_postal_code: code, ship_city: city } = order;
  const { country: ours, time_zone: zone } = written;
  if (country !== ours)
    throw new CarrierRefused(`the vans drive in ${ours}, and the order goes to ${country ?? 'no country'}`);
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
      : `no route goes to ${[code, city].filter(Boolean).join(' ')}: it is in the areas of none of ${names}`,
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

function booking({ order, carrier }: BookContext<Options>, carton: BookedCarton, delivery: Delivery): Booking {
  const { route: taken, stop, day: on } = delivery;
  const reference = noteNumber(taken.name, carton.id);
  return {
    carton_id: carton.id,
    tracking_number: reference,
    service: taken.name,
    label: deliveryNote({
      carrier,
      reference,
      route: taken.name,
      stop,
      day: on,
      order: order.number,
      carton: carton.number,
      weight_g: carton.weight_g,
      lines: addressLines(order),
    }),
    details: { route: taken.name, stop, delivery_day: on },
  };
}

/**
 * Number of a delivery note: letters and digits of the round's name, and the id of the carton. It depends on nothing that passes,
 * and so a booking that is repeated, after midnight too, gives the same number, and no two cartons share one.
 */
export function noteNumber(routeName: string, cartonId: number): string {
  const letters = routeName
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, 12);
  return `${letters || 'DN'}-${cartonId}`;
}
