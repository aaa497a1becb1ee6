import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import type { Reply } from '../../support/test-service.ts';

const { service, shop } = await testShop();

const engine = () => ({ authorization: `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}` });
/** Returns the record of the autowork that an answer of 202 announces. */
const recordOf = async ({ headers }: Reply) => {
  const background = headers.get('location')!.split('/').at(-1);
  return (await shop.get(`/autowork?background_id=${background}`)).data[0];
};
/** Requests an autowork. The body of the reply is its record, or the problem. */
const ask = async (orderId: number, body?: unknown, headers?: Record<string, string>): Promise<Reply> => {
  const reply = await service.call('POST', `/salesorder/${orderId}/autowork`, body, headers);
  if (reply.status !== 202) return reply;
  expect(reply.body).toBeNull();
  return { ...reply, body: await recordOf(reply) };
};
const outbox = async (workflow: string) =>
  (await service.sql.query('select payload from outbox where workflow_id = $1 order by id', [workflow])).rows;
/** Finishes an autowork as the engine does. */
const finish = (id: number, tasks: object[]) =>
  service.call('POST', `/engine/autowork/${id}/finish`, { tasks }, engine());
const issued = async (qty = 2) => shop.issued([{ part_id: await shop.part({}, 20), qty }]);

test('a request answers 202 at once, without a body and with the background address, and starts the engine', async () => {
  const id = await issued();
  const reply = await ask(id);
  expect(reply.status).toBe(202);
  expect(reply.body).toMatchObject({
    order_id: id,
    state: 'queued',
    full_auto: true,
    task_ids: [1, 2, 3, 4],
    site_id: shop.siteId,
    outcome: null,
  });
  expect(reply.headers.get('location')).toBe(`/background/${reply.body.background_id}`);
  expect(await shop.counters(id, 'qty_picked')).toEqual([0]);
  const background = await shop.get(`/background/${reply.body.background_id}`);
  expect(background).toMatchObject({ state: 'queued', answer: null });
  const [start] = await outbox(`autowork/${reply.body.id}`);
  expect(start.payload).toMatchObject({
    autoworkId: reply.body.id,
    orderId: id,
    by: 'Administrator',
    tasks: [
      { taskId: 1, step: 'pick' },
      { taskId: 2, step: 'pack' },
      { taskId: 3, step: 'ship' },
      { taskId: 4, step: 'pickup' },
    ],
    details: {},
  });
});

test.each([
  ['nothing at all', undefined, [1, 2, 3, 4]],
  ['full_auto as text', { full_auto: '1' }, [1, 2, 3, 4]],
  ['ids as text, in any order, one twice', { task_ids: ['3', 1, '1'] }, [1, 3]],
  ['one id alone', { task_ids: 4, full_auto: 0 }, [4]],
])('it takes %s', async (_, body, task_ids) => {
  const reply = await ask(await issued(), body);
  expect([reply.status, reply.body.task_ids, reply.body.full_auto]).toEqual([202, task_ids, task_ids.length === 4]);
});

test.each([
  ['full_auto=1', [1, 2, 3, 4]],
  ['task_ids[]=2&task_ids[]=1&tracking_number=T-7', [1, 2]],
  ['task_ids[0]=3', [3]],
  ['task_ids=1,2', [1, 2]],
])('it takes the form %s', async (form, task_ids) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await ask(await issued(), form, headers);
  expect([status, body.task_ids]).toEqual([202, task_ids]);
  expect(body.tracking_number).toBe(form.includes('T-7') ? 'T-7' : null);
});

test('only the engine runs an autowork, and not the runner of background requests', async () => {
  const { rows } = await service.sql.query(`select count(*)::int as n from background where state <> 'queued'`);
  expect(rows[0].n).toBe(0);
});

test.each([
  ['an unknown task', { task_ids: [1, 9] }, '/task_ids/1'],
  ['no task at all', { task_ids: [] }, '/task_ids'],
  ['neither all tasks nor one of them', { full_auto: 0 }, '/task_ids'],
  ['tasks and all of them', { task_ids: [1], full_auto: 1 }, '/task_ids'],
  [
    'a line of another order',
    { line_details: [{ transactionline_id: 999_999 }] },
    '/line_details/0/transactionline_id',
  ],
  ['no line at all', { line_details: [] }, '/line_details'],
  ['nothing of a line', { line_details: [{ transactionline_id: 1, qty: 0 }] }, '/line_details/0/qty'],
  ['an unknown site', { site_id: 999 }, '/site_id'],
  ['an unknown carrier', { carrier_id: 999 }, '/carrier_id'],
  ['an unknown service level', { carrierservicelevel_id: 999 }, '/carrierservicelevel_id'],
])('%s is refused at once, and nothing is queued', async (_, body, pointer) => {
  const id = await issued();
  const reply = await ask(id, body);
  expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  expect((await shop.get(`/autowork?order_id=${id}`)).total).toBe(0);
});

