import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../../../config/root.ts';
import { present } from '../support/series-figures.ts';
import { answers, pidOf, startProgram, until } from '../support/supervision.ts';
import { JsonClient } from './http.ts';
import { installPackages, packageFolder, versionsOf } from './packages.ts';
import { type Line, type OrderState, type Place, type Product, type Redis, Refusal, type Shop } from './shop.ts';

const run = promisify(execFile);

const packages = {
  '@medusajs/cli': '^2',
  '@medusajs/framework': '^2',
  '@medusajs/medusa': '^2',
  '@swc/core': '^1.7.28',
  '@types/node': '^20',
  typescript: '^5.6.2',
};
/** The files of the project, with the names that Medusa expects. */
const files = { 'medusa-config.cjs': 'medusa-config.js', 'tsconfig.json': 'tsconfig.json' };
const administrator = { email: 'bench@example.com', password: 'bench-of-peers' };

/** Medusa: built, and run as a server and a worker with all its modules for production on Redis. */
export const medusa: Product = {
  name: 'Medusa',
  usesRedis: true,
  async install(report) {
    const folder = await installPackages('medusa', packages, report);
    const sources = Object.entries(files).map(([from, to]) => ({
      from: join(projectRoot, 'tools/bench/peers/medusa', from),
      to: join(folder, to),
    }));
    const isBuilt = existsSync(join(folder, '.medusa/server/medusa-config.js'));
    if (isBuilt && sources.every(({ from, to }) => existsSync(to) && readFileSync(from).equals(readFileSync(to))))
      return;
    report('building Medusa');
    for (const { from, to } of sources) copyFileSync(from, to);
    mkdirSync(join(folder, 'src'), { recursive: true });
    await command(folder, ['build'], { ...process.env, NODE_ENV: 'production' });
  },
  async open(place) {
    const folder = packageFolder('medusa');
    const cwd = join(folder, '.medusa/server');
    const redis = present(place.redis, 'Redis');
    const env = environmentOf(place, redis);
    await command(cwd, ['db:migrate'], env);
    await command(cwd, ['user', '--email', administrator.email, '--password', administrator.password], env);
    const url = `http://127.0.0.1:${place.port}`;
    const start = (name: string, mode: 'server' | 'worker', port: number) =>
      startProgram(place.folder, {
        name,
        command: process.execPath,
        args: [cli(folder), 'start'],
        cwd,
        env: { ...env, MEDUSA_WORKER_MODE: mode, PORT: String(port) },
        isReady: () => answers(`http://127.0.0.1:${port}/health`),
      });
    const server = await start('medusa-server', 'server', place.port);
    const worker = await start('medusa-worker', 'worker', place.port + 1);
    const shop = await MedusaShop.open(url);
    return Object.assign(shop, {
      versions: [...versionsOf(folder, ['@medusajs/medusa']), `Redis ${redis.version}`],
      pids: () => [pidOf(server), pidOf(worker), redis.pid],
      kill: () => void process.kill(pidOf(server), 'SIGKILL'),
      untilReady: () => until(() => answers(`${url}/health`)),
      async stop() {
        await shop.close();
        await Promise.all([server.stop(), worker.stop()]);
      },
    });
  },
};

const cli = (folder: string) => join(folder, 'node_modules/@medusajs/cli/cli.js');

async function command(cwd: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await run(process.execPath, [cli(packageFolder('medusa')), ...args], { cwd, env, maxBuffer: 1 << 26 });
}

function environmentOf({ databaseUrl }: Place, redis: Redis): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: databaseUrl,
    DB_POOL: '20',
    REDIS_URL: redis.url,
    JWT_SECRET: 'bench-of-peers',
    COOKIE_SECRET: 'bench-of-peers',
  };
}

const address = {
  first_name: 'Ana',
  last_name: 'Weber',
  address_1: '1 Main Street',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'de',
};

/** The ids of what the orders of a shop refer to. */
interface MedusaSetup {
  readonly publishableKey: string;
  readonly region: string;
  readonly channel: string;
  readonly location: string;
  readonly profile: string;
  readonly shippingOption: string;
}

interface MedusaOrder {
  readonly id: string;
  readonly fulfillments: {
    readonly id: string;
    readonly shipped_at: string | null;
    readonly canceled_at: string | null;
    readonly items: { readonly quantity: number; readonly line_item_id: string }[];
  }[];
}

type Item = { readonly id: string; readonly quantity: number };
/** Time that a program repeats a request if Medusa allows a retry, in milliseconds. */
const longestConflict = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal) => Promise<any>;

