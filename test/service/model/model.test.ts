import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { actions, kindsOfActions, tallies } from './actions.ts';
import { adjust, createOrder, issue, type OrderToBe, type Place, pathOf, play, takeThrough } from './calls.ts';
import { compare } from './compare.ts';
import { quickVerify } from './verify.ts';
import { isOpen, type Kind, type Part, World } from './world.ts';

/**
 * Makes random sequences of calls on the service and on a model of it. The model predicts which calls are refused, and where every
 * unit is. Every invariant holds after each call. At the end, every open order can be fulfilled.
 *
 * For a long run: `CONVEYOR_MODEL_RUNS=2000 npx vitest run test/service/model/model.test.ts`. To repeat a failure:
 * `CONVEYOR_MODEL_SEED=…`.
 */
const runs = Number(process.env.CONVEYOR_MODEL_RUNS ?? 10);
const seed = Number(process.env.CONVEYOR_MODEL_SEED ?? Date.now() % 1_000_000_000);
/** A test service gets slower with each run, because the invariants are checked over all of its data. */
const runsInService = 10;
const longest = 60;

test(
  `${runs} random sequences of everything that people do, as the model foresees it (seed ${seed})`,
  async () => {
    for (let at = 0; at * runsInService < runs; at++) {
      await inService(seed + at, Math.min(runsInService, runs - at * runsInService));
      if (runs >= 500 && at % 10 === 9) console.log(`${(at + 1) * runsInService} runs`);
    }
    const counts = kindsOfActions.map((kind) => ({ kind, done: 0, refused: 0, ...tallies.get(kind) }));
    const steps = counts.reduce((sum, { done, refused }) => sum + done + refused, 0);
    console.log(`${runs} runs, ${steps} calls: ${counts.map((c) => `${c.kind} ${c.done}+${c.refused}`).join(', ')}`);
    // Some kinds occur 3 times in a hundred runs on average, so only a long run has all of them.
    const never = counts.filter(({ done }) => done === 0);
    if (runs >= 100) expect(never.length).toBeLessThan(counts.length / 4);
    if (runs >= 1000) expect(never).toEqual([]);
  },
  30_000 + 3_000 * runs,
);

async function inService(serviceSeed: number, numRuns: number): Promise<void> {
  const opened = await startTestService({ config });
  const quick = quickVerify(String(opened.sql.options.connectionString));
  const testService: TestService = { ...opened, verify: quick.verify };
  try {
    const shop = await openShop(testService);
    await shop.cartontype();
    const shelf = await shop.storage();
    const places = { shelf, ...(await placesOf(shop)) };
    const carriers = await carriersOf(shop);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(start, actions(longest), async (begin, commands) => {
        run += 1;
        const { world, place } = await setUp(testService, shop, places, carriers, begin, `${run}`);
        await fc.asyncModelRun(() => ({ model: world, real: place }), commands);
        await bringToEnd(world, place);
      }),
      {
        seed: serviceSeed,
        numRuns,
        unbiased: true,
        interruptAfterTimeLimit: 300_000,
        markInterruptAsFailure: false,
        endOnFailure: process.env.CONVEYOR_MODEL_SHRINK === undefined,
      },
    );
  } finally {
    await quick.close();
    await testService.close();
  }
}

type Places = Readonly<Record<'shelf' | 'dock' | 'quarantine' | 'branch' | 'branchId', number>>;

