import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** Directives of a carrier's plan about an order before its issue: hold, warn, refuse. */

const plugin = `
export default ({ carrierPlugin, hold, warn, refuse, z }) =>
  carrierPlugin({
    name: 'strict',
    options: z.strictObject({}),
    plan: (order) => {
      if (order.note === 'Unmapped') throw new Error('no map');
      return [
      ...(/po box/i.test(\`\${order.ship_address_1} \${order.ship_address_2}\`) ? [refuse('Strict does not deliver to post office boxes')] : []),
      ...(order.ship_region === 'Islands' ? [warn('Ferries do not go every day')] : []),
      ...(order.note === 'Piano' ? [hold('The driver needs an appointment')] : []),
      ];
    },
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-directives-'));
let service: TestService;
let shop: Shop;
let part: number;
let carrier_id: number;
beforeAll(async () => {
  writeFileSync(join(folder, 'strict.mjs'), plugin);
  const config = `carriers:
  Strict: { plugin: ${join(folder, 'strict.mjs')} }
  Plain: { plugin: plain }
rules:
  - { name: To the north, when: ship_region = "North" && ship_address_2 % "%door%", then: { priority: 1 } }
`;
  service = await startTestService({ config });
  shop = await openShop(service);
  part = await shop.part({}, 100);
  carrier_id = await shop.carrier('Strict');
});
afterEach(async () => expect(await service.verify()).toEqual([]));
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const order = (values: Record<string, unknown>) => shop.order([{ part_id: part, qty: 1 }], { carrier_id, ...values });
const issue = (id: number, body: object = {}) => service.call('POST', `/salesorder/${id}/issue`, body);

test('a post office box is refused at the issue, also with ignored warnings, until the order is changed', async () => {
  const id = await order({ ship_address_1: 'PO Box 12' });
  for (const body of [{}, { ignore_warnings: 1 }, { when: 'possible' }]) {
    const refused = await issue(id, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'order.refused-by-plugin']);
    expect(refused.body.detail).toMatch(/is refused: Strict does not deliver to post office boxes\./);
    expect(refused.body.next).toMatchObject([{ path: `/salesorder/${id}`, body: { ship_address_1: 'PO Box 12' } }]);
  }
  expect(await shop.status(id)).toBe('Draft');
  await shop.done(`/salesorder/${id}`, { ship_address_1: 'Obere Str. 57' }, 'PUT');
  expect((await issue(id)).status).toBe(200);
});

test('an issued order does not go with a carrier that refuses it', async () => {
  const id = await order({ ship_address_2: 'c/o PO box 3', carrier_id: await shop.carrier('Plain') });
  expect((await issue(id)).status).toBe(200);
  expect(await shop.refused(`/salesorder/${id}/carrier`, { carrier_id })).toBe('409 order.refused-by-plugin');
  expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'Plain' } });
});

test('a warning asks first, and a hold holds the issued order', async () => {
  const warned = await order({ ship_region: 'Islands' });
  const { status, body } = await issue(warned);
  expect(status).toBe(428);
  expect(body.warnings).toEqual([{ code: 'plan.warning', message: 'Ferries do not go every day', pointer: '/plan' }]);
  expect((await issue(warned, { ignore_warnings: 1 })).status).toBe(200);
  const held = await order({ note: 'Piano' });
  expect((await issue(held)).status).toBe(200);
  expect(await shop.see(held)).toMatchObject({ hold_reason: 'The driver needs an appointment', state: 'held' });
});

test('rules know the whole address', async () => {
  const id = await order({ ship_region: 'North', ship_address_2: 'Back door' });
  await issue(id);
  expect(await shop.see(id)).toMatchObject({ priority: 1 });
});

const change = (id: number, values: object) => shop.done(`/salesorder/${id}`, values, 'PUT');
const replan = (id: number) => shop.done(`/salesorder/${id}/replan`, {});
const sentence = 'Strict does not deliver to post office boxes';
const reason = `Refused: ${sentence}`;

test('a replan whose plan is refused holds the order, until a replan without the refusal', async () => {
  const id = await order({ ship_address_1: 'Obere Str. 57' });
  expect((await issue(id)).status).toBe(200);
  await change(id, { ship_address_1: 'PO Box 12' });
  const { differences } = await replan(id);
  expect(differences).toEqual([{ what: 'refused', before: 'none', after: sentence }]);
  expect(await shop.see(id)).toMatchObject({ state: 'held', hold_reason: reason });
  expect(await shop.progress(id)).toMatchObject({
    waiting_for: `replan: ${reason}`,
    next: [{ path: `/salesorder/${id}/replan` }],
  });
  const { body: picked } = await service.call('POST', '/picklinebyorder', { order_id: [id] });
  expect(picked.detail).toMatch(
    /Refused: .* boxes\. Change its address, its carrier or the configuration, and replan it/,
  );
  const released = await service.call('POST', `/salesorder/${id}/release`);
  expect([released.status, released.body.code]).toEqual([409, 'order.refused-by-plugin']);
  expect(released.body.next).toMatchObject([{ path: `/salesorder/${id}/replan` }]);
  expect((await replan(id)).differences).toEqual([]);
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Ask the customer' });
  expect(await shop.refused(`/salesorder/${id}/release`)).toBe('409 order.refused-by-plugin');
  await change(id, { ship_address_1: 'Obere Str. 58' });
  expect((await replan(id)).differences).toEqual([{ what: 'refused', before: sentence, after: 'none' }]);
  expect(await shop.see(id)).toMatchObject({ state: 'held', hold_reason: 'Ask the customer' });
  await shop.done(`/salesorder/${id}/release`);
  expect(await shop.see(id)).toMatchObject({ state: 'waiting', held_at: null });
});

test('a hold by a refusal alone ends with the replan, and so does one after another carrier', async () => {
  for (const mend of [
    async (id: number) => {
      await change(id, { ship_address_1: 'Obere Str. 57' });
      await replan(id);
    },
    async (id: number) => shop.done(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('Plain') }),
  ]) {
    const id = await order({});
    await issue(id);
    await change(id, { ship_address_1: 'PO Box 12' });
    await replan(id);
    expect(await shop.see(id)).toMatchObject({ hold_reason: reason });
    await mend(id);
    expect(await shop.see(id)).toMatchObject({ held_at: null, hold_reason: null });
    const timeline = await shop.get(`/salesorder/${id}/timeline`);
    expect((timeline.data ?? timeline).at(-1)).toMatchObject({ event: 'salesorder.released' });
  }
});

test('the hold of an order whose plugin failed ends with a plan without the fault, and other holds remain', async () => {
  const id = await order({ note: 'Unmapped' });
  await issue(id);
  const { hold_reason } = await shop.see(id);
  expect(hold_reason).toMatch(/^The plugin strict failed: no map/);
  const { body: picked } = await service.call('POST', '/picklinebyorder', { order_id: [id] });
  expect(picked.detail).toMatch(/\. Replan it when the plugin works again, or release it\.$/);
  const paths = (await shop.progress(id)).next.map(({ path }: { path: string }) => path);
  expect(paths).toEqual([`/salesorder/${id}/replan`, `/salesorder/${id}/release`]);
  await shop.done(`/salesorder/${id}/hold`, { reason: `Count; ${hold_reason}; Credit check` });
  await change(id, { note: '' });
  await replan(id);
  expect(await shop.see(id)).toMatchObject({ state: 'held', hold_reason: 'Count; Credit check' });
  const other = await order({ note: 'Unmapped' });
  await issue(other);
  await change(other, { note: 'Piano' });
  await replan(other);
  expect(await shop.see(other)).toMatchObject({ state: 'held', hold_reason: 'The driver needs an appointment' });
  await change(other, { note: '' });
  await replan(other);
  // Somebody wanted the order to wait: a person ends that hold.
  expect(await shop.see(other)).toMatchObject({ state: 'held', hold_reason: 'The driver needs an appointment' });
});
