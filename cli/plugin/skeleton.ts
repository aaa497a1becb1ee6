/** The files that `conveyor plugin new` writes, by their names. */
export interface Skeleton {
  readonly files: Readonly<Record<string, string>>;
  /** Lines for the configuration file. */
  readonly yaml: string;
}

export type PluginKind = 'carrier' | 'setting';

/** Converts `bike-courier` to `Bike Courier`. */
const titled = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, gap, letter) => `${gap && ' '}${letter.toUpperCase()}`);

/** Returns the files of a new plugin. @param path path of the plugin in the configuration file */
export function skeletonOf(name: string, kind: PluginKind, path: string): Skeleton {
  return kind === 'carrier' ? carrier(name, path) : setting(name, path);
}

function carrier(name: string, path: string): Skeleton {
  return {
    files: { [`${name}.mjs`]: carrierModule(name), [`${name}.test.mjs`]: carrierTest(name) },
    yaml: `carriers:
  ${titled(name)}:
    plugin: ${path}
    url: https://office.example.com
`,
  };
}

function carrierModule(name: string): string {
  return `/** ${titled(name)}: describe here what is special about this carrier. */
export default ({ carrierPlugin, byHand, z }) =>
  carrierPlugin({
    name: '${name}',
    version: '0.1.0',
    summary: 'Books every carton at the office of ${titled(name)}.',

    // The keys beside \`plugin:\` in the configuration file. A faulty value stops the start, with its line.
    options: z.strictObject({
      url: z.url().describe('Address of the office.'),
      greatest_weight_g: z.int().min(1).default(30000).describe('Heavier orders are shipped by hand.'),
    }),

    // The claims about an order. Use no clock and no requests: the same order always has the same claims.
    plan: (order, { greatest_weight_g }) =>
      Number(order.weight_g ?? 0) > greatest_weight_g ? [byHand('ship', 'too heavy for ${titled(name)}')] : [],

    // Demands on an order. The issue warns of an order that lacks one, and its booking is refused before book runs.
    needs: () => ['street', 'postal_code'],

    // Returns one booking for each carton, before the ship step. After a crash it may run again with the same key.
    async book({ order, cartons, options, http, idempotencyKey, signal }) {
      const bookings = [];
      for (const carton of cartons) {
        const label = await http.json(\`\${options.url}/labels\`, {
          method: 'POST',
          headers: { 'idempotency-key': \`\${idempotencyKey}/\${carton.id}\` },
          body: { box: carton.number, weight_g: carton.weight_g, to: \`\${order.ship_address_1}, \${order.ship_city}\` },
          signal,
        });
        bookings.push({ carton_id: carton.id, tracking_number: label.number, label_url: label.url });
      }
      return bookings;
    },

    // Cancels labels that are no longer needed. Remove this hook if labels cost nothing.
    cancel: ({ bookings, options, http, signal }) =>
      Promise.all(
        bookings.map(async ({ booking_id, tracking_number }) => {
          const { status } = await http.request(\`\${options.url}/labels/\${tracking_number}\`, { method: 'DELETE', signal });
          const canceled = status === 204 || status === 404;
          return canceled ? { booking_id, canceled } : { booking_id, canceled, why: \`the office answered \${status}\` };
        }),
      ),

    // Further hooks are label, schedulePickup, track and bookReturn. See docs/plugins.md.
  });
`;
}

function carrierTest(name: string): string {
  return `import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CarrierRefused, testCarrier } from 'conveyor/testing';

/** A stand-in for the office of the carrier. */
const office = createServer((request, response) => {
  if (request.method === 'DELETE') return response.writeHead(204).end();
  const number = \`N-\${request.headers['idempotency-key'].split('/').at(-1)}\`;
  return response.writeHead(201).end(JSON.stringify({ number, url: \`https://labels.test/\${number}\` }));
});
let carrier;

beforeAll(async () => {
  await new Promise((done) => office.listen(0, '127.0.0.1', done));
  const url = \`http://127.0.0.1:\${office.address().port}\`;
  carrier = await testCarrier(new URL('./${name}.mjs', import.meta.url), { url, greatest_weight_g: 2000 });
});
afterAll(() => office.close());

test('every carton gets a label', async () => {
  expect(await carrier.book()).toEqual([
    { carton_id: 1, tracking_number: 'N-1', label_url: 'https://labels.test/N-1' },
    { carton_id: 2, tracking_number: 'N-2', label_url: 'https://labels.test/N-2' },
  ]);
});

test('an order without a street is refused with a reason', async () => {
  expect(carrier.needs({ ship_address_1: null })).toEqual(['a street']);
  await expect(carrier.book({ order: { ship_address_1: null } })).rejects.toThrow(CarrierRefused);
});

test('a heavy order is shipped by hand', () => {
  expect(carrier.plan({ weight_g: '2001' })).toMatchObject([{ does: 'by', step: 'ship', value: 'hand' }]);
  expect(carrier.plan({ weight_g: '2000' })).toEqual([]);
});

test('labels that are no longer needed are canceled', async () => {
  expect(await carrier.cancel()).toEqual([
    { booking_id: 1, canceled: true },
    { booking_id: 2, canceled: true },
  ]);
});
`;
}

function setting(name: string, path: string): Skeleton {
  return {
    files: {
      [`${name}.mjs`]: `/** ${titled(name)}: describe here what it decides for all orders. */
export default ({ settingPlugin, automatic, z }) =>
  settingPlugin({
    name: '${name}',
    version: '0.1.0',
    summary: 'While it is on, light orders are picked automatically.',

    // The type of \`${name}:\` under \`settings\`.
    value: z.boolean(),

    // The claims about an order. Use no clock and no requests: the same order always has the same claims.
    plan: (order, on) =>
      on && Number(order.weight_g ?? 0) < 1000 ? [automatic('pick', 'light orders wait for nobody')] : [],
  });
`,
      [`${name}.test.mjs`]: `import { expect, test } from 'vitest';
import { testSetting } from 'conveyor/testing';

const file = new URL('./${name}.mjs', import.meta.url);

test('light orders are picked automatically while it is on', async () => {
  const on = await testSetting(file, true);
  expect(on.plan({ weight_g: '999' })).toMatchObject([{ does: 'by', step: 'pick', value: 'automatic' }]);
  expect(on.plan({ weight_g: '1000' })).toEqual([]);
  const off = await testSetting(file, false);
  expect(off.plan({ weight_g: '999' })).toEqual([]);
});
`,
    },
    yaml: `plugins: [${path}]
settings:
  ${name}: true
`,
  };
}