/** Makes the places of returned goods, and another site with its shelf. */
async function placesOf(shop: Shop): Promise<Omit<Places, 'shelf'>> {
  const location = async (site_id: number, name: string, more: object): Promise<number> =>
    (await shop.done('/location', { site_id, name, ...more })).id;
  const address = { address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
  const branchId = (await shop.done('/site', { name: 'Branch', sitetype_id: 1, ...address })).id;
  return {
    dock: await location(shop.siteId, 'Returns', { active: false }),
    quarantine: await location(shop.siteId, 'Quarantine', { active: false }),
    branch: await location(branchId, 'Branch shelf', { locationtype_id: 1 }),
    branchId,
  };
}

/** Makes the stock and the orders of the start. */
const start = fc.record({
  stock: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 6 }),
  orders: fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Kind>('sales') },
        { weight: 1, arbitrary: fc.constantFrom<Kind>('transfer', 'use') },
      ),
      carrier: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
      lines: fc.array(fc.record({ part: fc.nat(5), qty: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      priority: fc.integer({ min: 2, max: 4 }),
      postal: fc.nat(1),
      // A draft, an issued order, or one that goes through all steps.
      stage: fc.oneof(
        { weight: 1, arbitrary: fc.constant(0) },
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 2, arbitrary: fc.integer({ min: 2, max: 4 }) },
        { weight: 2, arbitrary: fc.constant(5) },
      ),
    }),
    { minLength: 2, maxLength: 3 },
  ),
});
type Start = typeof start extends fc.Arbitrary<infer T> ? T : never;

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;
const lots = ['L1', 'L2', 'L3'];

/**
 * Each combination of steps that an order can have. Kits may leave in parts, as the model knows them. Counts need no second count: the
 * model has one person.
 */
const config = `
counting: { units: 1000 }
carriers:
  Will Call: { plugin: will-call }
  Will Call Counter Pack: { plugin: will-call, pack: true }
  Own Van: {}
rules:
  - { name: The van takes it as it is, when: carrier.name = "Own Van", then: { skip: [pack] } }
  - { name: Kits leave in parts, then: { split_kits: true } }
`;

async function carriersOf(shop: Shop): Promise<Place['carriers']> {
  return [
    { id: null, steps: ['pick', 'pack', 'ship', 'pickup'], ruledOut: [] },
    { id: await shop.carrier('Will Call'), steps: ['pick', 'pickup'], ruledOut: [] },
    { id: await shop.carrier('Will Call Counter Pack'), steps: ['pick', 'pack', 'pickup'], ruledOut: [] },
    { id: await shop.carrier('Own Van'), steps: ['pick', 'pack', 'ship', 'pickup'], ruledOut: ['pack'] },
  ];
}

async function setUp(
  testService: TestService,
  shop: Shop,
  { shelf, dock, quarantine, branch, branchId }: Places,
  carriers: Place['carriers'],
  begin: Start,
  name: string,
): Promise<{ world: World; place: Place }> {
  const world = new World();
  world.shelves.push(shop.stockId, shelf);
  Object.assign(world, { dock, quarantine, branch });
  const { rows: made } = await testService.sql.query<{ id: number }>(
    `insert into part (number, name, parttype_id, tracking, width_mm, length_mm, depth_mm, weight_g)
     select $1 || k, $1 || k, case when k = 'N' then 2 when k = 'K' then 3 else 1 end, case when k = 'T' then 'lot' else 'none' end, 100, 100, 50, 200
     from unnest(array['A', 'B', 'T', 'K', 'N']) k returning id`,
    [`${name}-`],
  );
  const [a, b, t, kit, service] = made.map((row) => row.id) as [number, number, number, number, number];
  const { rows: more } = await testService.sql.query<{ id: number }>(
    `with bill as (insert into billofmaterial (part_id) values ($1) returning id),
       lines as (insert into billofmaterialline (billofmaterial_id, part_id, qty) select id, p, q from bill, (values ($2::bigint, 2), ($3::bigint, 1)) l(p, q))
     insert into part (number, name, parttype_id, parent_part_id, parent_qty) values ($4, $4, 4, $2::bigint, 2) returning id`,
    [kit, a, b, `${name}-alias`],
  );
  world.parts.push(...partsOf({ a, b, t, kit, service, alias: more[0]!.id }));
  const { id: customerId } = await shop.done('/customer', { type: 'Company', name });
  const { movingId } = shop;
  const place: Place = { service: testService, customerId, movingId, lots, carriers, branchId, log: [], name };
  const [partA, partB, partT] = world.parts as [Part, Part, Part];
  const stock = [
    [partA, shop.stockId, ''],
    [partA, shelf, ''],
    [partB, shelf, ''],
    ...lots.map((lot) => [partT, shop.stockId, lot] as const),
  ] as const;
  for (const [at, [part, location, lot]] of stock.entries()) {
    const qty = begin.stock[at]!;
    if (qty > 0)
      await play(adjust(world, part, location, lot, lot === '' ? qty : Math.min(qty, 2)), world, place, {
        check: false,
      });
  }
  for (const order of begin.orders) {
    const toBe: OrderToBe = {
      kind: order.kind,
      carrier: carriers[order.carrier]!,
      lines: order.lines.map(({ part, qty }) => ({ part: world.parts[part]!, qty })),
      priority: order.priority,
      postal: order.postal,
    };
    await play(createOrder(world, place, toBe), world, place, { check: false });
    if (order.stage > 0) await play(issue(world, world.orders.at(-1)!), world, place, { check: false });
  }
  await compare(world, testService);
  for (const [at, { stage }] of begin.orders.entries()) {
    for (const step of steps.slice(0, Math.max(0, stage - 1))) {
      const call = takeThrough(world, step, world.orders[at]!);
      if (call) await play(call, world, place, { check: true });
    }
  }
  return { world, place };
}

