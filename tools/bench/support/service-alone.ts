import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysOf } from '../../../cli/stack/credentials.ts';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import { postgresProgram, serviceProgram } from '../../../cli/stack/processes/programs.ts';
import { Supervised } from '../../../cli/stack/processes/supervised.ts';
import { projectRoot } from '../../../config/root.ts';

const partCount = 200;

type Answer = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  any
>;

/** PostgreSQL and the service without an engine, with a shop of 200 parts: each step is a call of the measurement. */
export interface ServiceAlone {
  readonly call: Answer;
  readonly pids: { readonly service: number; readonly postgres: number };
  readonly url: string;
  readonly databaseUrl: string;
  readonly adminKey: string;
  /** Creates an order. @param hot whether its first line is of the one part that all such orders share @returns its id */
  draftOrder(lines: number, hot?: boolean): Promise<number>;
  /** The same, and issues it. */
  issueOrder(lines: number, hot?: boolean): Promise<number>;
  /** Returns the number of broken rules. */
  violations(): Promise<number>;
  stop(): Promise<void>;
}

/** @param keep a folder that keeps the data for further runs; without it the data is removed at the end */
export async function startServiceAlone(port: number, keep?: string): Promise<ServiceAlone> {
  const data = keep ?? mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const folder = openDataFolder(data);
  const started: Supervised[] = [];
  const start = async (program: ConstructorParameters<typeof Supervised>[0]) => {
    const supervised = new Supervised(program, folder, (line) => process.stderr.write(`${line}\n`));
    started.unshift(supervised);
    await supervised.start();
  };
  const stop = async () => {
    for (const one of started) await one.stop();
    if (!keep) rmSync(data, { recursive: true, force: true });
  };
  try {
    let databaseUrl = '';
    await start(
      postgresProgram(folder, (url) => {
        databaseUrl = url;
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const keys = keysOf(folder, url, undefined);
    await start(
      serviceProgram({
        folder,
        keys,
        port,
        url,
        databaseUrl: () => databaseUrl,
        configFile: join(projectRoot, 'tools/bench/orders-config.yaml'),
        standInCarrierUrl: url,
        temporalPort: undefined,
        temporalUi: undefined,
      }),
    );
    const pid = (name: string) => Number(readFileSync(join(data, 'run', `${name}.pid`), 'utf8'));
    const pids = { service: pid('service'), postgres: pid('postgres') };
    return { ...(await openShop(url, keys.admin)), pids, url, databaseUrl, adminKey: keys.admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Shop {
  readonly customer_id: number;
  readonly parts: readonly number[];
}

/** Returns the shop of a run before, in a folder that was kept; null for a new folder. */
async function keptShop(call: Answer): Promise<Shop | null> {
  const [customer] = (await call('GET', '/customer?name=Bench')).data;
  if (!customer) return null;
  const parts: number[] = [];
  for (const page of [1, 2]) {
    const query = `filter=${encodeURIComponent('number % "B-"')}&sort=id&perPage=${partCount / 2}&page=${page}`;
    parts.push(...(await call('GET', `/part?${query}`)).data.map(({ id }: { id: number }) => id));
  }
  return { customer_id: customer.id, parts };
}

async function newShop(call: Answer): Promise<Shop> {
  const post = (path: string, body: unknown) => call('POST', path, body);
  const location_id = (await call('GET', '/location?locationtype_id=1')).data[0].id;
  const customer_id = (await post('/customer', { type: 'Company', name: 'Bench' })).id;
  const box = { inner_width_mm: 600, inner_length_mm: 400, inner_depth_mm: 400, empty_weight_g: 300 };
  await post('/cartontype', { name: 'Box', ...box });
  const parts: number[] = [];
  for (let n = 1; n <= partCount; n++) {
    const size = { width_mm: 60 + (n % 7) * 10, length_mm: 80, depth_mm: 40, weight_g: 150 };
    const { id } = await post('/part', { number: `B-${n}`, name: `Part ${n}`, parttype_id: 1, price: 2, ...size });
    await post('/inventoryadjustment', { part_id: id, location_id, qty: 1_000_000, reason: 'bench' });
    parts.push(id);
  }
  return { customer_id, parts };
}

async function openShop(
  url: string,
  key: string,
): Promise<Pick<ServiceAlone, 'call' | 'draftOrder' | 'issueOrder' | 'violations'>> {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const call: Answer = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      // A large batch would run in the background.
      headers: { authorization, 'content-type': 'application/json', 'x-background-processing': 'never' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.detail}`);
    return answer;
  };
  const post = (path: string, body: unknown) => call('POST', path, body);
  const carrier_id = (await call('GET', '/carrier?name=Bench Van')).data[0].id;
  const { customer_id, parts } = (await keptShop(call)) ?? (await newShop(call));
  let next = 0;
  const draftOrder = async (lineCount: number, hot = false): Promise<number> => {
    const lines = Array.from({ length: lineCount }, (_, at) => ({
      part_id: hot && at === 0 ? parts[0] : parts[next++ % partCount],
      qty: 1 + (next % 3),
    }));
    const street = { ship_to_name: 'Bench', ship_address_1: 'Kaistr. 1' };
    const address = { ...street, ship_postal_code: '10115', ship_city: 'Berlin', ship_country: 'DE' };
    const { id } = await post('/salesorder', { customer_id, carrier_id, ...address, ship_postal_code: '10115', lines });
    return id;
  };
  const issueOrder = async (lineCount: number, hot = false): Promise<number> => {
    const id = await draftOrder(lineCount, hot);
    await post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    return id;
  };

  return {
    call,
    draftOrder,
    issueOrder,
    violations: async () => (await call('GET', '/verify')).violations.length,
  };
}
