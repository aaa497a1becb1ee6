import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, decidedText } from '../../cli/order/decide.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service.close());

const issued = async () => shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
const said = async (
  id: number,
  ...[what, decision]: Parameters<typeof decide> extends [unknown, unknown, ...infer R] ? R : never
) => decidedText('7', await decide(service.client, id, what, decision));
const by = 'Ana';

test('each decision says what was done, and where the order is now', async () => {
  const id = await issued();
  expect(await said(id, 'automatic', { by, step: 'pick' })).toBe(
    'Order 7 has pick done by itself. Now: under way at pick.\n',
  );
  expect(await said(id, 'byHand', { by })).toBe(
    'Order 7 has all that is left done by hand. Now: waits at pick, pick by hand.\n',
  );
  expect(await said(id, 'skip', { by, step: 'ship' })).toContain('goes on without ship.');
  expect(await said(id, 'hold', { by, reason: 'Credit check' })).toContain('Now: held, release: Credit check.');
  expect(await said(id, 'release', { by })).toContain('is released. Now: waits at pick');
  expect(await said(id, 'release', { by })).toContain('is not held. Now: waits at pick');
  expect(await said(id, 'carrier', { by, carrier: 'united package' })).toContain('goes with united package.');
  expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'United Package' } });
  expect(await said(id, 'cancel', { by })).toBe('Order 7 is void. Now: ended.\n');
  const timeline: { detail: { by?: string } }[] = await shop.get(`/salesorder/${id}/timeline`);
  expect(timeline.filter(({ detail }) => detail.by === by)).toHaveLength(5);
});

test('a retry is one where the order is in attention, and says so where it is not', async () => {
  const id = await issued();
  expect(await said(id, 'retry', { by })).toBe(
    'Order 7 waits for pick by hand: there is nothing to try again. Now: waits at pick, pick by hand.\n',
  );
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick' });
  expect(await said(id, 'retry', { by })).toContain('nothing to try again');
  await shop.done(`/salesorder/${id}/attention`, { step: 'pick', code: 'carrier.refused', detail: 'No such place.' });
  expect(await said(id, 'retry', { by })).toBe('Order 7 is tried again. Now: in attention at pick, No such place.\n');
});

test('a pick by itself that waits for stock is tried again', async () => {
  const id = await shop.issued([{ part_id: await shop.part({ number: 'RARE' }), qty: 2 }]);
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick' });
  expect(await said(id, 'retry', { by })).toBe('Order 7 is tried again. Now: waits at pick, stock: 2 of part RARE.\n');
});

test('a carrier or service level that there is not is named, with those that there are', async () => {
  const id = await issued();
  await expect(decide(service.client, id, 'carrier', { by, carrier: 'Nobody' })).rejects.toThrow(
    /no carrier called Nobody; there are .*\w/,
  );
  const wrong = decide(service.client, id, 'carrier', { by, carrier: 'Speedy Express', level: 'Moon' });
  await expect(wrong).rejects.toThrow('Speedy Express has no service level Moon; it has');
});