/** The shop over the two HTTP interfaces of Medusa: a guest buys by the Store API, and the warehouse ships by the Admin API. */
class MedusaShop implements Pick<Shop, 'addArticle' | 'sell' | 'ship' | 'resume' | 'look' | 'unitsInStock'> {
  readonly name = 'Medusa';
  readonly requests = 7;
  readonly #client: JsonClient;
  readonly #admin: Call;
  readonly #store: Call;
  readonly #setup: MedusaSetup;
  /** The sold items of an order, for the calls that ship it. */
  readonly #items = new Map<string, Item[]>();
  readonly #inventoryItems = new Map<string, string>();
  #articles = 0;
  #buyers = 0;

  private constructor(client: JsonClient, admin: Call, setup: MedusaSetup) {
    this.#client = client;
    this.#admin = admin;
    this.#store = callsOf(client, '/store', { 'x-publishable-api-key': setup.publishableKey });
    this.#setup = setup;
  }

  static async open(url: string): Promise<MedusaShop> {
    const client = new JsonClient(url);
    const { token } = await callsOf(client, '/auth', {})('POST', '/user/emailpass', administrator);
    const admin = callsOf(client, '/admin', { authorization: `Bearer ${token}` });
    return new MedusaShop(client, admin, await setUp(admin));
  }

