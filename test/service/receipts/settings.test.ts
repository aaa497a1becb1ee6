import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** The section `receiving:` of the operators' file. */

const { shop, service } = await testShop({
  config: `
receiving:
  over: { units: 1, percent: 10 }
  put_away:
    - { when: 'groups.name = "Frozen"', to: [cold 2, Cold 1] }
    - { when: tracking = "serial", to: Nowhere }
`,
});
const [cold1, cold2] = [await shop.storage('Cold 1'), await shop.storage('Cold 2')];
const { id: frozen } = await shop.done('/partgroup', { name: 'Frozen' });
const receipt = async (...lines: object[]) => (await shop.done('/receipt', { lines })).id as number;
const placesOf = async (id: number) =>
  (await shop.get(`/receipt/${id}/putaway`)).map(({ location }: { location: string | null }) => location);

test('rules say where goods are put, and other goods go to where they were', async () => {
  const [fish, peas, tea, phone] = [
    await shop.part({ group_ids: [frozen] }),
    await shop.part({ group_ids: [frozen] }),
    await shop.part({}, 2),
    await shop.part({ tracking: 'serial' }),
  ];
  await shop.stock(peas, 3, { location_id: cold1 });
  await shop.stock(fish, 5);
  const id = await receipt(...[fish, peas, tea, phone].map((part_id) => ({ part_id, qty: 2 })));
  const stock = (await shop.get(`/location/${shop.stockId}`)).name;
  expect(await placesOf(id)).toEqual(['Cold 2', 'Cold 1', stock, null]);
  const lines = [{ part_id: fish }, { part_id: peas }, { part_id: tea }];
  const { received } = await shop.done(`/receipt/${id}/receive`, { lines });
  expect(received.map(({ location_id }: { location_id: number }) => location_id)).toEqual([cold2, cold1, shop.stockId]);
  await shop.done(`/location/${cold2}`, { active: 0 }, 'PUT');
  expect((await placesOf(id)).slice(0, 2)).toEqual(['Cold 1', 'Cold 1']);
});

test('a tolerance lets a little more come in, as a scan says, and an order that arrives has none', async () => {
  const [few, many] = [await shop.part({ number: 'FEW' }, 1), await shop.part({ number: 'MANY' }, 1)];
  const id = await receipt({ part_id: few, qty: 5 }, { part_id: many, qty: 50 });
  const done = (part_id: number, qty: number) => shop.done(`/receipt/${id}/receive`, { lines: [{ part_id, qty }] });
  const refused = (part_id: number, qty: number) =>
    shop.refused(`/receipt/${id}/receive`, { lines: [{ part_id, qty }] });
  expect(await refused(many, 56)).toBe('409 receipt.over');
  await done(many, 54);
  const { here } = await shop.get(`/scan?code=MANY&receipt_id=${id}`);
  expect(here).toMatchObject({ action: 'receive', detail: 'Counts 1 × MANY.' });
  await done(many, 1);
  expect(await refused(many, 1)).toBe('409 receipt.over');
  expect((await shop.get(`/scan?code=MANY&receipt_id=${id}`)).here).toMatchObject({
    action: null,
    detail: 'All of MANY is received. Expected: 5 of FEW.',
  });
  await done(few, 6);
  await service.sql.query('update receipt set order_id = 1 where id = $1', [id]);
  expect(await refused(few, 1)).toBe('409 receipt.over');
  expect(await service.verify()).toEqual([]);
});
