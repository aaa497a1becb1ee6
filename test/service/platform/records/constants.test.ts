import { afterAll, beforeAll, expect, test } from 'vitest';
import { constants } from '../../../../service/constants/resource.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the API description lists the ids and names of constants that the service returns', async () => {
  const declared = constants.filter((resource) => resource.fields.get('name')?.values);
  expect(declared.length).toBeGreaterThan(15);
  for (const { path, key, fields } of declared) {
    const rows: { id: number; name: string }[] = (await shop.get(`${path}?sort=id`)).body.data;
    expect(rows.map(({ id, name }) => `${id} ${name}`).join(', '), path!).toBe(key.description);
    expect(rows.map(({ name }) => name).sort(), path!).toEqual([...fields.get('name')!.values!].sort());
  }
});
