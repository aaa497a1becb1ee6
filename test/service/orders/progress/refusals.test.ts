import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** A refusal (409) carries the calls that would move its order, as `/progress` lists them. */

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service.close());

interface Next {
  method: string;
  path: string;
  body: unknown;
  why: string;
}

const issued = async (values: Record<string, unknown> = {}) => {
  const [a, b] = [await shop.part({}, 5), await shop.part({}, 5)];
  const lines = [
    { part_id: a, qty: 2 },
    { part_id: b, qty: 2 },
  ];
  return shop.issued(lines, values);
};
const refusal = async (path: string, body?: unknown, method = 'POST') => {
  const reply = await service.call(method, path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(409);
  return reply.body as { code: string; next?: Next[] };
};

const refusals: Record<string, () => Promise<{ id: number; path: string; body?: unknown; method?: string }>> = {
  'a draft that is picked': async () => {
    const id = await shop.order([{ part_id: await shop.part({}, 5) }]);
    return { id, path: '/picklinebyorder', body: { order_id: [id] } };
  },
  'a held order': async () => {
    const id = await issued();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
    return { id, path: '/task/1/perform', body: { order_id: [id] } };
  },
  'an order whose pick is open': async () => {
    const id = await issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    return { id, path: '/packlinebyorder', body: { order_id: [id] } };
  },
  'a pack with loose units': async () => {
    const id = await issued();
    await shop.through([id], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    return { id, path: `/pack/${pack.id}/finish` };
  },
  'a pick whose units are packed': async () => {
    const id = await issued();
    await shop.through([id], 'pick', 'pack');
    const [pick] = (await shop.see(id, 'picks')).picks;
    return { id, path: `/pick/${pick.id}`, method: 'DELETE' };
  },
  'stock that is short': async () => {
    const id = await shop.issued([{ part_id: await shop.part(), qty: 2 }]);
    return { id, path: '/picklinebyorder', body: { order_id: [id] } };
  },
  'an autowork at another site': async () => {
    const id = await issued();
    const { id: site_id } = await shop.done('/site', { name: `Site ${id}`, sitetype_id: 1 });
    return { id, path: `/salesorder/${id}/autowork`, body: { site_id } };
  },
};

test.for(Object.entries(refusals))('%s: the refusal has the calls of the progress', async ([, prepare]) => {
  const { id, path, body, method } = await prepare();
  const { next } = await refusal(path, body, method);
  expect(next!.length).toBeGreaterThan(0);
  expect(next).toEqual((await shop.progress(id)).next);
});

test('the first call of each refusal, repeated, brings the order to its end', async () => {
  const id = await issued();
  const pick = await shop.done('/picklinebyorder', { order_id: [id] });
  await shop.done(`/pickline/${pick.lines[0].id}/commit`);
  for (const task of ['pack', 'ship', 'pickup'] as const) {
    for (let tries = 0; tries < 5; tries++) {
      const reply = await shop.perform(task, [id]);
      if (reply.status === 200) break;
      const [{ method, path, body }] = reply.body.next;
      expect((await service.call(method, path, body)).status).toBeLessThan(300);
    }
  }
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('an order that has ended has no call that moves it', async () => {
  const id = await issued();
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect((await refusal('/task/1/perform', { order_id: [id] })).next).toBeUndefined();
});

test('a caller who may not read orders gets no calls', async () => {
  const id = await issued();
  await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
  const picker = await shop.done('/user', {
    first_name: 'P',
    last_name: 'P',
    email: 'p@example.com',
    usertype: 'API',
    permissions: ['pick.create'],
  });
  const authorization = `Basic ${Buffer.from(`${picker.api_key}:`).toString('base64')}`;
  const reply = await service.call('POST', '/picklinebyorder', { order_id: [id] }, { authorization });
  expect([reply.status, reply.body.code, reply.body.next]).toEqual([409, 'order.held', undefined]);
});
