import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { decide, decisionText } from '../../cli/order/decide.ts';
import { testShop } from '../support/shop.ts';
import { until } from '../workflows/support/engine.ts';

const { service, shop } = await testShop();

const issued = async () => shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
const said = async (
  id: number,
  ...[what, decision]: Parameters<typeof decide> extends [unknown, unknown, ...infer R] ? R : never
) => decisionText('7', await decide(service.client, id, what, decision));
const by = 'Ana';

test('each decision reports its effect and the progress of the order', async () => {
  const id = await issued();
  expect(await said(id, 'automatic', { by, step: 'pick' })).toBe(
    'Order 7 has pick done automatically. Now: under way at pick.\n',
  );
  expect(await said(id, 'byHand', { by })).toBe(
    'Order 7 has every open step done by hand. Now: waits at pick, pick by hand.\n',
  );
  expect(await said(id, 'skip', { by, step: 'ship' })).toContain('continues without ship.');
  expect(await said(id, 'hold', { by, reason: 'Credit check' })).toContain('Now: held, release: Credit check.');
  expect(await said(id, 'release', { by })).toContain('is released. Now: waits at pick');
  expect(await said(id, 'release', { by })).toContain('is not held. Now: waits at pick');
  expect(await said(id, 'carrier', { by, carrier: 'united package' })).toContain('goes with United Package.');
  expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'United Package' } });
  expect(await said(id, 'cancel', { by })).toBe('Order 7 is void. Now: ended.\n');
  const timeline: { detail: { by?: string } }[] = await shop.get(`/salesorder/${id}/timeline`);
  expect(timeline.filter(({ detail }) => detail.by === by)).toHaveLength(5);
});

test('a retry needs an order in attention, and is refused with a reason otherwise', async () => {
  const id = await issued();
  expect(await said(id, 'retry', { by })).toBe(
    'Order 7 waits for pick by hand: no step failed. Now: waits at pick, pick by hand.\n',
  );
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick' });
  expect(await said(id, 'retry', { by })).toContain('no step failed');
  await shop.done(`/engine/salesorder/${id}/attention`, {
    step: 'pick',
    code: 'carrier.refused',
    detail: 'No such place.',
  });
  const retried = said(id, 'retry', { by });
  await until(async () => (await shop.progress(id)).state === 'working', 'the retry');
  const attention = { step: 'pick', code: 'carrier.refused', detail: 'No such street.' };
  await shop.done(`/engine/salesorder/${id}/attention`, attention);
  expect(await retried).toBe('Order 7 is tried again. Now: in attention at pick, No such street.\n');
});

test('a decision waits for what the engine makes of it, unless it is not to wait', async () => {
  const id = await issued();
  const attention = { step: 'pick', code: 'order.state', detail: 'No such place.' };
  const cleared = () => service.sql.query('update salesorder set attention = null where id = $1', [id]);
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick' });
  for (const [what, decision, done] of [
    ['release', { by }, 'is released'],
    ['carrier', { by, carrier: 'United Package' }, 'goes with United Package'],
    ['address', { by, address: { ship_city: 'Potsdam' } }, 'has another address'],
  ] as const) {
    await cleared();
    if (what === 'release') await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
    const decided = said(id, what, decision);
    await until(async () => (await shop.progress(id)).state === 'working', what);
    const isEarly = await Promise.race([decided.then(() => true), setTimeout(600).then(() => false)]);
    expect(isEarly, what).toBe(false);
    await shop.done(`/engine/salesorder/${id}/attention`, attention);
    expect(await decided).toBe(`Order 7 ${done}. Now: in attention at pick, No such place.\n`);
  }
  await cleared();
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
  expect(await said(id, 'release', { by, wait: false })).toBe('Order 7 is released. Now: under way at pick.\n');
});

test('an order that nobody drives is driven again', async () => {
  const id = await issued();
  const detail = 'Its workflow closed four times within an hour.';
  await shop.done(`/engine/salesorder/${id}/attention`, { step: 'pick', code: 'engine.gone', detail });
  expect(await said(id, 'drive', { by })).toBe('Order 7 is driven again. Now: waits at pick, pick by hand.\n');
});

test('an automatic pick that waits for stock is tried again', async () => {
  const id = await shop.issued([{ part_id: await shop.part({ number: 'RARE' }), qty: 2 }]);
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick' });
  expect(await said(id, 'retry', { by })).toBe('Order 7 is tried again. Now: waits at pick, stock: 2 of part RARE.\n');
});

test('an unknown carrier or service level is reported with the known ones', async () => {
  const id = await issued();
  await expect(decide(service.client, id, 'carrier', { by, carrier: 'Nobody' })).rejects.toThrow(
    /no carrier Nobody\. The carriers are .*\w/,
  );
  const wrong = decide(service.client, id, 'carrier', { by, carrier: 'Speedy Express', level: 'Moon' });
  await expect(wrong).rejects.toThrow('Speedy Express has no service level Moon. Its levels are');
});

test('a carrier is also named by its id, and an address by its changed parts', async () => {
  const id = await issued();
  const carrier = await shop.carrier('United Package');
  expect(await said(id, 'carrier', { by, carrier: String(carrier) })).toContain('goes with United Package.');
  const address = { ship_city: 'Potsdam', ship_region: '' };
  expect(await said(id, 'address', { by, address })).toContain('has another address. Now: waits at pick');
  expect(await shop.see(id)).toMatchObject({ ship_city: 'Potsdam', ship_postal_code: '12209' });
  await expect(said(id, 'address', { by })).rejects.toThrow('Name at least one part of the address');
});

test('the carrier of a draft is set, too, and its plan asks the plugin of that carrier', async () => {
  const id = await shop.order([{ part_id: await shop.part({}, 9), qty: 2 }]);
  expect(await said(id, 'carrier', { by, carrier: 'united package' })).toContain('goes with United Package.');
  expect(await shop.status(id)).toBe('Draft');
  expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'United Package' } });
  await expect(decide(service.client, id, 'carrier', { by, carrier: 'Nobody' })).rejects.toThrow(/no carrier Nobody/);
});

test('times of an issue without --when-possible are refused, and not lost', async () => {
  const id = await shop.order([{ part_id: await shop.part({}, 9), qty: 2 }]);
  await expect(said(id, 'issue', { by, notBefore: '2027-01-01' })).rejects.toThrow('need --when-possible');
  expect(await shop.status(id)).toBe('Draft');
});

test('an order that is short is issued when possible, and its request can be taken back', async () => {
  const part = await shop.part({ number: 'KET-STE' }, 1);
  const [short, now] = [
    await shop.order([{ part_id: part, qty: 2 }]),
    await shop.order([{ part_id: await shop.part({}, 9), qty: 2 }]),
  ];
  const whenPossible = true;
  const waits =
    'Order 7 is issued as soon as nothing stands in the way. Now: not issued, stock: Of part KET-STE, 1 of 2';
  expect(await said(short, 'issue', { by, whenPossible })).toContain(waits);
  expect(await said(short, 'retry', { by })).toContain('is tried again');
  expect(await said(short, 'unissue', { by })).toContain('is a draft');
  await expect(said(short, 'issue', { by })).rejects.toThrow(/has warnings/);
  expect(await said(short, 'issue', { by, ignoreWarnings: true })).toContain('is issued. Now: waits at pick');
  expect(await said(now, 'issue', { by, whenPossible })).toContain('Order 7 is issued. Now: waits at pick');
  await expect(
    service.client.background.finished({ background: '/salesorder/7/progress', retryAfter: 1 }),
  ).rejects.toThrow('issued when that is possible');
});
