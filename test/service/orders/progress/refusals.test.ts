import { expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { AddressBook } from '../../../../service/platform/http/address.ts';
import { catalogue, type ProblemCode } from '../../../../service/platform/problems/problems.ts';
import { allEndpoints } from '../../../../service/platform/server/server.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService } from '../../../support/test-service.ts';
import { untilEnd } from '../../../support/until-end.ts';

/** A refusal (409) carries the calls that would move its order, as `/progress` lists them, or another call that clears it. */

/** The source of orders without a pack and a ship step. */

const rule = `{ name: Bare, when: source.name = "Bare", then: { skip: [pack, ship] } }`;
const service = await untilEnd(startTestService({ config: `rules:\n  - ${rule}\n` }));
const shop = await openShop(service);
const bare = (await shop.done('/source', { name: 'Bare' })).id;

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
const addresses = new AddressBook(allEndpoints(serviceInterface, []));
const refusal = async (path: string, body?: unknown, method = 'POST') => {
  const reply = await service.call(method, path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(409);
  for (const next of reply.body.next ?? []) {
    expect(addresses.match(next.path.split('?')[0], next.method), `${next.method} ${next.path}`).toBeTruthy();
  }
  return reply.body as { code: string; next?: Next[] };
};

interface Prepared {
  readonly id: number;
  readonly path: string;
  readonly body?: unknown;
  readonly method?: string;
}

/** Brings an order into a state, and returns it with a call that is refused. */
type Prepare = () => Promise<Prepared>;

const perform = (task_id: number, id: number): Prepared => ({
  id,
  path: `/task/${task_id}/perform`,
  body: { order_id: [id] },
});
const byOrder = (kind: string, id: number): Prepared => ({
  id,
  path: `/${kind}linebyorder`,
  body: { order_id: [id] },
});
const through = async (...tasks: Parameters<Shop['through']>[1][]) => {
  const id = await issued();
  await shop.through([id], ...tasks);
  return id;
};
/** The order, and its first pack with its cartons. */
const packed = async () => {
  const id = await through('pick', 'pack');
  const [pack] = (await shop.see(id, 'packs.cartons')).packs;
  return { id, pack, carton: pack.cartons[0].id as number };
};
/** An order whose first part has left, and whose second part is short. */
const partlyGone = async () => {
  const [part_id, short] = [await shop.part({}, 5), await shop.part()];
  const id = await shop.issued([{ part_id }, { part_id: short }]);
  await shop.perform('pick', [id], { partial: 1 });
  await shop.through([id], 'pack', 'ship', 'pickup');
  return { id, ...(await shop.see(id, 'packs.cartons,ships')) };
};

/** Each code of a refusal that is about an order, with one call that gets it. */
const ofOrders = {
  'order.held': async () => {
    const id = await issued();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
    return perform(1, id);
  },
  'order.other-site': async () => {
    const id = await issued();
    const { id: site_id } = await shop.done('/site', { name: `Site ${id}`, sitetype_id: 1 });
    return { id, path: `/salesorder/${id}/autowork`, body: { site_id } };
  },
  'order.part-of-unit': async () => {
    const bottle = await shop.part({ unit: 'bottle', whole_units: true }, 50);
    const box = await shop.part({ parttype_id: 4, parent_part_id: bottle, parent_qty: 12 });
    const id = await shop.order([{ part_id: box, qty: 0.3 }]);
    return { id, path: `/salesorder/${id}/issue`, body: { ignore_warnings: 1 } };
  },
  'stock.short': async () => byOrder('pick', await shop.issued([{ part_id: await shop.part(), qty: 2 }])),
  'pick.nothing-left': async () => byOrder('pick', await through('pick')),
  'pickline.committed': async () => {
    const id = await issued();
    const { lines } = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${lines[0].id}/commit`);
    return { id, path: `/pickline/${lines[0].id}/commit`, body: { qty: 1 } };
  },
  'pickline.counted': async () => {
    const id = await issued();
    const { lines } = await shop.done('/picklinebyorder', { order_id: [id] });
    return { id, path: `/pickline/${lines[0].id}/count`, body: { qty: 3 } };
  },
  'pickline.not-counted': async () => {
    const id = await issued();
    const { lines } = await shop.done('/picklinebyorder', { order_id: [id] });
    return { id, path: `/pickline/${lines[0].id}/count`, body: { qty: -1 } };
  },
  'pack.nothing-left': async () => {
    const id = await issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    await shop.done(`/pickline/${pick.lines[0].id}/commit`);
    return byOrder('pack', id);
  },
  'pack.no-step': async () => {
    const id = await issued({ source_id: bare });
    await shop.through([id], 'pick');
    return byOrder('pack', id);
  },
  'pack.not-all-in-cartons': async () => {
    const id = await through('pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    return { id, path: `/pack/${pack.id}/finish` };
  },
  'pack.too-large': async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 10_001), qty: 10_001 }]);
    await shop.through([id], 'pick');
    return perform(2, id);
  },
  'pack.start-in-carton': async () => {
    const id = await through('pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    return { id, path: `/pack/${pack.id}/autopack` };
  },
  'carton.state': async () => {
    const { id, packs } = await partlyGone();
    const [pack] = packs;
    return { id, path: `/pack/${pack.id}/carton/${pack.cartons[0].id}`, body: { weight_g: 500 }, method: 'PUT' };
  },
  'ship.nothing-left': async () => byOrder('ship', await through('pick', 'pack', 'ship')),
  'ship.no-step': async () => {
    const id = await issued({ source_id: bare });
    await shop.through([id], 'pick');
    return byOrder('ship', id);
  },
  'pickup.nothing-left': async () => perform(4, await through('pick', 'pack')),
  'document.nothing-to-print': async () => {
    const id = await issued();
    return { id, path: '/document', body: { kind: 'picklist', salesorder_id: id } };
  },
  'record.state': async () => {
    const { id, carton } = await packed();
    return { id, path: `/carton/${carton}/track` };
  },
} satisfies Partial<Record<ProblemCode, Prepare>>;

/** The other codes with the status 409: the calls that they name, or why they name none. */
const others = {
  'order.state': 'what leads back, as far as it is possible: test/service/orders/lifecycle/advice.test.ts',
  'pick.state': 'what leads back, as far as it is possible: test/service/orders/lifecycle/advice.test.ts',
  'pack.state': 'what leads back, as far as it is possible: test/service/orders/lifecycle/advice.test.ts',
  'ship.state': 'what leads back, as far as it is possible: test/service/orders/lifecycle/advice.test.ts',
  'order.shipped': 'only people know whether the carrier has fetched the carton: the detail names both ways',
  'config.edited': 'a reload, or the files as they were: the detail names both',
  'config.changed': 'the newer texts, which the person compares first: the detail names the call',
  'config.editing-off': "the operators' file, which only an operator of the machine changes",
  'config.not-writable': 'files that only an operator of the machine can write',
  'order.refused-by-plugin':
    'the change of the address, or the replan: test/service/orders/planning/plugin-directives.test.ts',
  'carton.other-parcel':
    'the same move into another carton, or a new carton: test/service/fulfilment/packing/one-parcel.test.ts',
  'pickup.part-of-kit': 'the pickup of all cartons of the order: test/service/fulfilment/kits.test.ts',
  'pick.counted':
    'the commit of the counted units, or the count that takes them back: test/service/fulfilment/picking/counting/ends.test.ts',
  'webhook.inactive': 'the call that switches the webhook on, below',
  'pickup.done': 'the order is fulfilled, or waits for its other deliveries: the detail names the pickup',
  'pickup.undone': 'nothing of it is picked up any more',
  'returnorder.state': 'another return: the detail says what is possible',
  'returnorder.excess': 'the authorisation, or the list of returns: test/service/returns',
  'count.state': 'another count: the detail says what is possible',
  'count.overlaps': 'the approval of the other count, which only a person decides: the detail names it',
  'count.incomplete': 'the count of the lines, which only people on the floor make',
  'count.recount': 'the second count of the lines, which only people on the floor make',
  'count.own': 'the same call by another person',
  'receipt.state': 'another receipt: the detail says what is possible',
  'receipt.over': 'the same call with `over`, which only a person decides',
  'receipt.in-transit': 'the undo of the pickup, or the receipt closed with a reason, which only a person decides',
  'receipt.unexpected': 'the same call with `add_lines`, which only a person decides',
  'autowork.refused': 'the answer of a background call is stored when it ends; `/progress` has the calls of now',
  'bulkrun.state': 'the retry, below',
  'schedule.missing': 'the call that applies the file, which the detail names',
  'schedule.foreign': 'a schedule of others, which only they change, or the apply that the detail names',
  'config.from-file': 'the file of the service, which its operators change',
  'idempotency.running': 'the same call again, after `Retry-After`',
  'record.exists': 'another value, which only the caller knows',
  'record.in-use': 'the records that use it are not the business of the caller, who may not read them',
} as const;

test('every code with the status 409 names calls, or has a reason why not', () => {
  const refusing = Object.entries(catalogue).flatMap(([code, { status }]) => (status === 409 ? [code] : []));
  expect([...Object.keys(ofOrders), ...Object.keys(others)].sort()).toEqual(refusing.sort());
});

test.for(Object.entries<Prepare>(ofOrders))('%s has the calls of the progress', async ([code, prepare]) => {
  const { id, path, body, method } = await prepare();
  const refused = await refusal(path, body, method);
  expect(refused.code).toBe(code);
  const { next } = await shop.progress(id);
  expect(next.length).toBeGreaterThan(0);
  expect(refused.next).toEqual(next);
});

test('a document of an empty carton names the calls of its order', async () => {
  const id = await through('pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  const carton = await shop.done(`/pack/${pack.id}/carton`, {});
  const { code, next } = await refusal('/document', { kind: 'cartonlabel', carton_id: carton.id });
  expect(code).toBe('document.nothing-to-print');
  expect(next).toEqual((await shop.progress(id)).next);
});

test('an adjustment that takes out too much names what it can take out', async () => {
  const part_id = await shop.part({}, 5);
  await shop.issued([{ part_id, qty: 2 }]);
  const count = { part_id, location_id: shop.stockId, reason: 'count' };
  const reserved = await refusal('/inventoryadjustment', { ...count, qty: -4 });
  expect([reserved.code, reserved.next?.length]).toEqual(['stock.short', 3]);
  const [fromOrders, free, list] = reserved.next as [Next, Next, Next];
  expect(free.body).toEqual({ ...count, qty: -3 });
  expect((await shop.get(list.path)).data.length).toBe(1);
  await shop.done(fromOrders.path, fromOrders.body);
  const few = await refusal('/inventoryadjustment', { ...count, qty: -4 });
  expect(few.next?.map(({ method }) => method)).toEqual(['GET']);
});

test('an adjustment and a transfer of a lot name what they can take', async () => {
  const part_id = await shop.part({ tracking: 'lot' });
  await shop.stock(part_id, 5, { tracking: [{ lot: 'L-1', qty: 5 }] });
  const to_location_id = await shop.storage();
  const move = { part_id, from_location_id: shop.stockId, to_location_id, qty: 6 };
  const transfer = await refusal('/inventorytransfer', { ...move, tracking: [{ lot: 'L-1', qty: 6 }] });
  expect([transfer.code, transfer.next?.length]).toEqual(['stock.short', 2]);
  const [all] = transfer.next as [Next];
  await shop.done(all.path, all.body);
  const count = { part_id, location_id: to_location_id, qty: -6, tracking: [{ lot: 'L-1', qty: -6 }] };
  const [rest] = (await refusal('/inventoryadjustment', count)).next as [Next];
  await shop.done(rest.path, rest.body);
  expect(await shop.units(part_id)).toEqual({});
});

test('a bulk run that is done names the retry while an order of it failed', async () => {
  const [id, good] = [await shop.order([]), await shop.order([])];
  const run = await shop.done('/bulkrun', { order_id: [id, good], action: 'hold', options: { reason: 'Count' } });
  await shop.done(`/salesorder/${id}/void`);
  const through = async () => {
    const { units } = await shop.done(`/engine/bulkrun/${run.id}/next`, { max: 10 });
    for (const order_id of units) await shop.done(`/engine/bulkrun/${run.id}/perform`, { order_id });
    await shop.done(`/engine/bulkrun/${run.id}/next`, { max: 10 });
  };
  await through();
  for (const call of ['pause', 'resume', 'cancel']) {
    const { code, next } = await refusal(`/bulkrun/${run.id}/${call}`);
    expect([code, next?.map(({ path }) => path)]).toEqual(['bulkrun.state', [`/bulkrun/${run.id}/retry`]]);
  }
});

test('a webhook that is switched off names the call that switches it on', async () => {
  const webhook = await shop.done('/webhook', { url: 'https://example.com/', event_id: 1, active: 0 });
  const { code, next } = await refusal(`/webhook/${webhook.id}/test`);
  expect(code).toBe('webhook.inactive');
  const [{ method, path, body }] = next as [Next];
  await shop.done(path, body, method);
  expect((await service.call('POST', `/webhook/${webhook.id}/test`)).status).toBeLessThan(300);
});

test('a site without a moving location names the call that makes one', async () => {
  const site = await shop.done('/site', { name: 'Bare', sitetype_id: 1 });
  const { id: location_id } = await shop.done('/location', { site_id: site.id, name: 'Shelf', locationtype_id: 1 });
  await service.sql.query('update location set active = false where site_id = $1 and locationtype_id = 2', [site.id]);
  const part_id = await shop.part();
  await shop.stock(part_id, 5, { location_id });
  const id = await shop.issued([{ part_id, qty: 2 }], { site_id: site.id });
  const { code, next } = await refusal('/task/1/perform', { order_id: [id] });
  expect(code).toBe('record.state');
  const [{ method, path, body }] = next as [Next];
  await shop.done(path, body, method);
  await shop.through([id], 'pick');
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

test('a refusal with warnings names its own call in spite of them, and the calls that mend them', async () => {
  const short = await shop.order([{ part_id: await shop.part({}, 1), qty: 2 }]);
  const path = `/salesorder/${short}/issue`;
  const issue = (await shop.post(path)).body.next as [Next, Next];
  expect(issue.map(({ body }) => body)).toEqual([{ when: 'possible' }, { ignore_warnings: true }]);
  for (const next of issue) expect((await shop.post(next.path, next.body)).status).toBeLessThan(300);
  const id = await through('pick', 'pack');
  const attention = { step: 'ship', code: 'carrier.refused', detail: 'No such place.' };
  await shop.done(`/engine/salesorder/${id}/attention`, attention);
  const progress = await shop.progress(id);
  const { status, body } = await shop.perform('ship', [id]);
  const inSpite = { path: '/task/3/perform', body: { order_id: [id], ignore_warnings: true } };
  expect([status, body.next]).toMatchObject([428, [...progress.next, inSpite]]);
  expect((await shop.post(inSpite.path, inSpite.body)).status).toBe(200);
});

test('an order that has ended can only be cloned', async () => {
  const id = await issued();
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const { next } = await refusal('/task/1/perform', { order_id: [id] });
  expect(next).toMatchObject([{ method: 'POST', path: `/salesorder/${id}/clone` }]);
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
