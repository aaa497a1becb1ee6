/**
 * Entry point `conveyor/testing` for tests of plugins. It loads, checks and calls a plugin as Conveyor does, in the thread of the
 * test. The default order has two cartons.
 */
import { fileURLToPath } from 'node:url';
import { lacksForCarrier } from '../lib/addresses/carrier-needs.ts';
import { customerTree, type OrderFacts, orderTree, usual } from '../records/facts.ts';
import type { CarrierPlugin, Directive, Plugin } from './contract.ts';
import { loadPlugin } from './load.ts';
import { needsOfPlugin } from './needs.ts';

import { HookCaller } from './sandbox/hook-caller.ts';
import type { HookResults } from './sandbox/hook-results.ts';
import type {
  BookedCarton,
  BookedContent,
  BookedOrder,
  BookedReturn,
  BookedShipment,
  CarrierHook,
  ShipFrom,
} from './shipment.ts';
import {
  assertFields,
  assertHook,
  assertMembers,
  assertOptions,
  assertRecords,
  withUnknownHooks,
} from './testing-inputs.ts';

export { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from './errors.ts';

/** A carrier plugin under test. Each hook is called as Conveyor calls it, and its result is checked. */
export interface CarrierUnderTest {
  readonly plugin: CarrierPlugin;
  /** The output of the plugin's schema. */
  readonly options: unknown;
  plan(order?: Partial<OrderFacts>): readonly Directive[];
  /** Returns what an order lacks of what the carrier needs, in the words of the warning: `['a street']`. */
  needs(order?: Partial<BookedOrder>): string[];
  book(input?: { order?: Partial<BookedOrder>; cartons?: readonly BookedCarton[] }): Promise<HookResults['book']>;
  label(booking?: Partial<BookedShipment>): Promise<HookResults['label']>;
  schedulePickup(input?: { bookings?: readonly BookedShipment[] }): Promise<HookResults['schedulePickup']>;
  track(bookings?: readonly BookedShipment[]): Promise<HookResults['track']>;
  cancel(bookings?: readonly BookedShipment[]): Promise<HookResults['cancel']>;
  bookReturn(input?: {
    order?: Partial<BookedOrder>;
    returnorder?: Partial<BookedReturn>;
    contents?: readonly BookedContent[];
    weight_g?: number | null;
  }): Promise<HookResults['bookReturn']>;
}

const site: ShipFrom = {
  id: 1,
  name: 'Main Warehouse',
  contact_name: null,
  email: null,
  phone: '+49 30 1234567',
  address_1: 'Am Speicher 1',
  address_2: null,
  city: 'Berlin',
  region: null,
  postal_code: '10115',
  country: 'DE',
};

/** Two cartons. The second has no size. */
export const sampleCartons: readonly BookedCarton[] = [
  {
    id: 1,
    number: '1',
    weight_g: 1200,
    width_mm: 300,
    length_mm: 200,
    depth_mm: 150,
    contents: [{ part_number: 'TEA-ASSAM', qty: '2' }],
  },
  {
    id: 2,
    number: '2',
    weight_g: 300,
    width_mm: null,
    length_mm: null,
    depth_mm: null,
    contents: [{ part_number: 'CUP', qty: '1' }],
  },
];

export const sampleOrder: BookedOrder = {
  id: 1012,
  number: 'SO-1012',
  ship_to_name: 'Alfreds Futterkiste',
  ship_address_1: 'Obere Str. 57',
  ship_address_2: null,
  ship_city: 'Berlin',
  ship_region: null,
  ship_postal_code: '12209',
  ship_country: 'DE',
  ship_company: null,
  ship_phone: null,
  ship_email: null,
  ship_residential: null,
  total: '36.00',
  carrier: { name: 'Test Carrier' },
  carrierservicelevel: null,
  customer: { name: 'Alfreds Futterkiste', type: 'Company', phone: '+49 30 5550107', email: 'office@example.com' },
  site,
};

/** The return of a cup of the order. */
export const sampleReturn: BookedReturn = { id: 7, number: 'R-7', reason: 'Too small' };
const returnedContents: readonly BookedContent[] = [{ part_number: 'CUP', qty: '1' }];

/** Bookings of the two cartons. */
export const sampleBookings: readonly BookedShipment[] = sampleCartons.map(({ id, number, weight_g }) => ({
  booking_id: id,
  order: { id: sampleOrder.id, number: sampleOrder.number },
  carton: { id, number, weight_g },
  tracking_number: `T-${id}`,
  reference: null,
  service: null,
  label_url: null,
  cost: null,
  details: {},
  booked_at: '2026-04-23T22:54:28+00:00',
}));

const usualOrder = usual(orderTree);
const { carrier, carrierservicelevel, customer, site: _, ...ordered } = sampleOrder;

const sampleFacts: OrderFacts = {
  ...usualOrder,
  ...ordered,
  customer_id: 4,
  customer: {
    ...usual(customerTree),
    ...customer,
    id: 4,
    number: 'ALFKI',
    type: 'Company',
    created_at: '2026-01-31T08:00:00+00:00',
  },
  site_id: site.id,
  site: { ...usualOrder.site, id: site.id, name: site.name, city: site.city, country: site.country },
  carrier_id: 7,
  carrier: { id: 7, name: 'Test Carrier', scac: null },
  created_at: '2026-04-23T08:00:00+00:00',
  subtotal: '36.00',
  total_discount: '0.00',
  total_fee: '0.00',
  total_tax: '0.00',
  weight_g: '1500',
  lines: [],
};

/**
 * Loads a carrier plugin and parses the options with its schema. Its hooks throw a TypeError for a wrong input.
 * @param file of the plugin, such as `new URL('./bicycle.mjs', import.meta.url)`
 * @param written options as in the operators' file
 * @throws TypeError for a wrong argument; PluginLoadError for a plugin that cannot be loaded; ZodError for wrong options
 */
export async function testCarrier(file: URL | string, written: object = {}): Promise<CarrierUnderTest> {
  assertOptions(written);
  const plugin = await load(file, 'carrier');
  const options = plugin.options.parse(written);
  const needs = needsOfPlugin(plugin, options);
  if (typeof needs === 'string') throw new TypeError(`In the file, ${needs}.`);
  const name = 'Test Carrier';
  const carrier = {
    name,
    plugin: { ...plugin, file: undefined },
    options,
    bookAt: plugin.bookAt(options),
    needs,
    rate: null,
    file: 'fulfillment.yaml',
    line: 1,
    hash: '',
  };
  const caller = new HookCaller();
  const call = async <Hook extends CarrierHook>(hook: Hook, check: () => object): Promise<HookResults[Hook]> => {
    assertHook(plugin, hook);
    const context = check();
    const input = { carrier: name, idempotencyKey: `test/${hook}`, ...context };
    return caller.call(carrier, hook, input, new AbortController().signal);
  };
  return withUnknownHooks({
    plugin,
    options,
    plan: (order = {}) => plugin.plan(factsWith(order), options),
    needs: (order = {}) => {
      assertFields('The order of needs', order, { ...sampleOrder });
      const changed = { ...sampleOrder, ...order };
      return lacksForCarrier(needs, changed, changed.carrierservicelevel?.name);
    },
    book: (input = {}) =>
      call('book', () => {
        assertMembers('book', input, ['order', 'cartons'], 'book({ order: { ship_city: null } })');
        const { order = {}, cartons = sampleCartons } = input;
        assertFields('The order of book', order, { ...sampleOrder });
        assertRecords('The cartons of book', cartons, { ...sampleCartons[0] }, sizes);
        return { order: { ...sampleOrder, ...order }, cartons };
      }),
    label: (booking = {}) =>
      call('label', () => {
        assertFields('The booking of label', booking, { ...sampleBookings[0] });
        return { booking: { ...sampleBookings[0], ...booking } };
      }),
    schedulePickup: (input = {}) =>
      call('schedulePickup', () => {
        assertMembers('schedulePickup', input, ['bookings'], 'schedulePickup({ bookings: sampleBookings })');
        return { site, bookings: checkedBookings('schedulePickup', input.bookings) };
      }),
    track: (bookings) => call('track', () => ({ bookings: checkedBookings('track', bookings) })),
    cancel: (bookings) => call('cancel', () => ({ bookings: checkedBookings('cancel', bookings) })),
    bookReturn: (input = {}) =>
      call('bookReturn', () => {
        const members = ['order', 'returnorder', 'contents', 'weight_g'];
        assertMembers('bookReturn', input, members, 'bookReturn({ order: { ship_city: null } })');
        const { order = {}, returnorder = {}, contents = returnedContents, weight_g = 300 } = input;
        assertFields('The order of bookReturn', order, { ...sampleOrder });
        assertFields('The return of bookReturn', returnorder, { ...sampleReturn });
        return {
          order: { ...sampleOrder, ...order },
          returnorder: { ...sampleReturn, ...returnorder },
          site,
          contents,
          weight_g,
        };
      }),
  });
}

/** The fields that a carton without a type, or with unknown contents, may lack. */
const sizes = ['width_mm', 'length_mm', 'depth_mm', 'contents'];

function checkedBookings(
  hook: CarrierHook,
  bookings: readonly BookedShipment[] = sampleBookings,
): readonly BookedShipment[] {
  assertRecords(`The bookings of ${hook}`, bookings, { ...sampleBookings[0] });
  return bookings;
}

/** Returns the facts of the sample order with other values. @throws TypeError for what is no fact of an order */
function factsWith(order: Partial<OrderFacts>): OrderFacts {
  assertFields('The order of plan', order, { ...sampleFacts });
  return { ...sampleFacts, ...order };
}

/** Loads a setting plugin. `plan` returns its directives for an order. */
export async function testSetting(
  file: URL | string,
  written: unknown,
): Promise<{ plan(order?: Partial<OrderFacts>): readonly Directive[] }> {
  const plugin = await load(file, 'setting');
  const value = plugin.value.parse(written);
  return { plan: (order = {}) => plugin.plan(factsWith(order), value) };
}

async function load<Kind extends Plugin['kind']>(file: URL | string, kind: Kind) {
  if (!(file instanceof URL) && typeof file !== 'string') {
    throw new TypeError(
      "The first argument is the file of the plugin, such as new URL('./bicycle.mjs', import.meta.url).",
    );
  }
  const plugin = await loadPlugin(file instanceof URL ? fileURLToPath(file) : file);
  if (plugin.kind !== kind) throw new Error(`${plugin.name} is a ${plugin.kind} plugin and not a ${kind} plugin`);
  return plugin as Extract<Plugin, { kind: Kind }>;
}