test('an order that is not issued, or is void, is refused at once', async () => {
  const draft = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
  expect(await shop.refused(`/salesorder/${draft}/autowork`, {})).toBe('409 order.state');
  await shop.done(`/salesorder/${draft}/void`);
  expect(await shop.refused(`/salesorder/${draft}/autowork`, {})).toBe('409 order.state');
  expect(await shop.refused('/salesorder/999999/autowork', {})).toBe('404 record.unknown');
});

test('an order of another site is refused at once, and nothing is queued', async () => {
  const other = await shop.done('/site', { name: 'Harbour', sitetype_id: 1 });
  const id = await issued();
  const { status, body } = await ask(id, { site_id: other.id });
  expect([status, body.code, body.order_id]).toEqual([409, 'order.other-site', id]);
  expect(body.detail).toContain('not at Harbour');
  expect((await shop.get(`/autowork?order_id=${id}`)).total).toBe(0);
});

test('the progress shows a running autowork, and the background answer is its record', async () => {
  const id = await issued();
  const { body } = await ask(id, { task_ids: [1, 2] });
  expect(await shop.progress(id)).toMatchObject({
    state: 'working',
    waiting_for: `autowork ${body.id}, for Administrator`,
    autowork: { id: body.id, state: 'queued', by: 'Administrator' },
  });
  const reply = await service.call('POST', `/engine/autowork/${body.id}/begin`, undefined, engine());
  expect(reply.body).toMatchObject({
    open: true,
    carrier: null,
    steps: [{ step: 'pick', required: true }, {}, {}, {}],
  });
  expect((await shop.get(`/background/${body.background_id}`)).state).toBe('running');
  await finish(body.id, [
    { task_id: 1, outcome: 'done', record_id: 7 },
    { task_id: 2, outcome: 'nothing', code: 'pack.nothing-left', detail: 'Nothing is left to pack.' },
  ]);
  const record = await shop.get(`/autowork/${body.id}`);
  expect(record).toMatchObject({
    state: 'done',
    outcome: 'done',
    code: null,
    tasks: [{ record_id: 7 }, { record_id: null }],
  });
  const background = await shop.get(`/background/${body.background_id}`);
  expect(background).toMatchObject({ state: 'done', answer: { status: 200 } });
  expect(background.answer.body).toEqual(record);
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting', autowork: null });
  // A repetition with other results changes nothing.
  await finish(body.id, [{ task_id: 1, outcome: 'refused', code: 'order.held', detail: 'Held' }]);
  expect(await shop.get(`/autowork/${body.id}`)).toEqual(record);
});

test('a refusal of the carrier puts the order in attention, and a later success ends it', async () => {
  const id = await issued();
  const refusal = {
    task_id: 1,
    outcome: 'refused',
    code: 'carrier.refused',
    detail: 'The postal code does not exist.',
  };
  const first = (await ask(id)).body;
  await finish(first.id, [refusal]);
  expect((await shop.get(`/background/${first.background_id}`)).answer).toMatchObject({
    status: 409,
    body: { code: 'autowork.refused', detail: refusal.detail, autowork: { id: first.id, code: 'carrier.refused' } },
  });
  expect(await shop.progress(id)).toMatchObject({ state: 'attention', waiting_for: refusal.detail });
  const second = (await ask(id)).body;
  await finish(second.id, [{ task_id: 1, outcome: 'done' }]);
  expect(await shop.progress(id)).toMatchObject({ state: 'waiting' });
});

test('the next autowork of an order starts after the previous one has finished', async () => {
  const id = await issued();
  const [first, second] = [(await ask(id)).body, (await ask(id, { task_ids: [1] })).body];
  expect(await outbox(`autowork/${second.id}`)).toEqual([]);
  await finish(first.id, [{ task_id: 1, outcome: 'nothing' }]);
  expect(await outbox(`autowork/${second.id}`)).toHaveLength(1);
});

test('the same request under one key is one autowork', async () => {
  const id = await issued();
  const key = { 'idempotency-key': `autowork-of-${id}` };
  const replies = [1, 2].map(() => service.call('POST', `/salesorder/${id}/autowork`, {}, key));
  const [one, other] = await Promise.all(replies);
  const statuses = [one!.status, other!.status].sort();
  expect([202, 409]).toContain(statuses[1]);
  const again = await service.call('POST', `/salesorder/${id}/autowork`, {}, key);
  expect(again.status).toBe(202);
  expect(again.headers.get('location')).toMatch(/^\/background\/\d+$/);
  expect((await shop.get(`/autowork?order_id=${id}`)).total).toBe(1);
});

test('an order workflow with automatic steps gets a request to wait, and one that waits for people does not', async () => {
  const signals = async (id: number) => (await outbox(`order/${id}`)).filter(({ payload }) => payload.event);
  const byHand = await issued();
  await ask(byHand);
  expect(await signals(byHand)).toEqual([]);
  const parcel = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }], {
    carrier_id: await shop.carrier('Speedy Express'),
  });
  await ask(parcel);
  expect((await signals(parcel)).map(({ payload }) => payload.event)).toEqual(['autowork.created']);
});
