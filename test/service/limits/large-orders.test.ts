import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostLines } from '../../../service/orders/drafts/schema.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { type CallerThread, callerThread } from './caller-thread.ts';

/** The greatest order takes a minute and more for all of its calls, so that `npm test` runs them for a smaller one. */
const size = Number(process.env.CONVEYOR_ORDER_LINES ?? 200);

/** A request has 60 s, also on a busy machine. */
const longestCall = 50_000;

/** Milliseconds that the event loop may be delayed. */
const longestDelay = 50;

let service: TestService;
let shop: Shop;
let parts: number[];
let thread: CallerThread;

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
  thread = callerThread(service);
  // The first calls compile the code, and do not count.
  const id = (await created(lines(50))).body.id;
  await call('POST', `/salesorder/${id}/issue?ignore_warnings=1`);
  for (const task of [1, 2, 3, 4]) await call('POST', `/task/${task}/perform`, { order_id: [id] });
}, 120_000);
afterAll(async () => {
  await thread.close();
  await service.close();
});

const lines = (count: number) => parts.slice(0, count).map((part_id) => ({ part_id, qty: 1, unit_price: 1 }));

/** Calls the service and waits for the answer: large orders are worked on in the background otherwise. */
const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { 'x-background-processing': 'never' });
const created = (some: unknown[]) => call('POST', '/salesorder', { customer_id: shop.customerId, lines: some });

/** Makes a call that ends in time and does not delay the event loop. */
async function timed(path: string, body?: unknown, method = 'POST') {
  const { status, text, took, delay } = await thread.call(method, path, body, { 'x-background-processing': 'never' });
  const figures = `${method} ${path}: ${took.toFixed(0)} ms, loop ${delay.toFixed(0)} ms`;
  if (process.env.PRINT_FIGURES) console.log(figures);
  expect([200, 201], `${figures}: ${text.slice(0, 300)}`).toContain(status);
  expect(took, figures).toBeLessThan(longestCall);
  expect(delay, figures).toBeLessThan(longestDelay);
  return text.startsWith('%PDF') ? text : JSON.parse(text);
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
    const pdf = await timed(`/document/${slip.id}/pdf`, undefined, 'GET');
    expect(pdf.length).toBeGreaterThan(20_000);
    await timed(`/salesorder/${id}?embed=lines.part,packs`, undefined, 'GET');
    await perform(4, id);
    expect(await shop.status(id)).toBe('Fulfilled');
    await timed(`/salesorder/${id}/clone`);
  }, 300_000);

  test('is returned, from the request to the credit, in time', async () => {
    const dock = await shop.done('/location', { site_id: shop.siteId, name: 'Returns', active: false });
    const id = await create();
    await timed(`/salesorder/${id}/issue?ignore_warnings=1`);
    for (const task of [1, 2, 3, 4]) await perform(task, id);
    const delivered: { id: number }[] = (await shop.see(id, 'lines')).lines;
    const requested = delivered.map((line) => ({ line_id: line.id, qty: 1 }));
    const made = await timed('/returnorder', { salesorder_id: id, lines: requested });
    const on = (verb: string, body?: object) => timed(`/returnorder/${made.id}/${verb}`, body);
    await on('authorise');
    const scans = made.lines.map((line: { id: number }) => ({ line_id: line.id }));
    const { units } = await on('receive', { location_id: dock.id, lines: scans });
    const restocked = { outcome: 'restock', location_id: shop.stockId };
    await on('inspect', { units: units.map((unit: { id: number }) => ({ unit_id: unit.id, ...restocked })) });
    await on('exchange');
    const { credit_id } = await on('close');
    expect((await shop.get(`/invoice/${credit_id}`)).total).toBe(-size);
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
    expect(refused.body.detail).toContain('lines may hold 3000 at most, and holds 3001: divide it into several orders');
    const { id } = (await created(lines(mostLines))).body;
    expect(await shop.refused(`/salesorder/${id}/line`, { part_id: parts[0] })).toBe('422 order.too-large');
  });

  test('an order of one line, with kits in kits in kits, is refused before they are all resolved', async () => {
    // Eight kits of eight kits each, six times: 262,144 parts.
    let inside = parts.slice(0, 8);
    for (let depth = 0; depth < 6; depth++) {
      const kits: number[] = [];
      while (kits.length < 8) {
        kits.push(await shop.part({ parttype_id: 3 }));
        const components = inside.map((part_id) => ({ part_id, qty: 1 }));
        await shop.done('/billofmaterial', { part_id: kits.at(-1), lines: components });
      }
      inside = kits;
    }
    const { id } = (await created([{ part_id: inside[0], qty: 1 }])).body;
    const refused = await thread.call('POST', `/salesorder/${id}/issue?ignore_warnings=1`);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.text).toContain('has more than 10000 parts, with those in its kits');
    expect(refused.took).toBeLessThan(5_000);
  }, 60_000);

  test('70,000 lines, as many as fit into a body, are refused without a delay of other calls', async () => {
    const body = JSON.stringify({ customer_id: 1, lines: Array.from({ length: 70_000 }, () => ({ part_id: 1 })) });
    const reply = await thread.call('POST', '/salesorder', body);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('more than 50000 objects and lists');
    expect(reply.delay).toBeLessThan(longestDelay);
  });
});
