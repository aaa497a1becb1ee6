import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Deliveries carry the lines and orders of lists, and what the `embed` of the webhook names, within the rights of its owner. */

const eventIds = new Map<string, number>();

const { service, shop } = await testShop();
for await (const { id, name } of service.client.event.each()) eventIds.set(name, id);

const url = 'https://shop.example/hook';
const webhook = (event: string, more: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', '/webhook', { url, event_id: eventIds.get(event), ...more }, headers);
const bodies = async (id: number) => {
  const { rows } = await service.sql.query('select body from webhookdelivery where webhook_id = $1 order by id', [id]);
  return rows.map(({ body }) => JSON.parse(body));
};

async function person(permissions: string[]) {
  const body = { first_name: 'W', last_name: 'W', usertype: 'API', permissions };
  const { api_key, id } = await shop.done('/user', body);
  return { id: id as number, headers: { authorization: `Basic ${Buffer.from(`${api_key}:`).toString('base64')}` } };
}

test('deliveries of picks, packs, ships and pickups carry their orders and lines', async () => {
  const events = ['pick.finished', 'pack.finished', 'ship.finished', 'pickup.created'];
  const hooks = new Map<string, number>();
  for (const event of events) hooks.set(event, (await webhook(event)).body.id);
  const part_id = await shop.part({}, 10);
  const order = await shop.issued([{ part_id, qty: 2 }]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  for (const event of events) {
    const [body] = await bodies(hooks.get(event)!);
    expect([event, body.order_ids, body.lines.length]).toEqual([event, [order], 1]);
  }
  expect((await bodies(hooks.get('pick.finished')!))[0].lines[0]).toMatchObject({ order_id: order, part_id });
  const { data } = await shop.get('/event?name=pickup.created');
  expect(data[0].example).toMatchObject({ order_ids: [1], lines: [{}] });
});

test('a webhook embeds what it names, with and without a filter, and after a deletion', async () => {
  const plain = (await webhook('salesorder.modified')).body.id;
  const embedding = (await webhook('salesorder.modified', { embed: 'customer, lines.part' })).body.id;
  const deleted = (await webhook('salesorder.deleted', { embed: 'lines' })).body.id;
  expect(await shop.get(`/webhook/${embedding}`)).toMatchObject({ embed: 'customer, lines.part' });
  const part_id = await shop.part();
  const order = await shop.order([{ part_id, qty: 2 }]);
  await service.call('PUT', `/salesorder/${order}`, { priority: 2 });
  expect((await bodies(plain))[0]).not.toHaveProperty('lines');
  expect((await bodies(embedding))[0]).toMatchObject({
    id: order,
    customer: { id: expect.any(Number) },
    lines: [{ part_id, part: { id: part_id } }],
  });
  await service.call('DELETE', `/salesorder/${order}`);
  expect(await bodies(deleted)).toMatchObject([{ id: order, lines: [{ part_id }] }]);
  const wrong = await webhook('salesorder.modified', { embed: 'customr' });
  expect([wrong.status, wrong.body.code, wrong.body.nearest]).toEqual([400, 'query.unknown-relation', ['customer']]);
});

test('what the owner may not read is refused at creation, and left out from the moment on when the right is withdrawn', async () => {
  const rights = ['webhook.create', 'webhook.update', 'salesorder.read', 'customer.read', 'part.read'];
  const owner = await person(rights);
  const less = await person(['webhook.create', 'webhook.update', 'salesorder.read']);
  const refused = await webhook('salesorder.modified', { embed: 'lines.part' }, less.headers);
  expect([refused.status, refused.body.permission]).toEqual([403, 'part.read']);
  const { id } = (await webhook('salesorder.modified', { embed: 'lines.part' }, owner.headers)).body;
  expect(await shop.get(`/webhook/${id}`)).toMatchObject({ owner_id: owner.id });
  // Another user who sends it elsewhere becomes its owner, and needs the rights.
  const moved = await service.call('PUT', `/webhook/${id}`, { url: 'https://other.example/' }, less.headers);
  expect([moved.status, moved.body.permission]).toEqual([403, 'part.read']);
  expect((await service.call('PUT', `/webhook/${id}`, { active: true }, less.headers)).status).toBe(200);

  const order = await shop.order([{ part_id: await shop.part() }]);
  const change = (priority: number) => service.call('PUT', `/salesorder/${order}`, { priority });
  await change(1);
  await service.call('PUT', `/user/${owner.id}`, { permissions: rights.slice(0, -1) });
  await change(2);
  await service.call('PUT', `/user/${owner.id}`, { active: false });
  await change(3);
  const [all, some, none] = await bodies(id);
  expect(all.lines[0].part).toMatchObject({ id: expect.any(Number) });
  for (const body of [some, none]) expect(body).not.toHaveProperty('lines');
});

test('an embed that is too large is left out, and the operation goes on', async () => {
  const { id } = (await webhook('salesorder.modified', { embed: 'lines.part' })).body;
  const part_id = await shop.part();
  const order = await shop.order(Array.from({ length: 1_200 }, () => ({ part_id, qty: 1 })));
  expect((await service.call('PUT', `/salesorder/${order}`, { priority: 2 })).status).toBe(200);
  expect((await bodies(id)).at(-1)).toMatchObject({ id: order, priority: 2 });
  expect((await bodies(id)).at(-1)).not.toHaveProperty('lines');
});
