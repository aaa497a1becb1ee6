import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'end');

const post = (path: string, body?: unknown) => service.call('POST', path, body);
const perform = (task: number, order: number) => post(`/task/${task}/perform`, { order_id: [order] });
const statusOf = async (id: number) => (await service.call('GET', `/salesorder/${id}?embed=status`)).body.status.name;

test('a person skips the ship step, and the plan names who overruled which claims', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  const skipped = await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' });
  expect(skipped.status).toBe(200);
  const { steps } = (await service.call('GET', `/salesorder/${id}/plan`)).body;
  const ship = steps.find((step: { step: string }) => step.step === 'ship');
  const [decided, ...others] = ship.reasons;
  expect(ship.required).toBe(false);
  expect(decided).toMatchObject({ source: 'operator', name: 'Maria', why: 'Maria skipped it' });
  const fired = others.filter(
    (reason: { fired: boolean; decides: string }) => reason.fired && reason.decides === 'ship.required',
  );
  expect(fired.length).toBeGreaterThan(0);
  for (const reason of fired) expect(reason.overruled_by).toBe('operator "Maria"');
  for (const task of [1, 2]) expect((await perform(task, id)).status).toBe(200);
  expect((await perform(3, id)).body.code).toBe('ship.no-step');
  expect((await perform(4, id)).status).toBe(200);
  expect(await statusOf(id)).toBe('Fulfilled');
});

test('cartons that waited for the ship step alone are ready for pickup once it is skipped', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  for (const task of [1, 2]) await perform(task, id);
  const lines = async () => (await service.call('GET', `/salesorder/${id}?embed=pickuplines`)).body.pickuplines;
  expect(await lines()).toEqual([]);
  await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' });
  expect(await lines()).toHaveLength(1);
  await perform(4, id);
  expect(await statusOf(id)).toBe('Fulfilled');
});

test('picked goods are ready for pickup as a whole once pack and ship are skipped', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  await perform(1, id);
  for (const step of ['pack', 'ship'])
    expect((await post(`/salesorder/${id}/skip`, { step, by: 'Maria' })).status).toBe(200);
  expect((await perform(4, id)).status).toBe(200);
  expect(await statusOf(id)).toBe('Fulfilled');
});

test('skipping again changes nothing', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  const events = async () => (await service.call('GET', `/salesorder/${id}/timeline`)).body.length;
  await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' });
  const before = await events();
  expect((await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Otto' })).status).toBe(200);
  expect(await events()).toBe(before);
});

test.each([
  ['pick', 422, 'body.invalid'],
  ['pickup', 422, 'body.invalid'],
])('the %s step cannot be skipped', async (step, status, code) => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  const answer = await post(`/salesorder/${id}/skip`, { step, by: 'Maria' });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('a started step cannot be skipped', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  await perform(1, id);
  await post('/packlinebyorder', { order_id: [id] });
  const answer = await post(`/salesorder/${id}/skip`, { step: 'pack', by: 'Maria' });
  expect([answer.status, answer.body.code]).toEqual([409, 'order.state']);
});

test('a skip in a draft is refused', async () => {
  const id = await shop.order([{ part_id: await shop.part({}, 5) }]);
  expect((await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' })).status).toBe(409);
});

describe('an order in attention', () => {
  const attentionOf = async (id: number) => {
    const { state, step, waiting_for } = (await service.call('GET', `/salesorder/${id}/progress`)).body;
    return { state, step, waiting_for };
  };
  const refused = 'Speedy Express: the postal code does not exist';
  const inAttention = async (step: 'pack' | 'ship') => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    await perform(1, id);
    if (step === 'ship') await perform(2, id);
    await post(`/engine/salesorder/${id}/attention`, { step, code: 'carrier.refused', detail: refused });
    return id;
  };

  test('a refusal at the pack step remains in attention after the ship step is skipped', async () => {
    const id = await inAttention('pack');
    expect((await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' })).status).toBe(200);
    expect(await attentionOf(id)).toEqual({ state: 'attention', step: 'pack', waiting_for: refused });
  });

  test('a refusal at the ship step ends when the ship step is skipped', async () => {
    const id = await inAttention('ship');
    expect((await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' })).status).toBe(200);
    expect(await attentionOf(id)).toMatchObject({ state: 'waiting', step: 'pickup' });
  });
});

test('a step that is skipped stays skipped when deferred rules and other decisions follow', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
  await post(`/salesorder/${id}/skip`, { step: 'ship', by: 'Maria' });
  expect((await post(`/salesorder/${id}/automatic`, { step: 'pack', by: 'Otto' })).status).toBe(200);
  const { steps } = (await service.call('GET', `/salesorder/${id}/plan`)).body;
  const required = steps.filter((step: { required: boolean }) => step.required);
  expect(required.map((step: { step: string }) => step.step)).toEqual(['pick', 'pack', 'pickup']);
});
