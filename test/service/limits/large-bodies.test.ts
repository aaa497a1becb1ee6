import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostAmounts } from '../../../service/orders/drafts/schema.ts';
import { mostNames } from '../../../service/platform/http/body/form.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { type CallerThread, callerThread } from './caller-thread.ts';

/** Milliseconds that one body may delay the event loop. Most of them take less than 20. */
const longestDelay = process.env.CONVEYOR_STRICT_TIMES ? 50 : 150;

/** Bytes of the largest bodies: the limit is 1 MiB. */
const mebibyte = 1_048_000;

let service: TestService;
let shop: Shop;
let thread: CallerThread;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
  thread = callerThread(service);
  // The first calls compile the code.
  for (let round = 0; round < 3; round++) {
    await thread.call('POST', '/salesorder', filled('{"customer_id":1,"lines":[', '{"part_id":"x"}', ']}', 2_000));
  }
});
afterAll(async () => {
  await thread.close();
  await service.close();
});

/** Repeats an entry between a begin and an end, as often as 1 MiB has room for it, or `most` times. */
function filled(begin: string, entry: string, end: string, most = Number.POSITIVE_INFINITY): string {
  const room = Math.floor((mebibyte - begin.length - end.length) / (entry.length + 1));
  return begin + Array(Math.min(room, most)).fill(entry).join(',') + end;
}

describe('a body of 1 MiB does not delay the event loop, and gets a short answer', () => {
  test.each<[what: string, path: string, body: string, status: number, detail: string]>([
    [
      'an order with 350,000 empty discounts',
      '/salesorder',
      filled('{"customer_id":1,"discounts":[', '{}', ']}'),
      400,
      'more than 50000 objects and lists',
    ],
    [
      'an order with 36,000 discounts',
      '/salesorder',
      filled('{"customer_id":1,"discounts":[', '{"discount_id":1,"amount":1}', ']}'),
      422,
      `discounts may hold ${mostAmounts} at most, and holds`,
    ],
    [
      'an order with 36,000 discounts in one line',
      '/salesorder',
      filled('{"customer_id":1,"lines":[{"discounts":[', '{"discount_id":1,"amount":1}', ']}]}'),
      422,
      `lines may hold ${mostAmounts} discounts and fees and taxes at most, and holds`,
    ],
    [
      'an order with 10,000 wrong fields',
      '/salesorder',
      filled('{"customer_id":1,"lines":[', '{"part_id":"x","qty":"y","unit_price":"z","linetype_id":[]}', ']}', 2_000),
      422,
      'and many more',
    ],
    ['150,000 ids', '/task/1/perform', filled('{"order_id":[', '123456', ']}'), 422, 'order_id may hold 10000 at most'],
    [
      '150,000 ids in a text',
      '/task/1/perform',
      filled('{"order_id":"', '123456', '"}'),
      422,
      'order_id may hold 10000 at most',
    ],
    [
      '40,000 details of lines',
      '/task/1/perform',
      filled('{"order_id":[1],"line_details":[', '{"transactionline_id":1}', ']}'),
      422,
      'line_details may hold 10000 at most',
    ],
    [
      '9,000 numbers that are too long',
      '/salesorder',
      filled('{"customer_id":1,"discounts":[', '{"discount_id":"1e9999","amount":"1e9999"}', ']}', 4_000),
      422,
      'discounts/0/discount_id must be at most',
    ],
    [
      'a text with a hundred thousand escaped characters',
      '/salesorder',
      filled('{"customer_id":0,"other":["', '\\ud83d\\ude00', '"]}'),
      422,
      'customer_id must be at least 1',
    ],
  ])('%s', async (_, path, body, status, detail) => {
    const reply = await thread.call('POST', path, body);
    expect(reply.status, reply.text.slice(0, 300)).toBe(status);
    expect(reply.text).toContain(detail);
    expect(reply.text.length).toBeLessThan(20_000);
    expect(reply.delay).toBeLessThan(longestDelay);
  });

  test.each([
    ['as the same name', () => 'a=&'.repeat(mebibyte / 3)],
    ['as different names', () => Array.from({ length: 120_000 }, (_, at) => `a${at}=`).join('&')],
  ])('url-encoded, %s', async (_, body) => {
    const reply = await thread.call('POST', '/salesorder', body(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(`A url-encoded body may have ${mostNames} names`);
    expect(reply.delay).toBeLessThan(longestDelay);
  });
});

describe('discounts and fees of an order', () => {
  test('cannot be more than the limit, also one by one', async () => {
    const { id: discount_id } = await shop.done('/discount', { name: 'Loyal', level: 'any' });
    const discounts = Array(mostAmounts - 1).fill({ discount_id, amount: 0.01 });
    const reply = await thread.call('POST', '/salesorder', { customer_id: shop.customerId, discounts });
    expect(reply.status, reply.text.slice(0, 300)).toBe(201);
    const { id } = JSON.parse(reply.text);
    await shop.done(`/salesorder/${id}/discount`, { discount_id, amount: 0.01 });
    expect(await shop.refused(`/salesorder/${id}/discount`, { discount_id, amount: 1 })).toBe('422 order.too-large');
    const line = { linetype_id: 4, discounts: [{ discount_id, amount: 1 }] };
    expect(await shop.refused(`/salesorder/${id}/line`, line)).toBe('422 order.too-large');
    expect((await shop.see(id)).total_discount).toBe(mostAmounts / 100);
  });

  test('belong to the lines of their entries, and a copy of the order has them at the same lines', async () => {
    const { id: discount_id } = await shop.done('/discount', { name: 'Large', level: 'any' });
    const { id: fee_id } = await shop.done('/fee', { name: 'Gift', level: 'any' });
    const part_id = await shop.part();
    const line = (amount: number) => ({
      part_id,
      discounts: [{ discount_id, amount }],
      fees: [{ fee_id, amount: 2 * amount }],
    });
    const id = await shop.order([line(1), { part_id }, line(3)] as never, { fees: [{ fee_id, amount: 9 }] });
    const { id: copy } = await shop.done(`/salesorder/${id}/clone`);
    for (const each of [id, copy]) {
      const { lines } = await shop.see(each, 'lines.discounts,lines.fees');
      const amounts = (list: { amount: number }[]) => list.map(({ amount }) => amount);
      expect(lines.map((one: { discounts: [] }) => amounts(one.discounts))).toEqual([[1], [], [3]]);
      expect(lines.map((one: { fees: [] }) => amounts(one.fees))).toEqual([[2], [], [6]]);
    }
  });
});
