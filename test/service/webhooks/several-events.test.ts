import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** A webhook of several events, and the whole webhook as the answer to its creation. */

const eventIds = new Map<string, number>();
const { service, shop } = await testShop();
for await (const { id, name } of service.client.event.each()) eventIds.set(name, id);

const ids = (...names: string[]) => names.map((name) => eventIds.get(name)!);
const url = 'https://shop.example/hook';
const delivered = async (webhook: number) => {
  const { rows } = await service.sql.query(
    'select e.name from webhookdelivery d join event e on e.id = d.event_id where webhook_id = $1 order by d.id',
    [webhook],
  );
  return rows.map(({ name }) => name);
};
const customer = async (name: string) => (await shop.done('/customer', { type: 'Company', name })).id;

test('each of its events has a delivery of its own', async () => {
  const events = ids('customer.created', 'customer.modified', 'salesorder.held');
  const hook = await shop.done('/webhook', { url, event_ids: events });
  expect(hook).toMatchObject({ event_id: events[0] });
  const id = await customer('Several');
  await shop.done(`/customer/${id}`, { name: 'Several, changed' }, 'PUT');
  const order = await shop.order([{ part_id: await shop.part({}, 1), qty: 1 }]);
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Wait' });
  await shop.done(`/salesorder/${order}/release`);
  expect(await delivered(hook.id)).toEqual(['customer.created', 'customer.modified', 'salesorder.held']);
  expect(await shop.get(`/webhook/${hook.id}`)).toMatchObject({ event_id: events[0], event_ids: events });
});

test('a sample is of event_id, the first event, and has the sequence 0', async () => {
  const events = ids('customer.modified', 'customer.created');
  const hook = await shop.done('/webhook', { url, event_ids: events });
  const sample = await shop.done(`/webhook/${hook.id}/test`);
  expect(sample).toMatchObject({ event_id: events[0], sequence: 0 });
  const id = await customer('After the sample');
  const { data } = await shop.get(`/webhookdelivery?webhook_id=${hook.id}&object_id=${id}`);
  expect(data[0].sequence).toBeGreaterThan(0);
});

test('event_id alone is the only event, as before, and a change replaces all events', async () => {
  const [created, modified] = ids('customer.created', 'customer.modified');
  const { id } = await shop.done('/webhook', { url, event_id: created });
  expect(await shop.get(`/webhook/${id}`)).toMatchObject({ event_id: created, event_ids: [created] });
  await shop.done(`/webhook/${id}`, { event_ids: `${modified},${created}` }, 'PUT');
  expect(await shop.get(`/webhook/${id}`)).toMatchObject({ event_id: modified, event_ids: [modified, created] });
  await customer('Changed events');
  expect(await delivered(id)).toEqual(['customer.created']);
  await shop.done(`/webhook/${id}`, { event_id: modified }, 'PUT');
  await customer('No event');
  expect(await delivered(id)).toEqual(['customer.created']);
});

test('a filter and an embed must suit the records of all events', async () => {
  const events = ids('customer.created', 'salesorder.held');
  expect(await shop.refused('/webhook', { url, event_ids: events, filter: 'hold_reason = "Wait"' })).toBe(
    '400 filter.invalid',
  );
  const embedding = await shop.post('/webhook', { url, event_ids: events, embed: 'lines' });
  expect(embedding.body).toMatchObject({ status: 400, code: 'query.unknown-relation' });
  const hook = await shop.done('/webhook', { url, event_ids: events, filter: 'id > 0' });
  expect(hook.event_id).toBe(events[0]);
});

test('an event that does not exist, no event, and two that disagree are refused', async () => {
  const [created, modified] = ids('customer.created', 'customer.modified');
  for (const body of [
    {},
    { event_ids: [] },
    { event_ids: [created, 99_999] },
    { event_id: created, event_ids: [modified] },
  ])
    expect(await shop.refused('/webhook', { url, ...body }), JSON.stringify(body)).toMatch(/^422 /);
  const both = await shop.done('/webhook', { url, event_id: modified, event_ids: [created, modified] });
  expect(await shop.get(`/webhook/${both.id}`)).toMatchObject({ event_ids: [modified, created] });
});

test('with Prefer: return=representation the answer to the creation is the whole webhook with its secret', async () => {
  const [event_id] = ids('customer.created');
  const headers = { prefer: 'return=representation, handling=strict', 'idempotency-key': 'whole' };
  const made = await service.call('POST', '/webhook', { url, event_id }, headers);
  expect(made.status).toBe(201);
  expect(made.headers.get('preference-applied')).toBe('return=representation, handling=strict');
  expect(made.body).toMatchObject({ url, event_ids: [event_id], active: true, filter: null });
  expect(made.body.secret).toMatch(/^whsec_/);
  const again = await service.call('POST', '/webhook', { url, event_id }, headers);
  expect(again.body).toEqual(made.body);
  const { rows } = await service.sql.query("select body from idempotency where key = 'whole'");
  expect(rows).toHaveLength(1);
  expect(rows[0].body).not.toContain(made.body.secret);
  const usual = await service.call('POST', '/webhook', { url, event_id });
  expect(Object.keys(usual.body).sort()).toEqual(['created_at', 'event_id', 'id', 'updated_at', 'url']);
});

test('a webhook without an event, or with names in place of ids, is told where the ids are', async () => {
  const refused = async (events: object) => {
    const { status, body } = await service.call('POST', '/webhook', { url, ...events });
    return [status, body.errors[0].pointer, body.detail];
  };
  expect(await refused({})).toEqual([422, '/event_ids', expect.stringMatching(/is required: GET \/event lists/)]);
  for (const events of [{ event_ids: ['salesorder.issued'] }, { event_id: 'salesorder.issued' }]) {
    const [field] = Object.keys(events);
    expect(await refused(events)).toEqual([422, `/${field}`, expect.stringMatching(/: GET \/event lists the events/)]);
  }
});
