import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostLines } from '../../../service/orders/drafts/schema.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { type Reply, startTestService, type TestService } from '../../support/test-service.ts';
import { delayDuring } from './loop-delay.ts';

/** The greatest order takes a minute and more for all of its calls, so that `npm test` runs them for a smaller one. */
const size = Number(process.env.CONVEYOR_ORDER_LINES ?? 200);

/** A request has 60 s, also on a busy machine. */
const longestCall = 50_000;

/** Milliseconds that the event loop may be delayed. The test's own client, which checks each answer, is a part of them. */
const longestDelay = 250;

let service: TestService;
let shop: Shop;
let parts: number[];

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
  await shop.cartontype({ inner_width_mm: 600, inner_length_mm: 400, inner_depth_mm: 400, max_gross_weight_g: null });
  // As many parts as lines, by two statements in place of 4,000 calls.
  const { rows } = await service.sql.query<{ id: number }>(
    `insert into part (number, name, parttype_id, width_mm, length_mm, depth_mm, weight_g)
     select 'L' || n, 'Part ' || n, 1, 40 + n % 90, 40 + n % 70, 30 + n % 50, 100 from generate_series(1, $1) n returning id`,
    [mostLines],
  );
  parts = rows.map(({ id }) => Number(id));
  await service.sql.query(
    'insert into inventory (part_id, location_id, qty) select id, $1, 100 from unnest($2::bigint[]) id',
    [shop.stockId, parts],
  );
  await service.sql.query('analyze');
}, 120_000);
afterAll(() => service.close());

const lines = (count: number) => parts.slice(0, count).map((part_id) => ({ part_id, qty: 1, unit_price: 1 }));

/** Calls the service and waits for the answer: large orders are worked on in the background otherwise. */
const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { 'x-background-processing': 'never' });
const created = (some: unknown[]) => call('POST', '/salesorder', { customer_id: shop.customerId, lines: some });

/** Makes a call that ends in time and does not delay the event loop. */
async function timed(path: string, body?: unknown, method = 'POST') {
  let reply: Reply | undefined;
  const begin = performance.now();
  const delay = await delayDuring(async () => {
    reply = await call(method, path, body);
  });
  const took = performance.now() - begin;
  const figures = `${method} ${path}: ${took.toFixed(0)} ms, loop ${delay.toFixed(0)} ms`;
  if (process.env.PRINT_FIGURES) console.log(figures);
  expect(reply?.status, `${figures}: ${JSON.stringify(reply?.body)?.slice(0, 300)}`).toBeLessThan(202);
  expect(took, figures).toBeLessThan(longestCall);
  expect(delay, figures).toBeLessThan(longestDelay);
  return reply?.body;
}

const create = async (): Promise<number> =>
  (await timed('/salesorder', { customer_id: shop.customerId, lines: lines(size) })).id;
const perform = (task: number, id: number) => timed(`/task/${task}/perform`, { order_id: [id] });

describe(`an order of ${size} lines`, () => {
  test('is created, issued, picked, packed, shipped, printed and picked up in time', async () => {
    const id = await create();
    await timed(`/salesorder/${id}/issue?ignore_warnings=1`);
    await timed(`/salesorder/${id}/progress`, undefined, 'GET');
    await timed(`/salesorder/${id}/replan`);
    for (const task of [1, 2, 3]) await perform(task, id);
    const [slip] = await timed('/document', { kind: 'packingslip', salesorder_id: id });
    const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
    let bytes = 0;
    const delay = await delayDuring(async () => {
      const pdf = await fetch(`${service.url}/document/${slip.id}/pdf`, { headers: { authorization } });
      bytes = (await pdf.arrayBuffer()).byteLength;
    });
    expect(bytes).toBeGreaterThan(20_000);
    expect(delay).toBeLessThan(longestDelay);
    await timed(`/salesorder/${id}?embed=lines.part,packs`, undefined, 'GET');
    await perform(4, id);
    expect(await shop.status(id)).toBe('Fulfilled');
    await timed(`/salesorder/${id}/clone`);
  }, 300_000);

  test.each([
    ['issued', []],
    ['picked', [1]],
    ['packed', [1, 2]],
  ])(
    'is voided when it is %s',
    async (_, tasks) => {
      const id = await create();
      await timed(`/salesorder/${id}/issue?ignore_warnings=1`);
      for (const task of tasks) await perform(task, id);
      await timed(`/salesorder/${id}/void`);
      expect(await shop.status(id)).toBe('Void');
    },
    300_000,
  );
});

describe('the greatest number of lines', () => {
  test('cannot be exceeded: one line more is refused, in a body and in a draft', async () => {
    const refused = await created([...lines(mostLines), { part_id: parts[0] }]);
    expect(refused).toMatchObject({ status: 422, body: { code: 'body.invalid' } });
    expect(refused.body.detail).toContain('lines may hold 2000 at most, and holds 2001: divide it into several orders');
    const { id } = (await created(lines(mostLines))).body;
    expect(await shop.refused(`/salesorder/${id}/line`, { part_id: parts[0] })).toBe('422 order.too-large');
  });

  test('70,000 lines, as many as fit into a body, are refused without a delay of other calls', async () => {
    const body = JSON.stringify({ customer_id: 1, lines: Array.from({ length: 70_000 }, () => ({ part_id: 1 })) });
    let status = 0;
    const delay = await delayDuring(async () => {
      ({ status } = await service.call('POST', '/salesorder', body, { 'content-type': 'application/json' }));
    });
    expect(status).toBe(422);
    expect(delay).toBeLessThan(longestDelay);
  });
});
