import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleBookings, sampleCartons, testCarrier, testSetting } from '../../plugins/testing.ts';

/** Answers of `conveyor/testing` to a wrong call by the author of a plugin. */

const carrierFile = `
export default ({ carrierPlugin, byHand, z }) =>
  carrierPlugin({
    name: 'courier',
    options: z.strictObject({ office: z.url().optional() }),
    plan: (order) => (Number(order.weight_g) > 2000 ? [byHand('ship', 'too heavy')] : []),
    book: async ({ cartons }) => cartons.map(({ id }) => ({ carton_id: id, tracking_number: 'N-' + id })),
    track: async ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, status: 'in_transit' })),
    schedulePickup: async ({ bookings }) => ({ confirmation: String(bookings.length) }),
    needs: () => ['street'],
    bookReturn: async ({ order, returnorder, site, contents, weight_g }) => ({
      tracking_number: [order.number, returnorder.number, site.name, contents.length, weight_g].join(' '),
    }),
  });
`;
const settingFile = `
export default ({ settingPlugin, automatic, z }) =>
  settingPlugin({ name: 'night', value: z.boolean(), plan: (order, on) => (on ? [automatic('pick', 'night')] : []) });
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-testing-'));
const file = join(folder, 'courier.mjs');
/** The carrier as JavaScript sees it, without types. */
let any: Record<string, (...args: unknown[]) => unknown>;
writeFileSync(file, carrierFile);
writeFileSync(join(folder, 'night.mjs'), settingFile);
const carrier = await testCarrier(file);
any = carrier as never;
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the message of the TypeError that a call throws, at once or as a promise. */
async function fault(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

const [carton] = sampleCartons;
const [booking] = sampleBookings;

const wrong: readonly [string, () => unknown, RegExp][] = [
  [
    'an unknown hook',
    () => any.ship!(),
    /^There is no hook ship\. The hooks are plan, book, label, .* and bookReturn\.$/,
  ],
  ['a hook of others', () => carrier.cancel(), /^The plugin courier has no hook cancel\. It has plan, book, .*\.$/],
  [
    'the order itself',
    () => any.book!({ ship_city: 'Kiel' }),
    /^book takes an object with order and cartons, such as .*There is no member ship_city\.$/,
  ],
  ['a list of cartons', () => any.book!([carton]), /^book takes an object .* It got a list\.$/],
  [
    'an unknown field',
    () => any.book!({ order: { ship_zip: '1' } }),
    /^The order of book has no field ship_zip\. Its fields are id, number, .*ship_postal_code/,
  ],
  [
    'an undefined field',
    () => any.book!({ order: { ship_city: undefined } }),
    /^The order of book: ship_city is undefined\. .* write null\.$/,
  ],
  ['one carton', () => any.book!({ cartons: carton }), /^The cartons of book must be a list\. It is an object\.$/],
  [
    'half a carton',
    () => any.book!({ cartons: [carton, { id: 2 }] }),
    /^The cartons of book, number 2, lacks number and weight_g\./,
  ],
  [
    'an order in plan',
    () => any.plan!({ order: {} }),
    /^The order of plan has no field order\. Its fields are id, number, customer_id/,
  ],
  [
    'a weight as number',
    () => any.plan!({ weight_g: 2001 }),
    /^The order of plan: weight_g must be a string, such as "1500"\. It is a number\.$/,
  ],
  [
    'a list in plan',
    () => any.plan!([]),
    /^The order of plan must be an object with fields to change\. It is a list\.$/,
  ],
  [
    'an object of bookings',
    () => any.track!({ bookings: sampleBookings }),
    /^The bookings of track must be a list\. It is an object\.$/,
  ],
  [
    'a booking without number',
    () => any.track!([{ ...booking, tracking_number: undefined }]),
    /^The bookings of track, number 1: tracking_number is undefined/,
  ],
  [
    'a list for a pickup',
    () => any.schedulePickup!(sampleBookings),
    /^schedulePickup takes an object with bookings, such as .* It got a list\.$/,
  ],
  [
    'the return itself',
    () => any.bookReturn!({ number: 'R-7' }),
    /^bookReturn takes an object with order, returnorder, contents and weight_g, such as .* no member number\.$/,
  ],
  ['no file', () => testCarrier(undefined as never), /^The first argument is the file of the plugin, such as new URL/],
  [
    'an address as options',
    () => testCarrier(file, 'http://x.test' as never),
    /^The options of a carrier are an object, .* They are a string\.$/,
  ],
  [
    'a fact of a setting',
    async () => (await testSetting(join(folder, 'night.mjs'), true)).plan({ city: 'Kiel' } as never),
    /^The order of plan has no field city\./,
  ],
];

test.each(wrong)('%s is refused with a sentence about what is expected', async (_, call, message) => {
  expect(await fault(call)).toMatch(message);
});

test('a return starts at an address that the carrier can use', async () => {
  const nowhere = carrier.bookReturn({ order: { ship_address_1: null } });
  await expect(nowhere).rejects.toThrow('Test Carrier: it needs a street, and order SO-1012 does not have that');
});

test('right inputs reach the plugin, and no part of them is required', async () => {
  expect(await carrier.book()).toHaveLength(2);
  expect(await carrier.book({ order: { ship_region: null, total: '1.00' }, cartons: [] })).toEqual([]);
  const bare = { id: 7, number: '7', weight_g: null };
  expect(await carrier.book({ cartons: [bare] })).toEqual([{ carton_id: 7, tracking_number: 'N-7' }]);
  expect(await carrier.track([booking!])).toHaveLength(1);
  expect(await carrier.schedulePickup()).toEqual({ confirmation: '2' });
  expect(await carrier.bookReturn()).toEqual({ tracking_number: 'SO-1012 R-7 Main Warehouse 1 300' });
  const other = await carrier.bookReturn({ returnorder: { number: 'R-8' }, weight_g: null });
  expect(other.tracking_number).toBe('SO-1012 R-8 Main Warehouse 1 ');
  expect(carrier.plan({ weight_g: null })).toEqual([]);
  expect(carrier.plan({ weight_g: '2001' })).toHaveLength(1);
  expect(await Promise.resolve(carrier)).toBe(carrier);
});
