import { expect, test } from 'vitest';
import { mostLines } from '../../../service/orders/drafts/schema.ts';
import { harmOf } from '../../support/honest-callers.ts';
import { untilEnd } from '../../support/until-end.ts';
import { attacked } from './beside.ts';

/** Honest callers beside one caller with large bodies, orders and packs, slow filters and many failed logins. */

const victim = await untilEnd(attacked());
const customer_id = (await victim.done('/customer', { type: 'Company', name: 'Large' })).id;
const { rows: stores } = await victim.data.pool.query('select id from location where locationtype_id = 1');
const { rows } = await victim.data.pool.query(
  `insert into part (number, name, parttype_id, width_mm, length_mm, depth_mm, weight_g)
   select 'L' || n, 'Part ' || n, 1, 10 + n % 7, 11 + n % 11, 12 + n % 13, 2 from generate_series(1, $1) n returning id`,
  [mostLines],
);
const parts = rows.map(({ id }) => Number(id));
const stock = 'insert into inventory (part_id, location_id, qty) select id, $1, 100000 from unnest($2::bigint[]) id';
await victim.data.pool.query(stock, [stores[0].id, parts]);
await victim.data.pool.query('analyze');
const box = { inner_width_mm: 600, inner_length_mm: 400, inner_depth_mm: 400, empty_weight_g: 150 };
await victim.done('/cartontype', { name: 'Box', ...box });

const lines = (count: number, qty: number) => parts.slice(0, count).map((part_id) => ({ part_id, qty }));

/** Sends a body unchanged. @returns the status */
async function send(path: string, body: string): Promise<number> {
  const authorization = `Basic ${btoa(`${victim.service.adminKey}:`)}`;
  const headers = { authorization, 'content-type': 'application/json', 'x-background-processing': 'never' };
  const response = await fetch(victim.service.url + path, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

test('bodies of 1 MiB, which are refused, harm nobody', async () => {
  const bodies = [
    `{"customer_id":1,"discounts":[${Array(340_000).fill('{}')}]}`,
    `{"customer_id":1,"discounts":[${Array(30_000).fill('{"discount_id":1,"amount":1}')}]}`,
    `{"customer_id":1,"lines":[${Array(2_000).fill('{"part_id":"x","qty":"y","unit_price":[]}')}]}`,
    `{"order_id":[${Array(140_000).fill(123_456)}]}`,
  ];
  const report = await victim.reportBeside(
    async (count) => expect([400, 422]).toContain(await send('/salesorder', bodies[count % 4] ?? '')),
    1,
    200,
  );
  expect(harmOf(report)).toEqual([]);
}, 60_000);

test('orders of 3,000 lines, which are created, issued and voided, harm nobody', async () => {
  const body = JSON.stringify({ customer_id, lines: lines(mostLines, 1) });
  const report = await victim.reportBeside(
    async () => {
      const { id } = (await victim.service.call('POST', '/salesorder', JSON.parse(body))).body;
      expect(await send(`/salesorder/${id}/issue?ignore_warnings=1`, '')).toBe(200);
      expect(await send(`/salesorder/${id}/void`, '')).toBe(200);
    },
    1,
    0,
  );
  expect(harmOf(report)).toEqual([]);
}, 60_000);

test('packs of 10,000 small units, for which the search ends at its limit, harm nobody', async () => {
  const { id } = await victim.done('/salesorder', { customer_id, lines: lines(100, 100) });
  expect(await send(`/salesorder/${id}/issue?ignore_warnings=1`, '')).toBe(200);
  expect(await send('/task/1/perform', JSON.stringify({ order_id: [id] }))).toBe(200);
  const report = await victim.reportBeside(
    async () => expect(await send('/task/2/perform', JSON.stringify({ order_id: [id] }))).toBe(409),
    2,
    0,
  );
  expect(harmOf(report)).toEqual([]);
}, 60_000);

test('failed logins with accounts that exist and with others harm nobody', async () => {
  await victim.done('/user', { first_name: 'Ana', email: 'ana@example.com', password: 'correct horse battery' });
  const report = await victim.reportBeside(
    async (count) => {
      const email = count % 2 === 0 ? 'ana@example.com' : `somebody${count}@example.com`;
      expect([401, 429]).toContain(await send('/login', JSON.stringify({ email, password: 'a guess of many' })));
    },
    4,
    100,
  );
  expect(harmOf(report)).toEqual([]);
}, 60_000);

test('changes for which forty webhooks have slow filters harm nobody', async () => {
  const { body } = await victim.service.call('GET', '/event?name=customer.modified');
  const webhook = {
    url: 'https://shop.example/hook',
    event_id: body.data[0].id,
    // The lines of all orders are counted.
    filter: 'count(salesorders.lines) > 100000',
  };
  for (let at = 0; at < 40; at++) await victim.done('/webhook', webhook);
  const report = await victim.reportBeside(
    async (count) => {
      const { status } = await victim.service.call('PUT', `/customer/${customer_id}`, { name: `Large ${count}` });
      expect(status).toBe(200);
    },
    1,
    200,
  );
  expect(harmOf(report)).toEqual([]);
}, 60_000);
