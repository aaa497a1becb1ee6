import { expect, test } from 'vitest';
import { constants } from '../../../../service/constants/resource.ts';
import { untilEnd } from '../../../support/until-end.ts';
import '../../../../service/interface.ts';
import { resources } from '../../../../service/platform/listing/declaration/registry.ts';
import { openShop } from './shop.ts';

const shop = await untilEnd(openShop());

test('the API description lists the ids and names of constants that the service returns', async () => {
  const declared = constants.filter((resource) => resource.fields.get('name')?.values);
  expect(declared.length).toBeGreaterThan(15);
  for (const { path, key, fields } of declared) {
    const rows: { id: number; name: string }[] = (await shop.get(`${path}?sort=id`)).body.data;
    expect(rows.map(({ id, name }) => `${id} ${name}`).join(', '), path!).toBe(key.description);
    expect(rows.map(({ name }) => name).sort(), path!).toEqual([...fields.get('name')!.values!].sort());
  }
});

test('/object lists every kind of record', async () => {
  // A request in the background is no record that events or users name.
  const kinds = [...resources.all()].filter(({ name, table }) => !table.startsWith('(') && name !== 'background');
  const pages = await Promise.all([1, 2].map((page) => shop.get(`/object?perPage=100&page=${page}&sort=id`)));
  const names = pages.flatMap(({ body }) => body.data.map(({ name }: { name: string }) => name));
  expect(names.sort()).toEqual(kinds.map(({ name }) => name).sort());
  const { body: withTypes } = await shop.get('/object?can_linetype=1&sort=id');
  const kindsOfLines = withTypes.data.map(({ name }: { name: string }) => name);
  expect(kindsOfLines).toEqual([
    ...['salesorder', 'quote', 'transferorder', 'useorder', 'returnorder', 'pick', 'pack', 'ship', 'pickup'],
  ]);
});
