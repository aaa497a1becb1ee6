import { afterEach, expect, test, vi } from 'vitest';
import { withOrder } from '../../cli/connection.ts';
import { decide } from '../../cli/order/decide.ts';
import { performStep } from '../../cli/order/steps.ts';
import { orderCommand } from '../../cli/order.ts';
import { testShop } from '../support/shop.ts';

/** Output for a refused command: the sentence, the warnings, and the commands that help. */

const config = `
carriers:
  Post: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
  Day Van: { plugin: plain }
  Night Van: { plugin: plain }
  Own Van: { plugin: plain }
`;
const { service, shop } = await testShop({ config });
const carrier_id = await shop.carrier('Post');
afterEach(() => vi.unstubAllEnvs());

const refusal = (order: string, work: Parameters<typeof withOrder>[3]) => {
  vi.stubEnv('CONVEYOR_URL', service.url);
  vi.stubEnv('CONVEYOR_API_KEY', service.adminKey);
  return withOrder({}, order, 'change', work).then(
    () => expect.unreachable(),
    (error: Error) => error.message,
  );
};
const by = 'Ana';

/** Runs a printed command as its user, and returns what it prints. */
const run = async (text: string) => {
  vi.stubEnv('CONVEYOR_URL', service.url);
  vi.stubEnv('CONVEYOR_API_KEY', service.adminKey);
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((data) => written.push(String(data)) > 0);
  const words = [...text.matchAll(/'((?:[^']|'\\'')*)'|\S+/g)].map(
    ([word, quoted]) => quoted?.replaceAll("'\\''", "'") ?? word,
  );
  try {
    await orderCommand().parseAsync(words.slice(2), { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return written.join('');
};

test('an order with warnings is refused with each of them, and with the commands that issue it', async () => {
  const part = await shop.part({ number: 'RARE' }, 1);
  await shop.order([{ part_id: part, qty: 2 }], { number: 'WEB 1', ship_country: null });
  const text = await refusal('WEB 1', (client, id) => decide(client, id, 'issue', { by }));
  expect(text.replaceAll(/\n {6,}/g, ' ')).toContain(
    'The order has warnings. To issue it in spite of them, add --ignore-warnings.\n',
  );
  expect(text).toContain('\n  - Of part RARE, 1 of 2 are not available.\n');
  expect(text).toContain("\n  conveyor order issue 'WEB 1' --ignore-warnings");
  expect(text).toContain("\n  conveyor order issue 'WEB 1' --when-possible");
});

test('a step without a label is refused with the commands that mend it, and the step in spite of it', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], { number: 'S-2', carrier_id });
  await shop.through([id], 'pick', 'pack');
  const attention = { step: 'ship', code: 'carrier.refused', detail: 'No such place.' };
  await shop.done(`/engine/salesorder/${id}/attention`, attention);
  const text = await refusal('S-2', (client) => performStep(client, id, 'ship', {}));
  expect(text).toContain(
    'do the ship step without a label with --ignore-warnings.\n  - Order S-2 has no label: No such place.\n',
  );
  expect(text.match(/conveyor order \w+ S-2(?: --ignore-warnings)?/g)).toEqual([
    'conveyor order retry S-2',
    'conveyor order carrier S-2',
    'conveyor order carrier S-2',
    'conveyor order carrier S-2',
    'conveyor order address S-2',
    'conveyor order hold S-2',
    'conveyor order ship S-2 --ignore-warnings',
  ]);
});

test('the printed commands run as they are, and as a person mends them', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], { number: "Ana's 4", carrier_id });
  await shop.through([id], 'pick', 'pack');
  const refused = async () => {
    const attention = { step: 'ship', code: 'carrier.refused', detail: "It's no such place." };
    await shop.done(`/engine/salesorder/${id}/attention`, attention);
    const text = await run("conveyor order show 'Ana'\\''s 4'");
    return text.match(/(?<=^ *)conveyor order .*?(?= {2}|$)/gm) ?? [];
  };
  const commands = await refused();
  expect(commands.map((text) => text.split(' ')[2])).toEqual([
    'retry',
    'carrier',
    'carrier',
    'carrier',
    'address',
    'hold',
  ]);
  const [, carrier = '', , , address = '', hold = ''] = commands;
  await refused();
  expect(await run(`${carrier} --no-wait`)).toMatch(/^Order Ana's 4 goes with /);
  await refused();
  const mended = address.replace('12209', '10115').replace("'Obere Str. 57'", "'Hof 1' --region ''");
  expect(await run(`${mended} --address-2 Hinterhaus --no-wait`)).toMatch(/^Order Ana's 4 has another address\. Now: /);
  const fields = {
    ship_postal_code: '10115',
    ship_address_1: 'Hof 1',
    ship_address_2: 'Hinterhaus',
    ship_city: 'Berlin',
  };
  expect(await shop.see(id)).toMatchObject(fields);
  expect(await run(hold)).toContain("Now: held, release: It's no such place.");
});

test('an order in the wrong state is refused with the command that comes first', async () => {
  const id = await shop.order([{ part_id: await shop.part({}, 5), qty: 2 }], { number: 'S-3' });
  const text = await refusal('S-3', (client) => performStep(client, id, 'pick', {}));
  expect(text).toMatch(/is Draft.*\nWhat gets further:\n {2}conveyor order issue S-3 {2}Issues it/);
  // Another order than the one of the command has its id.
  const other = await refusal(`${await shop.order([])}`, (client) => performStep(client, id, 'pick', {}));
  expect(other).toContain(`conveyor order issue ${id} `);
});
