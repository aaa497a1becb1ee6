import { expect, test } from 'vitest';
import { createdText, createOrder } from '../../cli/order/create.ts';
import { decide, decisionText } from '../../cli/order/decide.ts';
import { clientOfKind, findOrder, findOrderOfKind } from '../../cli/order/find.ts';
import { listOrders, listTable } from '../../cli/order/list.ts';
import { showOrder, showText } from '../../cli/order/show.ts';
import { performStep, stepText } from '../../cli/order/steps.ts';
import { openShop } from '../support/shop.ts';
import { startTestService } from '../support/test-service.ts';
import { untilEnd } from '../support/until-end.ts';
import { until } from '../workflows/support/engine.ts';
import { silentTerminal } from './import/folder.ts';

/** An order from its creation to its end by commands alone, and the commands that the command line names as next steps. */

const rule = '{ name: Picked by the engine, when: note = "automatic", then: { pick: automatic } }';
const service = await untilEnd(startTestService({ config: `rules:\n  - ${rule}\n` }));
const shop = await openShop(service);
await shop.part({ number: 'TEA', price: 4.5 }, 20);
await shop.part({ number: 'POT=1' }, 20);

const note = () => undefined;
const create = (lines: string[], more = {}) =>
  createOrder(service.client, {
    customer: 'Alfreds Futterkiste',
    lines,
    shipTo: 'Alfreds, Obere Str. 57, 12209, Berlin, DE',
    ...more,
  });

test('an order is created, issued and taken through its steps, each by a command', async () => {
  const created = await create(['TEA=3', 'POT=1=2@7'], { number: 'FIRST-1', note: 'Ring' });
  expect(createdText(created)).toBe(
    'Order FIRST-1 of Alfreds Futterkiste is a draft, total 27.50.\nIssue it: conveyor order issue FIRST-1\n',
  );
  expect(created.order).toMatchObject({ note: 'Ring', ship_city: 'Berlin' });
  const id = await findOrder(service.client, 'FIRST-1', 'read', note);
  await decide(service.client, id, 'issue', { by: 'Ana' });
  const shown = async () =>
    showText(await showOrder(service.client, 'FIRST-1', undefined, note), false, silentTerminal(), 'FIRST-1');
  const texts = [];
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    expect(await shown()).toMatch(new RegExp(`conveyor order ${step} FIRST-1 `));
    texts.push(stepText('FIRST-1', await performStep(service.client, id, step, {})));
  }
  expect(texts[0]).toBe('Order FIRST-1 is picked. Now: waits at pack, pack by hand.\n');
  expect(texts[3]).toBe('Order FIRST-1 is picked up. Now: fulfilled.\n');
});

test('orders of other kinds are created, listed and taken through their steps by the same commands', async () => {
  const site = { name: 'Leeds', address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
  await shop.done('/site', site);
  const made = (more: object) => createOrder(service.client, { lines: ['TEA=2'], ...more });
  const moved = await made({ kind: 'transfer', number: 'MOVE-1', toSite: 'Leeds' });
  expect(createdText(moved)).toBe('Order MOVE-1 to Leeds is a draft.\nIssue it: conveyor order issue MOVE-1\n');
  const used = { kind: 'use', number: 'USE-1', purpose: 'Tasting', costCentre: '4711' };
  expect(createdText(await made(used))).toMatch(/^Order USE-1 for Tasting is a draft\.\n/);
  expect(await made(used)).toMatchObject({ isNew: false, order: { cost_centre: '4711' } });
  await expect(made({ kind: 'transfer' })).rejects.toThrow('A transfer order needs --to-site.');
  const listed = async (kind: 'transfer' | 'use') =>
    listTable(await listOrders(service.client, { kind }, 5), silentTerminal(), kind);
  expect(await listed('transfer')).toMatch(/to site[\s\S]*MOVE-1 +Leeds/);
  expect(await listed('use')).toMatch(/purpose[\s\S]*USE-1 +Tasting/);
  const found = await findOrderOfKind(service.client, 'USE-1', 'change', note);
  const client = clientOfKind(service.client, found);
  await decide(client, found.id, 'issue', { by: 'Ana' });
  for (const step of ['pick', 'pickup'] as const) await performStep(client, found.id, step, { wait: false });
  expect(await client.salesorder.progress(found.id)).toMatchObject({ status: 'Fulfilled' });
});

test('an order that is created twice is one order', async () => {
  const first = await create(['TEA=3@4.25'], { number: 'TWICE-1', note: 'Ring' });
  const again = await create(['TEA=3@4.25'], { number: 'TWICE-1', note: 'Ring' });
  expect(again).toMatchObject({ isNew: false, order: { id: first.order.id } });
  expect(createdText(again)).toBe(
    'Order TWICE-1 of Alfreds Futterkiste exists already with this content, and is Draft.\nSee it: conveyor order show TWICE-1\n',
  );
  for (const [lines, more] of [
    [['TEA=4@4.25'], { note: 'Ring' }],
    [['TEA=3@4.25', 'TEA=1'], { note: 'Ring' }],
    [['TEA=3@4.20'], { note: 'Ring' }],
    [['TEA=3@4.25'], { note: 'Knock' }],
  ] as const)
    await expect(create([...lines], { number: 'TWICE-1', ...more })).rejects.toThrow(
      'Another record has the same number',
    );
  const key = { idempotencyKey: 'shop/12' };
  const { order } = await create(['TEA=1'], key);
  expect((await create(['TEA=1'], key)).order.id).toBe(order.id);
  await expect(create(['TEA=2'], key)).rejects.toThrow('was used for another request');
});

test('a number of digits alone is named by the id, because it can be the id of another order', async () => {
  const created = await create(['TEA=1'], { number: '10248' });
  expect(createdText(created)).toContain(`Issue it: conveyor order issue ${created.order.id}\n`);
});

test('an issue waits for what the engine does next', async () => {
  const { order } = await create(['TEA=1'], { note: 'automatic' });
  const issued = decide(service.client, order.id, 'issue', { by: 'Ana' });
  await until(async () => (await shop.progress(order.id)).state === 'working', 'the pick');
  const attention = { step: 'pick', code: 'pick.state', detail: 'The shelf is locked.' };
  await shop.done(`/engine/salesorder/${order.id}/attention`, attention);
  expect(decisionText('7', await issued)).toBe('Order 7 is issued. Now: in attention at pick, The shelf is locked.\n');
});

test('a step waits for what the engine does next', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pack' });
  const picked = performStep(service.client, id, 'pick', {});
  await until(async () => (await shop.progress(id)).state === 'working', 'the pack');
  await shop.done(`/engine/salesorder/${id}/attention`, {
    step: 'pack',
    code: 'pack.state',
    detail: 'No carton fits.',
  });
  expect(stepText('7', await picked)).toBe('Order 7 is picked. Now: in attention at pack, No carton fits.\n');
});

test('a name without a record and a line that cannot be read are refused with what is expected', async () => {
  await expect(create(['TEA 3'])).rejects.toThrow('expected PART=QTY or PART=QTY@PRICE');
  await expect(create(['COFFEE=3'])).rejects.toThrow('There is no part COFFEE.');
  await expect(create(['TEA=1'], { customer: 'Nobody' })).rejects.toThrow('There is no customer "Nobody".');
  await expect(create(['TEA=1'], { carrier: 'Nobody' })).rejects.toThrow('There is no carrier "Nobody".');
  await expect(create(['TEA=1'], { shipTo: 'Berlin' })).rejects.toThrow(
    'expected a name, street, postal code, city and country',
  );
});
