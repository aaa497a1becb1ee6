import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keysOf } from '../../../cli/stack/credentials.ts';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import { serviceProgram } from '../../../cli/stack/processes/programs.ts';
import { Supervised } from '../../../cli/stack/processes/supervised.ts';
import { Stack } from '../../../cli/stack/stack.ts';
import { temporalBinary } from '../../../cli/stack/temporal/binary.ts';
import { type Client, createClient, isProblem } from '../../../client/client.ts';
import { projectRoot } from '../../../config/root.ts';
import { present } from '../support/series-figures.ts';
import { answers, pidOf, until } from '../support/supervision.ts';
import { FulfilledOrders } from './fulfilled-orders.ts';
import { type Line, type OrderState, type Place, type Product, Refusal, type Shop } from './shop.ts';

const version = (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;

/** Conveyor as `npm start` runs it: the engine drives each order that is issued. */
export const conveyor: Product = {
  name: 'Conveyor, by its engine',
  usesRedis: false,
  install: async () => undefined,
  async open(place) {
    const stack = await startStack(place);
    const { url } = stack.addresses;
    const client = clientOf(url, stack.adminKey);
    const fulfilled = new FulfilledOrders(url, stack.adminKey);
    await fulfilled.follow();
    const pid = (name: string) => Number(readFileSync(join(stack.folder.path, 'run', `${name}.pid`), 'utf8'));
    const shop = await ConveyorShop.open(conveyor.name, client, byEngine(client, fulfilled));
    return Object.assign(shop, {
      versions: [`conveyor ${version}`, await temporalVersion()],
      pids: () => ['service', 'worker', 'temporal'].map(pid),
      kill: () => void process.kill(pid('service'), 'SIGKILL'),
      untilReady: () => until(() => answers(`${url}/readyz`)),
      async stop() {
        fulfilled.close();
        await client.close();
        await stack.stop();
      },
    });
  },
};

/** The service of Conveyor alone: a program does each step by a call, as it does with the other products. */
export const conveyorByCalls: Product = {
  name: 'Conveyor, by calls',
  usesRedis: false,
  install: async () => undefined,
  async open({ folder: path, port, databaseUrl }) {
    const folder = openDataFolder(path);
    const url = `http://127.0.0.1:${port}`;
    const keys = keysOf(folder, url, undefined);
    const settings = { folder, keys, port, url, databaseUrl: () => databaseUrl, standInCarrierUrl: url };
    const program = new Supervised(
      serviceProgram({
        ...settings,
        configFile: join(projectRoot, 'tools/bench/peers/conveyor/by-calls.yaml'),
        temporalPort: undefined,
        temporalUi: undefined,
      }),
      folder,
      (line) => process.stderr.write(`${line}\n`),
    );
    await program.start();
    const client = clientOf(url, keys.admin);
    const shop = await ConveyorShop.open(conveyorByCalls.name, client, byCalls(client));
    return Object.assign(shop, {
      versions: [`conveyor ${version}`],
      pids: () => [pidOf(program)],
      kill: () => void process.kill(pidOf(program), 'SIGKILL'),
      untilReady: () => until(() => answers(`${url}/readyz`)),
      async stop() {
        await client.close();
        await program.stop();
      },
    });
  },
};

/** Returns the version of the local Temporal server, such as "Temporal 1.29.1". */
async function temporalVersion(): Promise<string> {
  const { stdout } = await promisify(execFile)(await temporalBinary(), ['--version']);
  return `Temporal ${/Server ([\d.]+)/.exec(stdout)?.[1] ?? stdout.trim()}`;
}

/** Starts the stack on the database that all products share. It takes the address from the environment. */
async function startStack({ folder, port, databaseUrl }: Place): Promise<Stack> {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = databaseUrl;
  const config = join(projectRoot, 'tools/bench/orders-config.yaml');
  const stack = new Stack({ data: folder, port, config }, process.stderr as never);
  try {
    await stack.start();
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}

/** The client makes no retries, like the clients of the other products. */
const clientOf = (url: string, apiKey: string): Client =>
  createClient({ url, apiKey, userAgent: 'conveyor-bench', retries: 0 });

/** The difference between the two ways of a shop: when an order is issued, and who does its steps. */
interface Way {
  readonly requests: number;
  afterCreation(order: number): Promise<void>;
  ship(order: number, caller: string, signal?: AbortSignal): Promise<void>;
  resume(order: number, caller: string, signal?: AbortSignal): Promise<void>;
}

const draft = 1;
const fulfilledStatus = 4;

function byEngine(client: Client, fulfilled: FulfilledOrders): Way {
  const ship: Way['ship'] = async (order, caller, signal) => {
    const fulfilment = fulfilled.until(order, signal);
    // The call may fail before somebody waits.
    fulfilment.catch(() => undefined);
    await refusing(client.salesorder.issue(order, {}, { idempotencyKey: `${caller}/${order}/issue` }));
    await fulfilment;
  };
  return {
    requests: 2,
    afterCreation: async () => undefined,
    ship,
    async resume(order, caller, signal) {
      if ((await client.salesorder.get(order)).status_id === draft) await ship(order, caller, signal);
    },
  };
}

const tasks = [1, 2, 3, 4];

function byCalls(client: Client): Way {
  const perform = (task: number, order: number, caller: string) =>
    refusing(client.task.perform(task, { order_id: [order] }, { idempotencyKey: `${caller}/${order}/${task}` }));
  return {
    requests: 2 + tasks.length,
    async afterCreation(order) {
      await refusing(client.salesorder.issue(order));
    },
    async ship(order, caller) {
      for (const task of tasks) await perform(task, order, caller);
    },
    async resume(order, caller) {
      const { status_id, lines } = await client.salesorder.get(order, { embed: 'lines' });
      if (status_id === fulfilledStatus) return;
      const done = ({ qty, ...line }: (typeof lines)[number]) =>
        [line.qty_picked, line.qty_packed, line.qty_shipped, line.qty_picked_up].filter((units) => units >= qty).length;
      for (const task of tasks.slice(Math.min(...lines.map(done)))) await perform(task, order, `${caller}/resume`);
    },
  };
}

/** A refusal of the service is an outcome that the measurements expect. */
async function refusing<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (isProblem(error)) throw new Refusal(error.message);
    throw error;
  }
}

