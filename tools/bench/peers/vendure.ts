import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../config/root.ts';
import { present } from '../support/series-figures.ts';
import { answers, pidOf, startProgram, until } from '../support/supervision.ts';
import { JsonClient } from './http.ts';
import { installPackages, packageFolder, versionsOf } from './packages.ts';
import { type Line, type OrderState, type Place, type Product, type Redis, Refusal, type Shop } from './shop.ts';

const packages = {
  '@vendure/core': '^3',
  '@vendure/harden-plugin': '^3',
  '@vendure/job-queue-plugin': '^3',
  bullmq: '^5',
  ioredis: '^5',
  pg: '^8',
};
const files = ['vendure-config.cjs', 'server.cjs', 'worker.cjs', 'setup.cjs'];
const administrator = { username: 'bench', password: 'bench-of-peers' };

/** Vendure: a server and a worker, as its scaffold starts them, with the job queue in Redis. */
export const vendure: Product = {
  name: 'Vendure',
  usesRedis: true,
  async install(report) {
    const folder = await installPackages('vendure', packages, report);
    for (const file of files) copyFileSync(join(projectRoot, 'tools/bench/peers/vendure', file), join(folder, file));
  },
  async open(place) {
    const folder = packageFolder('vendure');
    const redis = present(place.redis, 'Redis');
    const env = environmentOf(place, redis);
    await promisify(execFile)(process.execPath, ['setup.cjs'], {
      cwd: folder,
      env: { ...env, DB_SYNCHRONIZE: 'true' },
    });
    const url = `http://127.0.0.1:${place.port}`;
    const start = (name: string, file: string, isReady: () => Promise<boolean>) =>
      startProgram(place.folder, { name, command: process.execPath, args: [file], cwd: folder, env, isReady });
    const server = await start('vendure-server', 'server.cjs', () => answers(`${url}/health`));
    const worker = await start('vendure-worker', 'worker.cjs', async () => true);
    const shop = await VendureShop.open(url);
    return Object.assign(shop, {
      versions: [...versionsOf(folder, Object.keys(packages).slice(0, 4)), `Redis ${redis.version}`],
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

function environmentOf({ databaseUrl, port }: Place, redis: Redis): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    VENDURE_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: databaseUrl,
    DB_POOL: '20',
    REDIS_URL: redis.url,
    PORT: String(port),
    SUPERADMIN_USERNAME: administrator.username,
    SUPERADMIN_PASSWORD: administrator.password,
    COOKIE_SECRET: 'bench-of-peers',
  };
}

const error = '...on ErrorResult { errorCode message }';
const documents = {
  login: `mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename ${error} } }`,
  addProduct: 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
  addVariants: 'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
  addItems: `mutation ($items: [AddItemInput!]!) {
    addItemsToOrder(inputs: $items) { order { id } errorResults { ${error} } }
  }`,
  checkOut: `mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!, $shipping: [ID!]!, $payment: PaymentInput!) {
    setCustomerForOrder(input: $customer) { __typename ${error} }
    setOrderShippingAddress(input: $address) { __typename ${error} }
    setOrderShippingMethod(shippingMethodId: $shipping) { __typename ${error} }
    transitionOrderToState(state: "ArrangingPayment") { __typename ${error} }
    addPaymentToOrder(input: $payment) { __typename ...on Order { id state lines { id quantity } } ${error} }
  }`,
  addFulfillment: `mutation ($input: FulfillOrderInput!) {
    addFulfillmentToOrder(input: $input) { __typename ...on Fulfillment { id state } ${error} }
  }`,
  moveFulfillment: `mutation ($id: ID!) {
    transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ...on Fulfillment { id state } ${error} }
  }`,
  order:
    'query ($id: ID!) { order(id: $id) { state lines { id quantity } fulfillments { id state lines { quantity } } } }',
  stock: 'query ($id: ID!) { productVariant(id: $id) { stockLevels { stockOnHand } } }',
  shippingMethods: 'query { shippingMethods { items { id } } }',
};

interface VendureOrder {
  readonly state: string;
  readonly lines: { readonly id: string; readonly quantity: number }[];
  readonly fulfillments: {
    readonly id: string;
    readonly state: string;
    readonly lines: { readonly quantity: number }[];
  }[];
}

const soldStates = [
  'PaymentAuthorized',
  'PaymentSettled',
  'PartiallyShipped',
  'Shipped',
  'PartiallyDelivered',
  'Delivered',
];

/** The shop over the two GraphQL interfaces of Vendure: a guest buys by the Shop API, and the warehouse ships by the Admin API. */
class VendureShop implements Pick<Shop, 'addArticle' | 'sell' | 'ship' | 'resume' | 'look' | 'unitsInStock'> {
  readonly name = 'Vendure';
  readonly requests = 4;
  readonly #client: JsonClient;
  /** The sold lines of an order, for the call that ships it. */
  readonly #lines = new Map<string, VendureOrder['lines']>();
  #token = '';
  #shippingMethod = '';
  #buyers = 0;
  #articles = 0;

  private constructor(url: string) {
    this.#client = new JsonClient(url);
  }

  static async open(url: string): Promise<VendureShop> {
    const shop = new VendureShop(url);
    shop.#token = (await shop.#send('admin', documents.login, administrator)).token;
    shop.#shippingMethod = (await shop.#admin(documents.shippingMethods, {})).shippingMethods.items[0].id;
    return shop;
  }

  async addArticle(stock: number): Promise<string> {
    const name = `Article ${++this.#articles}`;
    const translation = { languageCode: 'en', name, slug: name.toLowerCase().replace(' ', '-'), description: name };
    const { createProduct } = await this.#admin(documents.addProduct, {
      input: { enabled: true, translations: [translation] },
    });
    const variant = {
      productId: createProduct.id,
      sku: name,
      price: 500,
      stockOnHand: stock,
      trackInventory: 'TRUE',
      translations: [{ languageCode: 'en', name }],
    };
    return (await this.#admin(documents.addVariants, { input: [variant] })).createProductVariants[0].id;
  }

  async sell(lines: readonly Line[]): Promise<string> {
    const buyer = ++this.#buyers;
    const items = lines.map(({ article, units }) => ({ productVariantId: article, quantity: units }));
    const cart = await this.#send('shop', documents.addItems, { items });
    assertNoErrors(cart.data.addItemsToOrder.errorResults);
    const { data } = await this.#send(
      'shop',
      documents.checkOut,
      {
        customer: { firstName: 'Ana', lastName: 'Weber', emailAddress: `buyer-${buyer}@example.com` },
        address: {
          fullName: 'Ana Weber',
          streetLine1: '1 Main Street',
          city: 'Berlin',
          postalCode: '10115',
          countryCode: 'DE',
        },
        shipping: [this.#shippingMethod],
        payment: { method: 'standard-payment', metadata: {} },
      },
      cart.token,
    );
    assertNoErrors(Object.values(data));
    const { id, state, lines: sold } = data.addPaymentToOrder;
    if (!soldStates.includes(state)) throw new Refusal(`order ${id} is ${state}`);
    this.#lines.set(id, sold);
    return id;
  }

  async ship(order: string, _caller: string, signal?: AbortSignal): Promise<void> {
    const { addFulfillmentToOrder: fulfillment } = await this.#admin(
      documents.addFulfillment,
      {
        input: {
          lines: (this.#lines.get(order) ?? []).map(({ id, quantity }) => ({ orderLineId: id, quantity })),
          handler: {
            code: 'manual-fulfillment',
            arguments: [
              { name: 'method', value: 'Parcel Post' },
              { name: 'trackingCode', value: order },
            ],
          },
        },
      },
      signal,
    );
    assertNoErrors([fulfillment]);
    await this.#finish(fulfillment.id, signal);
  }

  async resume(order: string, caller: string, signal?: AbortSignal): Promise<void> {
    const { fulfillments } = await this.#order(order);
    if (fulfillments.length === 0) return this.ship(order, caller, signal);
    for (const { id, state } of fulfillments) if (state === 'Pending') await this.#finish(id, signal);
  }

  async look(order: string): Promise<OrderState> {
    const { state, fulfillments } = await this.#order(order);
    const units = (of: VendureOrder['fulfillments']) =>
      of.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
    const valid = fulfillments.filter((one) => one.state !== 'Cancelled');
    const gone = valid.filter((one) => one.state === 'Shipped' || one.state === 'Delivered');
    return { isSold: soldStates.includes(state), fulfilled: units(valid), shipped: units(gone) };
  }

  async unitsInStock(article: string): Promise<number> {
    const { productVariant } = await this.#admin(documents.stock, { id: article });
    return productVariant.stockLevels[0].stockOnHand;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #finish(fulfillment: string, signal?: AbortSignal): Promise<void> {
    assertNoErrors(Object.values(await this.#admin(documents.moveFulfillment, { id: fulfillment }, signal)));
  }

  async #order(id: string): Promise<VendureOrder> {
    return (await this.#admin(documents.order, { id })).order;
  }

  async #admin(query: string, variables: unknown, signal?: AbortSignal) {
    return (await this.#send('admin', query, variables, this.#token, signal)).data;
  }

  async #send(api: 'admin' | 'shop', query: string, variables: unknown, token?: string, signal?: AbortSignal) {
    const { status, headers, body } = await this.#client.send('POST', `/${api}-api`, {
      body: { query, variables },
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal,
    });
    if (status !== 200 || body.errors)
      throw new Refusal(`${status} ${JSON.stringify(body.errors ?? body).slice(0, 400)}`);
    return { data: body.data, token: String(headers['vendure-auth-token'] ?? '') };
  }
}

/** Vendure answers expected refusals as values, with an error code. */
function assertNoErrors(results: readonly { readonly errorCode?: string; readonly message?: string }[]): void {
  const refusal = results.find(({ errorCode }) => errorCode);
  if (refusal) throw new Refusal(`${refusal.errorCode}: ${refusal.message}`);
}
