import { describe, expect, test } from 'vitest';
import '../../../../service/interface.ts';
import { resources as registry } from '../../../../service/platform/listing/declaration/registry.ts';
import { leadsBack } from '../../../../service/platform/listing/declaration/relation.ts';
import type { Resource } from '../../../../service/platform/listing/declaration/resource.ts';
import { list } from '../../../../service/platform/listing/list.ts';
import { parseListQuery } from '../../../../service/platform/listing/parse-query.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { listStatement } from '../../../../service/platform/listing/sql/statement.ts';
import { testShop } from '../../../support/shop.ts';

/** An order with two lines: one is on a pick, and the other waits for stock. */

const { service, shop } = await testShop();
const [part, lot, scarce] = [await shop.part({}, 50), await shop.part({ tracking: 'lot' }), await shop.part({}, 1)];
await shop.stock(lot, 4, { tracking: [{ lot: 'A', qty: 4 }] });
const kit = await shop.part({ parttype_id: 3 });
await shop.done('/billofmaterial', { part_id: kit, lines: [{ part_id: part, qty: 2 }, { part_id: lot }] });
await shop.part({ parttype_id: 4, parent_part_id: part });
const [group, partgroup] = [
  await shop.done('/customergroup', { name: 'VIP' }),
  await shop.done('/partgroup', { name: 'Tea' }),
];
await shop.done(`/customer/${shop.customerId}`, { group_ids: [group.id] }, 'PUT');
await shop.done(`/part/${part}`, { group_ids: [partgroup.id] }, 'PUT');
await shop.done(`/customer/${shop.customerId}/email`, { email_address: 'a@example.com' });
await shop.done(`/customer/${shop.customerId}/alias`, { name: 'Alf' });
await shop.done('/job', { name: 'None', customer_id: null });
await shop.done('/quote', { customer_id: shop.customerId, lines: [{ part_id: part }] });
const packers = await shop.done('/usergroup', { name: 'Packers', permissions: ['pack.create'] });
await shop.done('/user', {
  first_name: 'Ann',
  email: 'ann@example.com',
  usertype: 'API',
  usergroup_ids: [packers.id],
  site_ids: [shop.siteId],
});
await shop.done('/webhook', { url: 'https://example.com/hook', event_id: 1 });
const done = await shop.issued([{ part_id: part, qty: 2, unit_price: 3 }]);
const packed = await shop.issued([{ part_id: kit, qty: 2 }, { part_id: part }]);
await shop.through([done], 'pick', 'pack', 'ship', 'pickup');
await shop.through([packed], 'pick', 'pack');
await shop.issued([{ part_id: part }]);
const half = await shop.issued([
  { part_id: part, qty: 1 },
  { part_id: scarce, qty: 2 },
]);
await shop.done('/picklinebyorder', { order_id: [half] });
await shop.order([{ part_id: part, qty: 1 }]);

test('an order embeds its picks although some of its picklines have no pick, in a list and alone', async () => {
  const { data } = await shop.get(`/salesorder?embed=picks,lines.picklines&sort=id`);
  const picksOf = (order: { picks: { id: number }[] }) => order.picks.map((pick) => pick.id);
  const [one, two, none, shared, draft] = data.map(picksOf);
  expect([none, draft]).toEqual([[], []]);
  expect([one.length, two.length, shared.length]).toEqual([1, 1, 1]);
  expect(picksOf(await shop.see(half, 'picks'))).toEqual(shared);
});

/** A table can be written in both ways; any other source always uses one statement. */
const resources = [...registry.all()].filter(({ table }) => !table.startsWith('('));

/** Ids that are not of a record with an address: of a kind that differs, of what only waits, and of a request with its sender. */
const ofNoRecord = [
  ...['webhookdelivery.object_id', 'autowork.background_id'],
  ...['background.request_id', 'background.user_id'],
  // Ids of other systems.
  ...[
    ...['salesorder', 'transferorder', 'useorder', 'salesorderline', 'transferorderline', 'useorderline'],
    ...['receipt', 'returnorder', 'partexternalid', 'customerexternalid'],
  ].map((name) => `${name}.external_id`),
];

test('a field that ends in _id is embedded by its name without that', () => {
  const alone = [...registry.all()].flatMap(({ name, fields, relations }) =>
    [...fields.values()]
      .filter((field) => !field.hidden && field.name.endsWith('_id') && !relations.has(field.name.slice(0, -3)))
      .map((field) => `${name}.${field.name}`),
  );
  expect(alone.sort()).toEqual(ofNoRecord.sort());
});

/** All chains of one and of two relations, but those that lead back. */
const chainsOf = (resource: Resource): string[] =>
  [...resource.relations.values()].flatMap((relation) => {
    const { name, target } = relation;
    return [
      name,
      ...[...target.relations.values()]
        .filter((inner) => !leadsBack(resource, relation, inner))
        .map((inner) => `${name}.${inner.name}`),
    ];
  });

describe('a list from cached texts equals the list that PostgreSQL writes', () => {
  test.each(resources.map((resource) => [resource.name, resource] as const))(
    'of %s, with every embed',
    async (_, resource) => {
      const { pool } = service.database;
      for (const embed of ['', ...chainsOf(resource)]) {
        const parameters: Record<string, string> = embed === '' ? {} : { embed };
        const { rows } = await pool.query(listStatement(resource, parseListQuery(resource, parameters, everything)));
        const written = JSON.parse(`[${rows.map((row) => row.data ?? '').join(',')}]`);
        const cached = JSON.parse(
          String(await list(pool, resource, parameters, { url: '', readAccess: everything })),
        ).data;
        expect(cached, embed).toEqual(written);
      }
    },
  );
});
