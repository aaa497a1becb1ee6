import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** A key without the permission to list a resource does not see its records as embeds, and cannot filter by them. */

const { service, shop } = await testShop();
const part = await shop.part({}, 10);
const order = await shop.issued([{ part_id: part, qty: 2 }]);
await shop.perform('pick', [order]);
const pick = (await shop.see(order, 'picks')).picks[0].id;

const keys = new Map<string, string>();
/** Calls as a user who has these permissions and no other. */
async function as(permissions: string, method: string, path: string, body?: unknown) {
  if (!keys.has(permissions)) {
    const made = await shop.done('/user', { usertype: 'API', first_name: 'Few', permissions: permissions.split(' ') });
    keys.set(permissions, `Basic ${Buffer.from(`${made.api_key}:`).toString('base64')}`);
  }
  return service.call(method, path, body, { authorization: keys.get(permissions)! });
}
const get = (permissions: string, path: string) => as(permissions, 'GET', encodeURI(path).replaceAll('&&', '%26%26'));

test.each([
  ['embed', '/salesorder?embed=customer', 'customer.read', 'embed', 'customer'],
  ['embed of one record', '/salesorder/1?embed=customer', 'customer.read', 'embed', 'customer'],
  ['embed further on', '/salesorder?embed=lines.part', 'part.read', 'embed', 'part'],
  ['embed through a record without a list', '/salesorder?embed=work', 'work.read', 'embed', 'work'],
  ['embed below a record', '/salesorder/1/line?embed=part', 'part.read', 'embed', 'part'],
  ['a filter', '/salesorder?filter=customer.name = "A%"', 'customer.read', 'filter', 'customer'],
  ['a filter for none', '/salesorder?filter=NOT (customer.name = "A%")', 'customer.read', 'filter', 'customer'],
  [
    'a filter for one of two',
    '/salesorder?filter=id = 1 || customer.number IS NULL',
    'customer.read',
    'filter',
    'customer',
  ],
  ['a filter in brackets', '/salesorder?filter=lines[part.number = "P1"].qty > 0', 'part.read', 'filter', 'part'],
  ['a filter that counts', '/salesorder?filter=count(picks) > 0', 'pick.read', 'filter', 'picks'],
  ['a filter that sums', '/salesorder?filter=sum(invoices.total) > 0', 'invoice.read', 'filter', 'invoices'],
  ['a filter below a record', '/salesorder/1/line?filter=part.number = "P1"', 'part.read', 'filter', 'part'],
  ['a simple filter', '/salesorder?customer.name=Alfreds', 'customer.read', 'customer.name', 'customer'],
  ['a simple filter for none', '/salesorder?customer.number=null', 'customer.read', 'customer.number', 'customer'],
])('%s is refused with the permission and the relation', async (_, path, permission, parameter, name) => {
  const { status, body } = await get('salesorder.read', path.replace('/1', `/${order}`));
  expect([status, body.code]).toEqual([403, 'permission.missing']);
  expect(body).toMatchObject({ permission, parameter, name });
  expect(body.detail).toContain(permission);
  expect((await get(`salesorder.read ${permission}`, path.replace('/1', `/${order}`))).status).toBe(200);
});

test('everybody who may read a record sees its children, its constants and the ids of related records', async () => {
  for (const query of [
    'embed=lines,lines.linetype,status,discounts,fees,lines.discounts',
    'filter=count(lines) > 0 && lines.qty > 1',
    'filter=customer.id > 0 && customer_id > 0',
    'customer_id=1',
    'customer.id=1',
    'status.name=Issued',
    'lines.part_id=1',
    'fields=id,customer&sort=-customer_id',
  ]) {
    expect([query, (await get('salesorder.read', `/salesorder?${query}`)).status]).toEqual([query, 200]);
  }
  expect((await get('pick.read', `/pick/${pick}?embed=lines`)).body.lines).toHaveLength(1);
  expect((await get('customer.read', '/customer?embed=addresses,emails.email')).status).toBe(200);
  expect((await get('salesorder.read customer.*', '/salesorder?embed=customer')).body.data[0].customer.id).toBe(
    shop.customerId,
  );
});