function partsOf(ids: Record<'a' | 'b' | 't' | 'kit' | 'service' | 'alias', number>): Part[] {
  const plain = (id: number, tracked = false): Part => {
    const part: Part = { id, lots: tracked, components: [] };
    return Object.assign(part, { components: [{ part, qty: 1 }] });
  };
  const [a, b] = [plain(ids.a), plain(ids.b)];
  const kit = {
    id: ids.kit,
    lots: false,
    components: [
      { part: a, qty: 2 },
      { part: b, qty: 1 },
    ],
  };
  const alias = { id: ids.alias, lots: false, components: [{ part: a, qty: 2 }] };
  return [a, b, plain(ids.t, true), kit, { id: ids.service, lots: false, components: [] }, alias];
}

/** Checks that every open order can be fulfilled, when it has stock and is not on hold. */
async function bringToEnd(world: World, { service: testService, log }: Place): Promise<void> {
  const open = world.orders.filter(isOpen);
  if (open.length === 0) return;
  const call = async (path: string, body: object = {}) => {
    const reply = await testService.call('POST', path, body);
    log.push(`POST ${path} ${JSON.stringify(body)} → ${reply.status} ${reply.body?.code ?? ''}`);
    expect(reply.status, log.join('\n')).toBeLessThan(500);
  };
  for (const part of world.parts.filter((one) => one.components[0]?.part === one)) {
    const tracking = part.lots ? [{ lot: 'L1', qty: 60 }] : undefined;
    await call('/inventoryadjustment', { part_id: part.id, location_id: world.shelves[0], qty: 60, tracking });
  }
  for (const order of open) await call(`${pathOf(order)}/release`);
  const withStep = (step: 'pack' | 'ship') =>
    open.filter((order) => order.required.includes(step)).map((order) => order.id);
  for (const ship of world.ships) if (ship.status === 'Open') await call(`/ship/${ship.id}/finish`);
  await call('/task/1/perform', { order_id: open.map((order) => order.id) });
  if (withStep('pack').length > 0) await call('/task/2/perform', { order_id: withStep('pack') });
  if (withStep('ship').length > 0) await call('/task/3/perform', { order_id: withStep('ship') });
  await call('/task/4/perform', { order_id: open.map((order) => order.id) });
  const { rows } = await testService.sql.query('select id from salesorder where id = any($1) and status_id <> 4', [
    open.map((order) => order.id),
  ]);
  expect(rows, `orders that did not come to their end\n${log.join('\n')}`).toEqual([]);
  expect(await testService.verify(), log.join('\n')).toEqual([]);
}