  async addArticle(stock: number): Promise<string> {
    const name = `Article ${++this.#articles}`;
    const { profile, channel, location } = this.#setup;
    const fields = 'id,variants.id,variants.inventory_items.inventory_item_id';
    const { product } = await this.#admin('POST', `/products?fields=${fields}`, {
      title: name,
      status: 'published',
      shipping_profile_id: profile,
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          title: 'One',
          sku: name,
          options: { Size: 'One' },
          prices: [{ currency_code: 'eur', amount: 5 }],
          manage_inventory: true,
        },
      ],
      sales_channels: [{ id: channel }],
    });
    const [variant] = product.variants;
    const item = variant.inventory_items[0].inventory_item_id;
    await this.#admin('POST', `/inventory-items/${item}/location-levels`, {
      location_id: location,
      stocked_quantity: stock,
    });
    this.#inventoryItems.set(variant.id, item);
    return variant.id;
  }

  async sell(lines: readonly Line[]): Promise<string> {
    const { region, shippingOption } = this.#setup;
    const { cart } = await this.#store('POST', '/carts?fields=id', {
      region_id: region,
      email: `buyer-${++this.#buyers}@example.com`,
      items: lines.map(({ article, units }) => ({ variant_id: article, quantity: units })),
      shipping_address: address,
      billing_address: address,
    });
    await this.#store('POST', `/carts/${cart.id}/shipping-methods?fields=id`, { option_id: shippingOption });
    const { payment_collection } = await this.#store('POST', '/payment-collections?fields=id', { cart_id: cart.id });
    await this.#store('POST', `/payment-collections/${payment_collection.id}/payment-sessions?fields=id`, {
      provider_id: 'pp_system_default',
    });
    const { type, order, error } = await this.#complete(cart.id);
    if (type !== 'order') throw new Refusal(JSON.stringify(error));
    const unitsOf = new Map(lines.map(({ article, units }) => [article, units]));
    this.#items.set(
      order.id,
      order.items.map((item: { id: string; variant_id: string }) => ({
        id: item.id,
        quantity: unitsOf.get(item.variant_id),
      })),
    );
    return order.id;
  }

  /** Completes a cart. After "You may retry the request" (409), for example while a killed server's lock is kept, it does. */
  async #complete(cart: string) {
    for (const end = Date.now() + longestConflict; ; await pause(250)) {
      try {
        return await this.#store('POST', `/carts/${cart}/complete?fields=id,items.id,items.variant_id`);
      } catch (refusal) {
        if (Date.now() > end || !/You may retry the request/.test(String(refusal))) throw refusal;
      }
    }
  }

  async ship(order: string, _caller: string, signal?: AbortSignal): Promise<void> {
    const items = this.#items.get(order) ?? [];
    const body = { items, location_id: this.#setup.location };
    const answer = await this.#admin('POST', `/orders/${order}/fulfillments?fields=id,fulfillments.id`, body, signal);
    const fulfillment = present<{ id: string }>(answer.order.fulfillments.at(-1), 'fulfillment');
    await this.#finish(order, fulfillment.id, items, signal);
  }

  async resume(order: string, caller: string, signal?: AbortSignal): Promise<void> {
    const fulfillments = (await this.#order(order)).fulfillments.filter((one) => !one.canceled_at);
    if (fulfillments.length === 0) return this.ship(order, caller, signal);
    for (const { id, shipped_at, items } of fulfillments) {
      const open = items.map(({ line_item_id, quantity }) => ({ id: line_item_id, quantity }));
      if (!shipped_at) await this.#finish(order, id, open, signal);
    }
  }

  async look(order: string): Promise<OrderState> {
    const { fulfillments } = await this.#order(order);
    const valid = fulfillments.filter((one) => !one.canceled_at);
    const units = (of: MedusaOrder['fulfillments']) =>
      of.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, 0);
    // An order exists as soon as its cart is completed.
    return { isSold: true, fulfilled: units(valid), shipped: units(valid.filter((one) => one.shipped_at)) };
  }

  async unitsInStock(article: string): Promise<number> {
    const item = present(this.#inventoryItems.get(article), 'inventory item');
    return (await this.#admin('GET', `/inventory-items/${item}/location-levels`)).inventory_levels[0].stocked_quantity;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #finish(order: string, fulfillment: string, items: readonly Item[], signal?: AbortSignal): Promise<void> {
    await this.#admin('POST', `/orders/${order}/fulfillments/${fulfillment}/shipments?fields=id`, { items }, signal);
  }

  async #order(id: string): Promise<MedusaOrder> {
    const fields = ['id', 'shipped_at', 'canceled_at', 'items.quantity', 'items.line_item_id'];
    const query = ['id', ...fields.map((name) => `fulfillments.${name}`)].join();
    return (await this.#admin('GET', `/orders/${id}?fields=${query}`)).order;
  }
}

function callsOf(client: JsonClient, base: string, headers: Record<string, string>): Call {
  return async (method, path, body, signal) => {
    const answer = await client.send(method, base + path, { body, headers, signal });
    if (answer.status >= 300) throw new Refusal(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** Prepares a shop as Medusa's own seed script does it: a channel, a region, a warehouse, and a way to ship. */
async function setUp(admin: Call): Promise<MedusaSetup> {
  const channel = (await admin('POST', '/sales-channels', { name: 'Web shop' })).sales_channel.id;
  const key = (await admin('POST', '/api-keys', { title: 'Web shop', type: 'publishable' })).api_key;
  await admin('POST', `/api-keys/${key.id}/sales-channels`, { add: [channel] });
  const region = { name: 'Germany', currency_code: 'eur', countries: ['de'], payment_providers: ['pp_system_default'] };
  const { region: created } = await admin('POST', '/regions', region);
  await admin('POST', '/tax-regions', { country_code: 'de', provider_id: 'tp_system' });
  const warehouse = { name: 'Warehouse', address: { address_1: '1 Main Street', city: 'Berlin', country_code: 'de' } };
  const location = (await admin('POST', '/stock-locations', warehouse)).stock_location.id;
  await admin('POST', `/stock-locations/${location}/fulfillment-providers`, { add: ['manual_manual'] });
  await admin('POST', `/stock-locations/${location}/sales-channels`, { add: [channel] });
  const profile = (await admin('POST', '/shipping-profiles', { name: 'Parcels', type: 'parcels' })).shipping_profile.id;
  const shippingOption = await addShippingOption(admin, location, profile);
  return { publishableKey: key.token, region: created.id, channel, location, profile, shippingOption };
}

async function addShippingOption(admin: Call, location: string, profile: string): Promise<string> {
  const { stock_location } = await admin(
    'POST',
    `/stock-locations/${location}/fulfillment-sets?fields=id,*fulfillment_sets`,
    { name: 'Shipping', type: 'shipping' },
  );
  const { fulfillment_set } = await admin(
    'POST',
    `/fulfillment-sets/${stock_location.fulfillment_sets[0].id}/service-zones`,
    { name: 'Germany', geo_zones: [{ type: 'country', country_code: 'de' }] },
  );
  const { shipping_option } = await admin('POST', '/shipping-options', {
    name: 'Parcel Post',
    service_zone_id: fulfillment_set.service_zones[0].id,
    shipping_profile_id: profile,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Parcel', description: 'In some days', code: 'parcel' },
    prices: [{ currency_code: 'eur', amount: 5 }],
    rules: [
      { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
      { attribute: 'is_return', value: 'false', operator: 'eq' },
    ],
  });
  return shipping_option.id;
}
