import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { runsAll } from '../../support/long-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/**
 * A client in another language that knows the contract alone (client.py) takes orders of every kind from customer to pickup.
 * The operators' file decides the kind by the customer, because the contract has no address for it.
 */

const config = `
carriers:
  Will Call: { plugin: will-call }
  Counter: { plugin: will-call, pack: true }
rules:
  - { name: Customers who collect, when: customer.name % "collects", then: { carrier: Will Call } }
  - { name: Customers at the counter, when: customer.name % "counter", then: { carrier: Counter } }
  - { name: One carton, when: customer.name % "one carton", then: { start_in_carton: true } }
  - { name: Pick at once, when: customer.name % "at once", then: { create_pick: true } }
`;

interface Job {
  kind: string;
  customer: string;
  lines: [number: string, qty: number][];
  /** How the client packs; null without a pack step. */
  pack: 'move_all' | 'by part' | 'autopack' | 'start_in_carton' | null;
  ship: boolean;
  partial?: boolean;
}

const usual: [string, number][] = [
  ['TEA', 3],
  ['CUP', 2],
];
const parcel = { pack: 'move_all', ship: true } as const;
const kinds: Record<string, Omit<Job, 'kind'>> = {
  'carton, all at once': { customer: 'Northwind', lines: usual, ...parcel },
  'carton, part by part': { customer: 'Northwind', lines: usual, ...parcel, pack: 'by part' },
  autopack: { customer: 'Northwind', lines: usual, ...parcel, pack: 'autopack' },
  'will-call': { customer: 'Ana collects', lines: usual, pack: null, ship: false },
  'will-call with pack': { customer: 'Ana at the counter', lines: usual, pack: 'by part', ship: false },
  'start in carton': { customer: 'Tom, one carton', lines: usual, ...parcel, pack: 'start_in_carton' },
  'auto-created pick': { customer: 'Eve, at once', lines: usual, ...parcel },
  partial: { customer: 'Northwind', lines: usual, ...parcel, partial: true },
  'partial will-call': { customer: 'Ana collects', lines: usual, pack: null, ship: false, partial: true },
  alias: {
    customer: 'Northwind',
    lines: [
      ['TEA-ALIAS', 2],
      ['CUP', 1],
    ],
    ...parcel,
    pack: 'by part',
  },
  kit: { customer: 'Northwind', lines: [['TEA-SET', 2]], ...parcel, pack: 'by part' },
  lot: {
    customer: 'Northwind',
    lines: [
      ['MILK', 2],
      ['TEA', 1],
    ],
    ...parcel,
    pack: 'by part',
  },
};
const orders = runsAll ? 50 : Object.keys(kinds).length;

/** The addresses of the contract's endpoint table, with the generic ones for lists and records, and its rule about commits. */
const contract = [
  /^GET \/(customer|salesorder|part|pick|pickline|pack|ship|discount|fee|site|cartontype|carrier|task|event)(\/\{id\})?$/,
  /^GET \/salesorder\/linetype$/,
  /^POST \/(customer|salesorder|picklinebyorder|packlinebyorder|shiplinebyorder|pickup)$/,
  /^POST \/salesorder\/\{id\}\/(line|discount|fee|issue|autowork)$/,
  /^POST \/salesorder\/\{id\}\/line\/\{id\}\/(discount|fee)$/,
  /^POST \/pickline\/\{id\}\/commit$/,
  /^POST \/pack\/\{id\}\/(carton|moveitem|finish|autopack)$/,
  /^PUT \/pack\/\{id\}\/carton\/\{id\}$/,
  /^POST \/ship\/\{id\}\/finish$/,
];

/** Returns the Python of this machine, or null if it has none. */
function python(): string | null {
  for (const name of ['python3', 'python']) {
    try {
      const version = execFileSync(name, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      if (/^Python 3\.([89]|\d\d)/.test(version)) return name;
    } catch {
      // The machine has no program of this name.
    }
  }
  return null;
}

const interpreter = python();
const described = interpreter === null ? 'skipped, because this machine has no Python 3.8 or newer' : 'in Python';

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  if (interpreter === null) return;
  service = await startTestService({ config });
  shop = await openShop(service);
});
afterAll(() => service?.close());

/** Makes the stock of the shop. The contract has no address for that. */
async function stock(): Promise<void> {
  const tea = await shop.part({ number: 'TEA' }, 1000);
  const cup = await shop.part({ number: 'CUP' }, 400);
  // A second place, so that lines are split and the client has to go to the right one.
  await shop.stock(cup, 400, { location_id: await shop.storage() });
  await shop.part({ number: 'TEA-ALIAS', parttype_id: 4, parent_part_id: tea });
  const kit = await shop.part({ number: 'TEA-SET', parttype_id: 3 });
  const components = [
    { part_id: tea, qty: 2 },
    { part_id: cup, qty: 1 },
  ];
  await shop.done('/billofmaterial', { part_id: kit, lines: components });
  const milk = await shop.part({ number: 'MILK', tracking: 'lot' });
  for (const [lot, year] of [
    ['M-1', 2041],
    ['M-2', 2042],
  ]) {
    await shop.stock(milk, 500, { tracking: [{ lot, qty: 500, expires_on: `${year}-01-01` }] });
  }
  await shop.cartontype({ name: 'Box', inner_width_mm: 900, inner_length_mm: 900, inner_depth_mm: 900 });
  await shop.done('/discount', { name: 'Regular', level: 'any' });
  await shop.done('/fee', { name: 'Wrapping', level: 'any' });
  await shop.carrier('Parcel Post');
}

interface Report {
  orders: { kind: string; id: number }[];
  calls: Record<string, number>;
}

/** Runs the client with the jobs as its input. @returns what it prints */
function run(program: string, jobs: readonly Job[]): Promise<Report> {
  const script = join(projectRoot, 'test/service/contract/client.py');
  return new Promise((resolve, reject) => {
    const client = spawn(program, [script, service.url, service.adminKey]);
    const text = { out: '', err: '' };
    client.stdout.on('data', (bytes) => (text.out += bytes));
    client.stderr.on('data', (bytes) => (text.err += bytes));
    client.on('error', reject);
    client.on('close', (code) => (code === 0 ? resolve(JSON.parse(text.out)) : reject(new Error(text.err))));
    client.stdin.end(JSON.stringify(jobs));
  });
}

test.skipIf(interpreter === null)(
  `a client written from the contract alone takes ${orders} orders of every kind from customer to pickup (${described})`,
  async () => {
    await stock();
    const names = Object.keys(kinds);
    const jobs = Array.from({ length: orders }, (_, at): Job => {
      const kind = names[at % names.length]!;
      return { kind, ...kinds[kind]! };
    });
    const report = await run(interpreter!, jobs);
    expect(report.orders.map(({ kind }) => kind)).toEqual(jobs.map(({ kind }) => kind));
    const { data } = await shop.get('/salesorder?embed=status,invoices,pickups&perPage=100&sort=id');
    const ends = data.map((order: { id: number; status: { name: string }; invoices: object[]; pickups: object[] }) => [
      order.id,
      order.status.name,
      order.invoices.length,
      order.pickups.length,
    ]);
    const deliveries = ({ partial = false }: Job) => (partial ? 2 : 1);
    const expected = report.orders.map(({ id }, at) => [id, 'Fulfilled', deliveries(jobs[at]!), deliveries(jobs[at]!)]);
    expect(ends).toEqual(expected);
    const unlisted = Object.keys(report.calls).filter((call) => !contract.some((address) => address.test(call)));
    expect(unlisted).toEqual([]);
    expect(await service.verify()).toEqual([]);
  },
  120_000,
);
