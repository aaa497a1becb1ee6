import { expect, test } from 'vitest';
import { findOrder } from '../../cli/order/find.ts';
import { listOrders, listTable } from '../../cli/order/list.ts';
import { showOrder, showText } from '../../cli/order/show.ts';
import { runTable } from '../../cli/run/report.ts';
import { runOrders } from '../../cli/run/run.ts';
import { testShop } from '../support/shop.ts';
import { silentTerminal } from './import/folder.ts';

// Without the engine: steps by hand wait, automatic ones stay under way.
const { service, shop } = await testShop();
const part = await shop.part({}, 100);
const source = (await service.call('POST', '/source', { name: 'Till' })).body.id;
const automatic = (await service.call('POST', '/source', { name: 'Northwind' })).body.id;

const order = (values: Record<string, unknown> = {}) =>
  shop.order([{ part_id: part, qty: 1 }], { source_id: source, ...values });
const run = (select: string, more: { strict?: boolean; wait?: boolean; timeout?: number } = {}) =>
  runOrders({ client: service.client, select, terminal: silentTerminal(), ...more });

test('the drafts of a selection are issued and the others left alone, and doing it again changes nothing', async () => {
  const mine = [await order(), await order()];
  const other = await order({ source_id: null });
  const result = await run('source.name = "Till"');
  expect(result).toMatchObject({ total: 2, issued: 2, outcomes: { fulfilled: 0, waits: 2 }, timedOut: false });
  expect(result.open.map(({ id, reason }) => [id, reason])).toEqual(mine.map((id) => [id, 'pick by hand']));
  expect(await service.client.salesorder.get(other)).toMatchObject({ issue_date: null });
  const text = runTable(result, silentTerminal());
  expect(text).toMatch(/waits +2/);
  expect(text).toContain('pick by hand');

  const again = await run('source.name = "Till"');
  expect(again).toMatchObject({ total: 2, issued: 0, outcomes: { waits: 2 } });
});

test('with --strict an order that has warnings stays a draft, and its warnings are the reason', async () => {
  const scarce = await shop.part({}, 1);
  const id = await shop.order([{ part_id: scarce, qty: 1000 }], { source_id: source });
  const result = await run(`id = ${id}`, { strict: true });
  expect(result).toMatchObject({ issued: 0, outcomes: { 'not issued': 1 } });
  expect(result.open[0]!.reason).toMatch(/are not available/);
  const bold = await run(`id = ${id}`);
  expect(bold).toMatchObject({ issued: 1, outcomes: { waits: 1 } });
});

test('orders that are still at work when the time is up are told as such', async () => {
  const id = await order({ source_id: automatic });
  const result = await run(`id = ${id}`, { timeout: 1 });
  expect(result).toMatchObject({ outcomes: { 'at work': 1 }, timedOut: true });
  const unwatched = await run(`id = ${id}`, { wait: false });
  expect(unwatched).toMatchObject({ outcomes: { 'at work': 1 }, timedOut: false });
});

test('a fault in the selection is shown in the words of the person who wrote it', async () => {
  await expect(run('source.nam = "Till"')).rejects.toThrow(/^source has no nam.*\nsource\.nam = "Till"\n {7}\^/s);
});

test('an order is found by its id and by its number, and by number: where that is the id of another', async () => {
  const first = await order();
  const second = await order({ number: String(first) });
  const notes: string[] = [];
  const find = (given: string, use: 'read' | 'change' = 'read') =>
    findOrder(service.client, given, use, (text) => notes.push(text));
  expect(await find(String(first))).toBe(first);
  expect(notes.join('')).toContain(`number:${first}`);
  expect(await find(`number:${first}`)).toBe(second);
  const { number } = await service.client.salesorder.get(second);
  expect(await find(`number:${number}`)).toBe(second);
  expect(await find(`id:${first}`, 'change')).toBe(first);
  await expect(find('nothing "like% it')).rejects.toThrow('There is no order nothing "like% it.');
});

test('a command that changes an order asks which one is meant, where the number is the id of another', async () => {
  const first = await order();
  const second = await order({ number: String(first) });
  const find = (given: string) => findOrder(service.client, given, 'change', () => undefined);
  await expect(find(String(first))).rejects.toThrow(`Say which one: id:${first} or number:${first}.`);
  expect(await find(`id:${first}`)).toBe(first);
  expect(await find(`number:${first}`)).toBe(second);
  expect(await find(String(second))).toBe(second);
});

test('an order is shown with its plan, its reasons, what would move it, and its workflow', async () => {
  const willCall = await shop.carrier('Will Call');
  const id = await order({ carrier_id: willCall });
  await run(`id = ${id}`);
  const shown = await showOrder(service.client, String(id), 'http://127.0.0.1:7422/', () => undefined);
  expect(shown.workflow).toBe(`http://127.0.0.1:7422/namespaces/default/workflows/order%2F${id}`);
  const text = showText(shown, false, silentTerminal(), String(id));
  expect(text).toMatch(/pick: waits for pick by hand, since .* UTC \(\d+ seconds?\)/);
  expect(text).toMatch(/– pack +skipped +the customer collects it unpacked \(carrier "Will Call",/);
  expect(text).toMatch(/○ pick +by hand/);
  expect(text).toMatch(/POST \/picklinebyorder +\{"order_id":\[\d+\]\} +Makes a pick/);
  expect(text).toMatch(/salesorder\.issued +Administrator/);
  expect(text.split('\n').every((line) => line.length <= 100)).toBe(true);
});

test('the newest orders are listed first, and the filter is the one of the interface', async () => {
  const { total, records: orders } = await listOrders(service.client, { filter: 'source.name = "Till"' }, 3);
  expect(total).toBeGreaterThan(3);
  const ids = orders.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(orders[0]!.status?.name).toBeDefined();
});

test('orders that are stuck are listed with where and why, first those that have been there longest', async () => {
  const [scarce, held, stuck] = [await order(), await order(), await order()];
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Credit check' });
  await shop.done(`/salesorder/${scarce}/issue`, {});
  await shop.done(`/salesorder/${stuck}/issue`, {});
  const refusal = { step: 'pick', code: 'carrier.refused', detail: 'Speedy Express delivers nothing to FAIL.' };
  await shop.done(`/engine/salesorder/${stuck}/attention`, refusal);
  await service.sql.query("update salesorder set since = now() - interval '190 minutes' where id = $1", [stuck]);
  const list = async (...states: ('attention' | 'held' | 'waiting')[]) => {
    const found = await listOrders(service.client, { filter: `id in (${scarce}, ${held}, ${stuck})`, states }, 10);
    return { ids: found.records.map(({ id }) => id), text: listTable(found, silentTerminal()) };
  };
  expect(await list('attention')).toMatchObject({ ids: [stuck] });
  expect(await list('held')).toMatchObject({ ids: [held] });
  expect((await list('waiting')).ids).toEqual([scarce]);
  const { ids, text } = await list('attention', 'held');
  expect(ids).toEqual([stuck, held]);
  expect(text).toMatch(/id +order +customer +carrier +where +why +since/);
  expect(text).toMatch(/pick +attention: Speedy Express delivers nothing +3 h/);
  expect(text).toMatch(/Draft +held: Credit check/);
});