describe('the creator of a record', () => {
  test('is shown by id and name, and with more fields only to callers who may read users', async () => {
    const { rows } = await service.sql.query(
      `select id, first_name, last_name from account where id = (select created_by from pick where id = $1)`,
      [pick],
    );
    for (const [permissions, path] of [
      ['pick.read', `/pick/${pick}?embed=creator`],
      ['pick.read', `/pick?embed=creator,lines`],
    ] as const) {
      const { body } = await get(permissions, path);
      expect((body.data?.[0] ?? body).creator).toEqual(rows[0]);
      // Another caller sends the same request: the remembered answer is not used for them.
      const more = await get('pick.read user.read', path);
      expect((more.body.data?.[0] ?? more.body).creator).toMatchObject({ ...rows[0], permissions: ['*'] });
      const again = await get(permissions, path);
      expect((again.body.data?.[0] ?? again.body).creator).toEqual(rows[0]);
    }
  });

  test.each(['embed=creator.groups', 'embed=creator,creator.sites', 'filter=creator.email = "a%"', 'creator.email=a'])(
    'is not visible in any other way: %s',
    async (query) => {
      const { status, body } = await get('pick.read', `/pick?${query}`);
      expect([status, body.permission]).toEqual([403, 'user.read']);
    },
  );
});

test('a refused embed changes nothing', async () => {
  const { status } = await as('salesorder.hold', 'POST', `/salesorder/${order}/hold?embed=customer`, {
    reason: 'Count',
  });
  expect(status).toBe(403);
  expect((await shop.see(order)).held_at).toBeNull();
});

test('a request on behalf of a user, or in the background, shows no more than the user may read', async () => {
  const { id, api_key } = await shop.done('/user', {
    usertype: 'API',
    permissions: ['salesorder.read', 'salesorder.hold'],
  });
  const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const path = `/salesorder/${order}?embed=customer`;
  const engine = { authorization: basic(service.engineKey) };
  expect((await service.call('GET', path, undefined, engine)).status).toBe(200);
  const acting = await service.call('GET', path, undefined, { ...engine, 'x-on-behalf-of': String(id) });
  expect([acting.status, acting.body.permission]).toEqual([403, 'customer.read']);

  const later = await service.call(
    'POST',
    `/salesorder/${order}/hold?embed=customer`,
    { reason: 'Count' },
    {
      authorization: basic(api_key),
      'x-background-processing': 'always',
    },
  );
  expect(later.status).toBe(202);
  const job = later.headers.get('location')!;
  await expect.poll(async () => (await shop.get(job)).state, { timeout: 10_000 }).toBe('failed');
  expect((await shop.get(job)).answer).toMatchObject({ status: 403, body: { permission: 'customer.read' } });
  expect((await shop.see(order)).held_at).toBeNull();
});

test('a bulk run selects orders with the permissions of its starter', async () => {
  const run = (permissions: string, select: string) =>
    as(permissions, 'POST', '/bulkrun', { action: 'hold', select, dry_run: true, options: { reason: 'Count' } });
  const few = 'bulkrun.create salesorder.hold';
  expect((await run(few, `customer.name = "A%"`)).body).toMatchObject({ status: 403, permission: 'customer.read' });
  expect((await run(few, `customer_id = ${shop.customerId}`)).status).toBe(200);
  expect((await run(`${few} customer.read`, `customer.name = "A%"`)).status).toBe(200);
});

test('a webhook filters by fields that its creator may read, and other changes do not need that permission', async () => {
  const events = await shop.get('/event?name=salesorder.created');
  const body = { url: 'https://shop.example/hook', event_id: events.data[0].id, filter: 'customer.name = "A%"' };
  const few = 'webhook.create webhook.update';
  const whole = await as(few, 'POST', '/webhook', { ...body, filter: null });
  expect([whole.status, whole.body.permission]).toEqual([403, 'salesorder.read']);
  const refused = await as(`${few} salesorder.read`, 'POST', '/webhook', body);
  expect([refused.status, refused.body.permission]).toEqual([403, 'customer.read']);
  const { id } = await shop.done('/webhook', body);
  expect((await as(few, 'PUT', `/webhook/${id}`, { active: false })).status).toBe(200);
  expect((await as(few, 'PUT', `/webhook/${id}`, { filter: 'customer.number = "A%"' })).status).toBe(403);
  expect((await as(few, 'PUT', `/webhook/${id}`, { filter: 'id > 1' })).status).toBe(200);
  const elsewhere = { url: 'https://elsewhere.example/hook' };
  expect((await as(few, 'PUT', `/webhook/${id}`, elsewhere)).body).toMatchObject({ permission: 'salesorder.read' });
  expect((await as(`${few} salesorder.read`, 'PUT', `/webhook/${id}`, elsewhere)).status).toBe(200);
});