class ConveyorShop implements Pick<Shop, 'addArticle' | 'sell' | 'ship' | 'resume' | 'look' | 'unitsInStock'> {
  readonly name: string;
  readonly requests: number;
  readonly #client: Client;
  readonly #way: Way;
  readonly #order: { readonly customer_id: number; readonly carrier_id: number };
  readonly #storage: number;
  #articles = 0;

  private constructor(
    name: string,
    client: Client,
    way: Way,
    order: { readonly customer_id: number; readonly carrier_id: number },
    storage: number,
  ) {
    this.name = name;
    this.requests = way.requests;
    this.#client = client;
    this.#way = way;
    this.#order = order;
    this.#storage = storage;
  }

  static async open(name: string, client: Client, way: Way): Promise<ConveyorShop> {
    const storage = present(
      (await client.location.list({ filter: 'locationtype_id = 1' })).data[0],
      'storage location',
    );
    const carrier = present((await client.carrier.list({ where: { name: 'Bench Van' } })).data[0], 'carrier');
    const customer = await client.customer.create({ type: 'Company', name: 'Ana Weber' });
    const inner = { inner_width_mm: 400, inner_length_mm: 300, inner_depth_mm: 300 };
    await client.cartontype.create({ name: 'Box', ...inner, empty_weight_g: 200, max_gross_weight_g: 30_000 });
    return new ConveyorShop(name, client, way, { customer_id: customer.id, carrier_id: carrier.id }, storage.id);
  }

  async addArticle(stock: number): Promise<string> {
    const name = `Article ${++this.#articles}`;
    const size = { width_mm: 80, length_mm: 60, depth_mm: 40, weight_g: 150, price: 5 };
    const { id } = await this.#client.part.create({ number: name, name, parttype_id: 1, ...size });
    await this.#client.inventoryadjustment.create({ part_id: id, location_id: this.#storage, qty: stock });
    return String(id);
  }

  async sell(lines: readonly Line[]): Promise<string> {
    const { id } = await this.#client.salesorder.create({
      ...this.#order,
      ship_to_name: 'Ana Weber',
      ship_address_1: '1 Main Street',
      ship_postal_code: '10115',
      ship_city: 'Berlin',
      ship_country: 'DE',
      lines: lines.map(({ article, units }) => ({ part_id: Number(article), qty: units, unit_price: 5 })),
    });
    await this.#way.afterCreation(id);
    return String(id);
  }

  ship(order: string, caller: string, signal?: AbortSignal): Promise<void> {
    return this.#way.ship(Number(order), caller, signal);
  }

  resume(order: string, caller: string, signal?: AbortSignal): Promise<void> {
    return this.#way.resume(Number(order), caller, signal);
  }

  async look(order: string): Promise<OrderState> {
    const { status_id, lines } = await this.#client.salesorder.get(Number(order), { embed: 'lines' });
    const sum = (units: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + units(line), 0);
    return {
      isSold: status_id !== draft,
      fulfilled: sum((line) => line.qty_picked),
      shipped: sum((line) => line.qty_picked_up),
    };
  }

  async unitsInStock(article: string): Promise<number> {
    const { data } = await this.#client.inventory.list({ where: { part_id: Number(article) } });
    return data.reduce((sum, { qty }) => sum + qty, 0);
  }
}
