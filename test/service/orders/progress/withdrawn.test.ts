import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');
await shop.cartontype();

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00`;
const numberOf = async (id: number): Promise<string> => (await shop.see(id)).number;
/** Returns an order of three units with its pick. */
async function startedOrder(number: string) {
  const part = await shop.part({ number }, 9);
  const id = await shop.issued([{ part_id: part, qty: 3 }]);
  const pick = await shop.done('/picklinebyorder', { order_id: [id] });
  return { part, id, pick, line: pick.lines[0].id as number };
}
const refusal = async (path: string, body: object = {}, method = 'POST') => {
  const { status, body: answer } = await service.call(method, path, method === 'GET' ? undefined : body);
  return { status, code: answer.code, detail: answer.detail, next: answer.next };
};

describe('a picker whose order is gone', () => {
  test('reads who voided it, and where the counted unit belongs', async () => {
    const { id, pick, line } = await startedOrder('VOID-1');
    const body = { qty: 1, location_id: shop.stockId, keep_rest: true };
    await shop.done(`/pickline/${line}/commit`, body);
    await shop.done(`/salesorder/${id}/void`, {});
    for (const move of ['commit', 'uncommit', 'count']) {
      const { status, code, detail, next } = await refusal(`/pickline/${line}/${move}`);
      expect([status, code]).toEqual([404, 'record.unknown']);
      const order = `order ${await numberOf(id)} was voided at ${time} by Administrator`;
      expect(detail).toMatch(
        new RegExp(`^There is no pickline ${line}: ${order}[.] Put back 1 of VOID-1 to Stock[.]$`),
      );
      expect(next).toEqual([
        { method: 'GET', path: `/pick/${pick.id}`, body: null, why: 'Lists the units to put back' },
      ]);
    }
    const { detail } = await refusal(`/pickline/${line}`, {}, 'GET');
    expect(detail).toContain('was voided');
  });

  test('reads where the units of a line belong that nobody has started', async () => {
    const { id, line } = await startedOrder('VOID-2');
    await shop.done(`/salesorder/${id}/void`, {});
    const { detail, next } = await refusal(`/pickline/${line}/commit`);
    expect(detail).toMatch(/was voided at .* by Administrator\. Put what you hold of VOID-2 back to Stock\.$/);
    expect(next).toBeUndefined();
  });

  test.each([
    ['closeshort', 'closed short'],
    ['unissue', 'unissued'],
  ])('reads that %s took it', async (move, verb) => {
    const { id, line } = await startedOrder(`GONE-${move}`);
    await shop.done(`/salesorder/${id}/${move}`, {});
    expect((await refusal(`/pickline/${line}/commit`)).detail).toContain(
      `: order ${await numberOf(id)} was ${verb} at`,
    );
  });

  test('reads the number of a draft that is deleted since', async () => {
    const { id, line } = await startedOrder('GONE-deleted');
    const number = await numberOf(id);
    await shop.done(`/salesorder/${id}/unissue`, {});
    await shop.done(`/salesorder/${id}`, undefined, 'DELETE');
    expect((await refusal(`/pickline/${line}/commit`)).detail).toContain(`: order ${number} was unissued at`);
    expect((await refusal(`/salesorder/${id}/hold`, { reason: 'Count' })).detail).toMatch(
      new RegExp(`^There is no sales order ${id}: order ${number} was deleted at ${time} by Administrator[.]$`),
    );
  });

  test('reads it on the void pick, too', async () => {
    const { id, pick, line } = await startedOrder('VOID-3');
    await shop.done(`/pickline/${line}/count`, {});
    await shop.done(`/salesorder/${id}/void`, {});
    const { status, code, detail, next } = await refusal(`/pick/${pick.id}/finish`);
    expect([status, code]).toEqual([409, 'pick.state']);
    expect(detail).toMatch(/^Pick \d+ is Void: .* Order .* was voided at .*\. Put back 1 of VOID-3 to Stock\.$/);
    expect(next).toMatchObject([{ path: `/pick/${pick.id}` }]);
  });
});

test('a packer whose order is gone reads it of the carton and of the pack', async () => {
  const part = await shop.part({ number: 'VOID-4' }, 9);
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  await shop.through([id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
  const [carton] = (await shop.get(`/pack/${pack.id}?embed=cartons`)).cartons;
  const [packline] = (await shop.get(`/pack/${pack.id}?embed=lines`)).lines;
  await shop.done(`/salesorder/${id}/void`, {});
  const said = `order ${await numberOf(id)} was voided at`;
  const putBack = 'Put back 2 of VOID-4 to Stock.';
  for (const [method, path, body] of [
    ['PUT', `/pack/${pack.id}/carton/${carton.id}`, { weight_g: 5 }],
    ['DELETE', `/pack/${pack.id}/carton/${carton.id}`, undefined],
    ['GET', `/carton/${carton.id}`, undefined],
    ['POST', `/carton/${carton.id}/track`, {}],
    ['GET', `/packline/${packline.id}`, undefined],
  ] as const) {
    const { status, detail } = await refusal(path, body, method);
    expect([path, status]).toEqual([path, 404]);
    expect(detail).toContain(said);
    expect(detail).toContain(putBack);
  }
  for (const path of ['finish', 'autopack', 'carton']) {
    const { code, detail } = await refusal(`/pack/${pack.id}/${path}`);
    expect([path, code]).toEqual([path, 'pack.state']);
    expect(detail).toContain(`O${said.slice(1)}`);
    expect(detail).toContain(putBack);
  }
});

test('a shipper whose order is gone reads it of the ship', async () => {
  const part = await shop.part({ number: 'VOID-5' }, 9);
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  await shop.through([id], 'pick', 'pack');
  const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
  await shop.done(`/salesorder/${id}/void`, {});
  const { code, detail } = await refusal(`/ship/${ship.id}/finish`);
  expect(code).toBe('ship.state');
  expect(detail).toContain(`Order ${await numberOf(id)} was voided at`);
});

test.each([
  ['a carton', 'goods', ['pick', 'pack', 'ship'], 'void', 'voided'],
  ['an order without a pack step', 'direct', ['pick'], 'closeshort', 'closed short'],
] as const)('who picks up %s whose order is gone reads it', async (_, plan, steps, move, verb) => {
  const part = await shop.part({ number: `GONE-${plan}` }, 9);
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  if (plan === 'direct') for (const step of ['pack', 'ship']) await shop.done(`/salesorder/${id}/skip`, { step });
  await shop.through([id], ...steps);
  const [ready] = (await shop.get(`/pickupline?filter=orders.id%20%3D%20${id}`)).data;
  await shop.done(`/salesorder/${id}/${move}`, {});
  const { body } = await service.call('POST', '/pickup', { pickupline_ids: [ready.id] });
  expect(body).toMatchObject({ code: 'reference.unknown', errors: [{ pointer: '/pickupline_ids/0' }] });
  expect(body.detail).toContain(`there is no pickupline ${ready.id}. Order ${await numberOf(id)} was ${verb} at`);
  if (plan === 'goods') expect(body.detail).toContain('Put back 2 of GONE-goods to Stock.');
});

test('an order that was voided says by whom to each call, and to a bulk run of autoworks', async () => {
  const part = await shop.part({ number: 'VOID-6' }, 9);
  const [id, closed] = [await shop.issued([{ part_id: part, qty: 2 }]), await shop.issued([{ part_id: part, qty: 1 }])];
  await shop.done(`/salesorder/${id}/void`, {});
  await shop.done(`/salesorder/${closed}/closeshort`, {});
  for (const [path, body] of [
    ['/picklinebyorder', { order_id: [id] }],
    ['/task/1/perform', { order_id: [id] }],
    [`/salesorder/${id}/autowork`, {}],
  ] as const) {
    const { code, detail } = await refusal(path, body);
    expect([path, code]).toEqual([path, 'order.state']);
    expect(detail).toMatch(/Order \S+ was voided at \S+ by Administrator\./);
  }
  const run = await shop.done('/bulkrun', { order_id: [id, closed], action: 'autowork' });
  await shop.done(`/engine/bulkrun/${run.id}/perform`, { order_id: [id, closed] });
  const { data } = await shop.get(`/bulkrun/${run.id}/order?sort=id`);
  expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'failed']);
  expect(data[0].reason).toMatch(/Order \S+ was voided at \S+ by Administrator\./);
  expect(data[1].reason).toMatch(/Order \S+ was closed short at \S+ by Administrator\./);
});

test('a caller who may not read picks learns nothing of the order', async () => {
  const { id, line } = await startedOrder('VOID-7');
  await shop.done(`/salesorder/${id}/void`, {});
  const user = { first_name: 'Ana', last_name: 'Ortiz', email: 'ana@example.com', usertype: 'API' };
  const { api_key } = await shop.done('/user', { ...user, permissions: ['pick.commit'] });
  const authorization = `Basic ${btoa(`${api_key}:`)}`;
  const { body } = await service.call('POST', `/pickline/${line}/commit`, {}, { authorization });
  expect(body.detail).toBe(`There is no pickline ${line}.`);
});

test('a refusal of a record that has never existed stays as it is', async () => {
  expect((await refusal('/pickline/99999/commit')).detail).toBe('There is no pickline 99999.');
});
