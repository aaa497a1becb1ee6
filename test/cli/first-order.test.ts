import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdText, createOrder } from '../../cli/order/create.ts';
import { decide } from '../../cli/order/decide.ts';
import { findOrder } from '../../cli/order/find.ts';
import { commandOf } from '../../cli/order/next-commands.ts';
import { showOrder, showText } from '../../cli/order/show.ts';
import { performStep, stepText } from '../../cli/order/steps.ts';
import { orderCommand } from '../../cli/order.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { silentTerminal } from './import/folder.ts';

/** An order from its creation to its end by commands alone, and the commands that the command line names as next steps. */

let service: TestService;
let shop: Shop;
beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
  await shop.part({ number: 'TEA', price: 4.5 }, 20);
  await shop.part({ number: 'POT=1' }, 20);
});
afterAll(() => service.close());

const note = () => undefined;
const create = (lines: string[], more = {}) =>
  createOrder(service.client, { customer: 'Alfreds Futterkiste', lines, shipTo: 'Alfreds, Berlin, DE', ...more });

test('an order is created, issued and taken through its steps, each by a command', async () => {
  const order = await create(['TEA=3', 'POT=1=2@7'], { number: 'FIRST-1', note: 'Ring' });
  expect(createdText(order)).toBe(
    'Order FIRST-1 of Alfreds Futterkiste is a draft, total 27.50.\nIssue it: conveyor order issue FIRST-1\n',
  );
  expect(order).toMatchObject({ note: 'Ring', ship_city: 'Berlin' });
  const id = await findOrder(service.client, 'FIRST-1', note);
  await decide(service.client, id, 'issue', { by: 'Ana' });
  const shown = async () =>
    showText(await showOrder(service.client, 'FIRST-1', undefined, note), false, silentTerminal());
  const texts = [];
  for (const step of ['pick', 'pack', 'ship', 'pickup'] as const) {
    expect(await shown()).toMatch(new RegExp(`conveyor order ${step} FIRST-1 `));
    texts.push(stepText('FIRST-1', await performStep(service.client, id, step, {})));
  }
  expect(texts[0]).toBe('Order FIRST-1 is picked. Now: waits at pack, pack by hand.\n');
  expect(texts[3]).toBe('Order FIRST-1 is picked up. Now: fulfilled.\n');
});

test('a name without a record and a line that cannot be read are refused with what is expected', async () => {
  await expect(create(['TEA 3'])).rejects.toThrow('expected PART=QTY or PART=QTY@PRICE');
  await expect(create(['COFFEE=3'])).rejects.toThrow('There is no part COFFEE.');
  await expect(create(['TEA=1'], { customer: 'Nobody' })).rejects.toThrow('There is no customer "Nobody".');
  await expect(create(['TEA=1'], { carrier: 'Nobody' })).rejects.toThrow('There is no carrier "Nobody".');
  await expect(create(['TEA=1'], { shipTo: 'Berlin' })).rejects.toThrow('expected a name, a city and a country');
});

test('a call of the interface becomes the command that makes it, and others stay calls', () => {
  const post = (path: string, body: object = {}) => commandOf({ method: 'POST', path, body }, 'S-1');
  expect(post('/task/3/perform', { order_id: [7] })).toBe('conveyor order ship S-1');
  expect(post('/task/1/perform', { order_id: [7], partial: 1 })).toBe('conveyor order pick S-1 --partial');
  expect(post('/task/1/perform', { order_id: [7, 8] })).toBeNull();
  expect(post('/salesorder/7/issue', { ignore_warnings: 1 })).toBe('conveyor order issue S-1 --ignore-warnings');
  expect(post('/salesorder/7/hold', { reason: "It's late" })).toBe("conveyor order hold S-1 'It'\\''s late'");
  expect(post('/salesorder/7/skip', { step: 'pack' })).toBe('conveyor order skip S-1 pack');
  expect(post('/salesorder/7/automatic')).toBe('conveyor order automatic S-1');
  expect(post('/picklinebyorder', { order_id: [7] })).toBeNull();
  expect(commandOf({ method: 'PUT', path: '/salesorder/7', body: {} }, 'S-1')).toBeNull();
});

test('each command that is named exists, with its options', () => {
  const calls: [string, object][] = [
    ...[1, 2, 3, 4].map((task): [string, object] => [`/task/${task}/perform`, { order_id: [7], partial: 1 }]),
    ...['unissue', 'retry', 'drive', 'release', 'byhand', 'automatic', 'void'].map((verb): [string, object] => [
      `/salesorder/7/${verb}`,
      {},
    ]),
    ['/salesorder/7/issue', { ignore_warnings: 1 }],
    ['/salesorder/7/issue', { when: 'possible' }],
    ['/salesorder/7/hold', { reason: 'Wait' }],
    ['/salesorder/7/skip', { step: 'pack' }],
  ];
  for (const [path, body] of calls) {
    const text = commandOf({ method: 'POST', path, body }, 'S-1') ?? '';
    const [, , name, , ...others] = text.split(' ');
    const command = orderCommand().commands.find((one) => one.name() === name);
    expect(command, text).toBeDefined();
    const options = command?.options.map(({ long }) => long);
    for (const option of others.filter((word) => word.startsWith('--'))) expect(options, text).toContain(option);
  }
});
