import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** The section `returns:` of the operators' file. */

const config = `
returns:
  wait: 14d
  location: DOCK
  rules:
    - { name: Broken goods stay away, condition: [broken], then: { authorise: refuse } }
    - { name: Sealed goods, condition: [sealed], then: { authorise: automatic } }
    - { name: Used goods, condition: [used], then: { authorised_by: Finance, site: Nowhere, location: Nowhere } }
`;
const { service, shop } = await testShop({ config });
const dock = (await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false })).id;
const part_id = await shop.part({}, 10);

async function request(condition: string, left = 'now()') {
  const order = await shop.issued([{ part_id, qty: 1 }]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  await service.sql.query(`update inventorymovement set created_at = ${left} where order_id = $1`, [order]);
  const [line] = await shop.get(`/salesorder/${order}/line`);
  return shop.done('/returnorder', { salesorder_id: order, lines: [{ line_id: line.id, qty: 1, condition }] });
}
const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a rule authorises a return at once, and says where its goods go and until when they are awaited', async () => {
  const made = await request('sealed');
  expect(made).toMatchObject({ status_id: 2, decision: 'Authorised automatically (rule "Sealed goods")' });
  expect(made).toMatchObject({ location_id: dock, lines: [{ qty_authorised: 1 }] });
  expect([dayOf(14), dayOf(13.99)]).toContain(made.due_at.slice(0, 10));
  const received = await shop.done(`/returnorder/${made.id}/receive`, { lines: [{ part_id }] });
  expect(received.units).toMatchObject([{ location_id: dock }]);
});

test('a rule refuses a return, with the reason', async () => {
  expect(await request('broken')).toMatchObject({
    ...{ status_id: 6, decision: 'Refused (rule "Broken goods stay away")', due_at: null },
    ended_at: expect.any(String),
  });
});

test('the file decides about changed lines as about new ones', async () => {
  const { id, status_id, lines } = await request('used');
  expect(status_id).toBe(1);
  const change = (condition: string) =>
    shop.done(`/returnorder/${id}`, { lines: [{ line_id: lines[0].line_id, qty: 1, condition }] }, 'PUT');
  expect(await change('fine')).toMatchObject({ status_id: 1, authorised_by: null, location_id: dock });
  expect(await change('sealed')).toMatchObject({
    ...{ status_id: 2, decision: 'Authorised automatically (rule "Sealed goods")', location_id: dock },
    lines: [{ qty_authorised: 1 }],
  });
  const other = await request('used');
  const broken = { lines: [{ line_id: other.lines[0].line_id, qty: 1, condition: 'broken' }] };
  expect(await shop.done(`/returnorder/${other.id}`, broken, 'PUT')).toMatchObject({ status_id: 6 });
});

test('only members of the group authorise and refuse, and names that nobody has are in the reason', async () => {
  const made = await request('used');
  expect(made).toMatchObject({
    ...{ status_id: 1, authorised_by: 'Finance', location_id: null, site_id: shop.siteId },
    decision:
      'A person decides (returns.authorise); there is no site "Nowhere"; the site has no storage location "Nowhere" that is not in use',
  });
  const finance = (await shop.done('/usergroup', { name: 'finance', permissions: [] })).id;
  const keyOf = async (name: string, usergroup_ids: number[]) => {
    const permissions = ['returnorder.authorise', 'returnorder.refuse', 'returnorder.read'];
    const user = { first_name: name, last_name: 'X', email: `${name}@example.com`, permissions, usergroup_ids };
    return (await shop.done(`/user/${(await shop.done('/user', user)).id}/apikey`)).api_key;
  };
  const call = async (verb: string, key: string) => {
    const authorization = `Basic ${btoa(`${key}:`)}`;
    const { status, body } = await service.call('POST', `/returnorder/${made.id}/${verb}`, {}, { authorization });
    return `${status} ${body.code ?? ''}`;
  };
  const [ana, ben] = [await keyOf('ana', [finance]), await keyOf('ben', [])];
  for (const verb of ['authorise', 'refuse']) expect(await call(verb, ben)).toBe('403 returnorder.by-group');
  expect(await call('authorise', ana)).toBe('200 ');
  expect(await shop.refused(`/returnorder/${made.id}/receive`, { lines: [{ part_id }] })).toBe('422 body.invalid');
});
