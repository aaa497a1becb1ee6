import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';
import { person } from '../../views/people.ts';

/** Names of places are sorted as people walk, also from the lines that name them. */

const names = [
  'A-10',
  'a-3',
  'A-2',
  'A-2-10',
  'A-2-9',
  'B-1',
  'A-02',
  'Ä-1',
  'A-1x',
  'A-1',
  'A-100',
  'AB-1',
  '12',
  '9',
];
const walked = [
  '9',
  '12',
  'A-1',
  'Ä-1',
  'A-1x',
  'A-02',
  'A-2',
  'A-2-9',
  'A-2-10',
  'a-3',
  'A-10',
  'A-100',
  'AB-1',
  'B-1',
];

const { service, shop } = await testShop();
const ids = new Map();
for (const name of names) ids.set(name, await shop.storage(name));
const lines: { part_id: number; qty: number }[] = [];
for (const location_id of ids.values()) {
  const part_id = await shop.part();
  await shop.stock(part_id, 5, { location_id });
  lines.push({ part_id, qty: 1 });
}
const order = await shop.issued(lines);
const pickId = (await shop.done('/picklinebyorder', { order_id: [order] })).id;

const listed = async (query: string): Promise<string[]> =>
  (await shop.get(`/location?filter=id >= ${ids.get('A-10')}&${query}`)).data.map(({ name }: { name: string }) => name);

describe('locations', () => {
  test('are sorted with numbers by their value', async () => {
    const order = await listed('sort=name');
    expect(order).toEqual(walked);
    expect(await listed('sort=-name')).toEqual(order.toReversed());
    expect([...(await listed('sort=name&perPage=7')), ...(await listed('sort=name&perPage=7&page=2'))]).toEqual(order);
  });

  test('are found by the same names as before: in any case, and by their characters', async () => {
    expect(await listed('name=a-2')).toEqual(['A-2']);
    expect((await listed('filter=name < "A-2"&sort=name')).includes('A-10')).toBe(true);
    expect(await listed(`filter=${encodeURIComponent('name = "a-0%"')}`)).toEqual(['A-02']);
  });
});

describe('the lines of a pick', () => {
  const places = async (query: string): Promise<string[]> =>
    (await shop.get(`/pickline?pick_id=${pickId}&embed=location,part&${query}`)).data.map(
      ({ location }: { location: { name: string } }) => location.name,
    );

  test('come in walking order with one request, with their places and parts', async () => {
    const order = await listed('sort=name');
    expect(await places('sort=location.name')).toEqual(order);
    expect(await places('sort=-location.name')).toEqual(order.toReversed());
    const lines = await shop.get(`/pick/${pickId}/line?sort=location.name&embed=location,part`);
    expect(lines.map(({ location }: { location: { name: string } }) => location.name)).toEqual(order);
    expect(await places('sort=location.name,id&perPage=3&page=2')).toEqual(order.slice(3, 6));
    expect(await places('sort=location.name&filter=location.name > ""')).toEqual(order);
  });

  test('are printed in the same order', async () => {
    const [document] = await shop.done('/document', { kind: 'picklist', pick_id: pickId });
    const { rows } = await service.sql.query('select content from document where id = $1', [document.id]);
    const stops = rows[0].content.stops.map(({ location }: { location: string }) => location);
    expect(stops).toEqual(await listed('sort=name'));
  });
});

describe('a sort by fields of related records', () => {
  test('follows several relations, and leaves records without the relation at the end', async () => {
    const { data } = await shop.get('/pickline?sort=order.customer.name,-part.number,id&embed=part');
    const numbers = data.map(({ part }: { part: { number: string } }) => part.number);
    expect(numbers).toEqual(numbers.toSorted().reverse());
    const { data: orders } = await shop.get('/salesorder?sort=carrier.name,-customer.number&fields=id');
    expect(orders).toHaveLength(1);
  });

  test.each([
    ['pick.lines.id', 'query.not-sortable'],
    ['location.nmae', 'query.unknown-field'],
    ['loc.name', 'query.unknown-field'],
    ['location', 'query.unknown-field'],
    ['order.custom', 'query.not-sortable'],
    ['location.name.x', 'query.unknown-field'],
    ['part.number,part.name,order.number,location.name,line.qty', 'query.invalid-value'],
  ])('%s is refused', async (sort, code) => {
    expect((await service.call('GET', `/pickline?sort=${sort}`)).body).toMatchObject({
      status: 400,
      code,
      parameter: 'sort',
    });
  });

  test('needs the permission to list the related records', async () => {
    const picker = await person(service, 'Picker', ['pickline.read']);
    const { body } = await picker.call('GET', '/pickline?sort=location.name');
    expect(body).toMatchObject({
      status: 403,
      code: 'permission.missing',
      permission: 'location.read',
      parameter: 'sort',
    });
    const walker = await person(service, 'Walker', ['pickline.read', 'location.read']);
    expect((await walker.call('GET', '/pickline?sort=location.name')).status).toBe(200);
  });
});
