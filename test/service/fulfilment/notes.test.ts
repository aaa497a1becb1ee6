import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** The notes of orders and rules, for the people who work on the orders. */

const { service, shop } = await testShop({
  config: `rules:
  - name: Bells are broken
    when: ship_city = "Kiel"
    then: { note: Ring first }
`,
});

/** Returns a read of a user who may see lists of work, and no orders. */
async function worker(): Promise<(path: string) => Promise<Record<string, unknown>[]>> {
  const permissions = ['pick.read', 'pack.read', 'ship.read', 'pickup.read'];
  const { api_key } = await shop.done('/user', { first_name: 'Pia', usertype: 'API', permissions });
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
  return async (path) => (await service.call('GET', path, undefined, { authorization })).body;
}

test('each list of work has the notes of its orders and of their rules, also for people who may read no orders', async () => {
  const read = await worker();
  const part_id = await shop.part({}, 9);
  const noted = await shop.issued([{ part_id, qty: 2 }], { note: 'GIFT: wrap in red paper', ship_city: 'Kiel' });
  const plain = await shop.issued([{ part_id, qty: 1 }]);
  const { number } = await shop.see(noted);
  const expected = [{ id: noted, number, note: 'GIFT: wrap in red paper', rule_notes: ['Ring first'] }];

  const pick = await shop.done('/picklinebyorder', { order_id: [noted, plain] });
  expect(await read(`/pick/${pick.id}?embed=notes`)).toMatchObject({ notes: expected });
  for (const { id } of pick.lines) await service.call('POST', `/pickline/${id}/commit`);

  const pack = await shop.done('/packlinebyorder', { order_id: [noted, plain], start_in_carton: 1 });
  expect(await read(`/pack/${pack.id}?embed=notes`)).toMatchObject({ notes: expected });
  await shop.done(`/pack/${pack.id}/finish`);

  const ship = await shop.done('/shiplinebyorder', { order_id: [noted, plain] });
  expect(await read(`/ship/${ship.id}?embed=notes`)).toMatchObject({ notes: expected });
  await shop.done(`/ship/${ship.id}/finish`, { ignore_warnings: true });

  const ready = (await service.call('GET', `/pickupline?order_ids=${noted}&embed=notes`)).body;
  expect(ready.data.map(({ notes }: { notes: unknown }) => notes)).toMatchObject([expected]);
});
