import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop({
  config: `rules:
  - { name: Fragile goods wait, when: lines.part.upc = "fragile", before: pick, then: { hold: Fragile } }
`,
});

const start = (body: object) => shop.done('/bulkrun', body);
const see = (run: number) => shop.get(`/bulkrun/${run}`);
const outcomes = async (run: number, query = '') =>
  (await shop.get(`/bulkrun/${run}/order?sort=unit,id${query}`)).data as {
    order_id: number;
    outcome: string | null;
    code: string | null;
    reason: string | null;
    warnings: Record<string, unknown>[] | null;
    pick_id: number | null;
    autowork_id: number | null;
    unit: number;
  }[];
const brief = async (run: number) =>
  (await outcomes(run)).map(({ order_id, outcome, code }) => [order_id, outcome, code]);

/** Processes a run to its end, as the engine does. */
async function through(run: number): Promise<void> {
  for (;;) {
    const { units, state } = await shop.done(`/engine/bulkrun/${run}/next`, { max: 10 });
    if (state !== 'running') return;
    for (const order_id of units) await shop.done(`/engine/bulkrun/${run}/perform`, { order_id });
  }
}
const drafts = async (count: number, values: Record<string, unknown> = {}) => {
  const part_id = await shop.part({}, 1000);
  const ids: number[] = [];
  while (ids.length < count) ids.push(await shop.order([{ part_id, qty: 1, unit_price: 3 }], values));
  return ids;
};

describe('a bulk run', () => {
  test('processes each order of its selection once', async () => {
    const ids = await drafts(3, { note: 'first run' });
    const created = await shop.post('/bulkrun', { select: 'note = "first run"', action: 'issue' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      id: expect.any(Number),
      state: 'running',
      action: 'issue',
      select: 'note = "first run"',
      ...{ total: 3, done: 0, skipped: 0, warned: 0, failed: 0, rate: null },
    });
    const { id } = created.body;
    expect(await brief(id)).toEqual(ids.map((order) => [order, null, null]));
    await through(id);
    expect(await see(id)).toMatchObject({ state: 'done', total: 3, done: 3, finished_at: expect.any(String) });
    expect(await brief(id)).toEqual(ids.map((order) => [order, 'done', null]));
    for (const order of ids) expect(await shop.status(order)).toBe('Issued');

    const again = await start({ order_id: ids, action: 'issue' });
    await through(again.id);
    expect(await see(again.id)).toMatchObject({ state: 'done', done: 0, skipped: 3 });
    expect((await outcomes(again.id))[0]).toMatchObject({
      code: 'nothing-to-do',
      reason: expect.stringMatching(/is Issued already/),
    });
    expect(await service.verify()).toEqual([]);
  });

  test('processes the orders that matched its expression at the start, and urgent orders first', async () => {
    const [late, urgent] = await drafts(2, { note: 'snapshot' });
    await shop.done(`/salesorder/${urgent}`, { priority: 1 }, 'PUT');
    const { id } = await start({ select: 'note = "snapshot"', action: 'issue' });
    await drafts(1, { note: 'snapshot' });
    expect((await brief(id)).map(([order]) => order)).toEqual([urgent, late]);
    expect((await shop.done(`/engine/bulkrun/${id}/next`, { max: 1 })).units).toEqual([[urgent]]);
  });

  test('does not issue orders with warnings, and with ignore_warnings issues them and keeps the warnings', async () => {
    const part_id = await shop.part();
    const id = await shop.order([{ part_id, qty: 2 }]);
    const run = await start({ order_id: id, action: 'issue' });
    await through(run.id);
    expect(await see(run.id)).toMatchObject({ state: 'done', warned: 1, done: 0 });
    const [warned] = await outcomes(run.id);
    expect(warned).toMatchObject({
      outcome: 'warned',
      code: 'order.warnings',
      reason: expect.stringMatching(/2 of 2 are not available/),
    });
    expect(warned!.warnings).toEqual([expect.objectContaining({ code: 'stock.short', pointer: '/lines/0/qty' })]);
    expect(await shop.status(id)).toBe('Draft');

    const all = await start({ order_id: id, action: 'issue', options: { ignore_warnings: 1 } });
    await through(all.id);
    expect(await see(all.id)).toMatchObject({ done: 1, warned: 0 });
    expect((await outcomes(all.id))[0]!.warnings).toEqual([expect.objectContaining({ code: 'stock.short' })]);
    expect(await shop.status(id)).toBe('Issued');
  });

  test('shows why an order failed, and retries only failed orders', async () => {
    const [good, gone, voided] = await drafts(3, { note: 'failures' });
    const { id } = await start({ select: 'note = "failures"', action: 'hold', options: { reason: 'Count' } });
    await shop.done(`/salesorder/${gone}`, undefined, 'DELETE');
    await shop.done(`/salesorder/${voided}/void`);
    await through(id);
    expect(await brief(id)).toEqual([
      [good, 'done', null],
      [gone, 'failed', 'record.unknown'],
      [voided, 'failed', 'order.state'],
    ]);
    expect(await outcomes(id, '&outcome=failed&code=order.state')).toMatchObject([
      { order_id: voided, reason: expect.stringMatching(/is Void: there is nothing to hold/) },
    ]);
    await shop.done(`/salesorder/${good}/release`);
    expect(await shop.done(`/bulkrun/${id}/retry`)).toMatchObject({
      state: 'running',
      failed: 0,
      done: 1,
      finished_at: null,
    });
    await through(id);
    expect(await see(id)).toMatchObject({ state: 'done', done: 1, failed: 2 });
    expect((await shop.see(good!)).held_at).toBeNull();
  });
});

describe('a retry', () => {
  const shortRun = async (note: string) => {
    const part = await shop.part();
    const warned = await shop.order([{ part_id: part, qty: 2 }], { note });
    const [failed] = await drafts(1, { note });
    const { id } = await start({ select: `note = "${note}"`, action: 'issue' });
    await shop.done(`/salesorder/${failed}`, undefined, 'DELETE');
    await through(id);
    expect(await see(id)).toMatchObject({ state: 'done', warned: 1, failed: 1 });
    await shop.stock(part, 2);
    return { id, warned };
  };

  test('repeats the orders that were warned, too', async () => {
    const { id, warned } = await shortRun('warned and failed');
    expect(await shop.done(`/bulkrun/${id}/retry`)).toMatchObject({ state: 'running', failed: 0, warned: 0 });
    await through(id);
    expect(await see(id)).toMatchObject({ state: 'done', done: 1, failed: 1, warned: 0 });
    expect(await shop.status(warned)).toBe('Issued');
    expect((await outcomes(id, '&outcome=done'))[0]).toMatchObject({ order_id: warned, warnings: null, attempts: 2 });
  });

  test('repeats one kind alone with `only`', async () => {
    const { id, warned } = await shortRun('only one of them');
    expect(await shop.done(`/bulkrun/${id}/retry`, { only: 'failed' })).toMatchObject({ failed: 0, warned: 1 });
    await through(id);
    expect(await shop.status(warned)).toBe('Draft');
    expect(await shop.done(`/bulkrun/${id}/retry`, { only: 'warned' })).toMatchObject({ failed: 1, warned: 0 });
    await through(id);
    expect(await shop.status(warned)).toBe('Issued');
    expect(await shop.refused(`/bulkrun/${id}/retry`, { only: 'done' })).toBe('422 body.invalid');
  });
});

describe('a bulk run under control', () => {
  test('is paused, resumed and canceled, and a cancelation skips the orders that are left', async () => {
    const ids = await drafts(3);
    const { id } = await start({ order_id: ids, action: 'issue' });
    expect(await shop.done(`/bulkrun/${id}/pause`)).toMatchObject({ state: 'paused' });
    expect(await shop.done(`/bulkrun/${id}/pause`)).toMatchObject({ state: 'paused' });
    expect(await shop.done(`/engine/bulkrun/${id}/next`, { max: 5 })).toMatchObject({ state: 'paused', units: [] });
    expect(await shop.refused(`/engine/bulkrun/${id}/perform`, { order_id: ids[0] })).toBe('409 bulkrun.state');
    expect(await shop.done(`/bulkrun/${id}/resume`)).toMatchObject({ state: 'running' });
    await shop.done(`/engine/bulkrun/${id}/perform`, { order_id: ids[0] });
    expect(await shop.done(`/bulkrun/${id}/cancel`)).toMatchObject({ state: 'canceled', done: 1, skipped: 2 });
    expect(await brief(id)).toEqual([
      [ids[0], 'done', null],
      [ids[1], 'skipped', 'canceled'],
      [ids[2], 'skipped', 'canceled'],
    ]);
    expect(await shop.refused(`/bulkrun/${id}/resume`)).toBe('409 bulkrun.state');
    expect(await shop.refused(`/bulkrun/${id}/retry`)).toBe('409 bulkrun.state');
    expect(await shop.refused(`/bulkrun/${id}/rate`, { rate: 3 })).toBe('409 bulkrun.state');
    expect(await shop.status(ids[1]!)).toBe('Draft');
  });

  test('names the decider in its timeline and to its workflow', async () => {
    const { id } = await start({ order_id: await drafts(1), action: 'void' });
    await shop.done(`/bulkrun/${id}/pause`, { by: 'Ana Ortiz' });
    await shop.done(`/bulkrun/${id}/rate`, { rate: 5, by: 'Ana Ortiz' });
    await shop.done(`/bulkrun/${id}/resume`);
    const decisions = [
      ['bulkrun.created', 'Administrator'],
      ['bulkrun.paused', 'Ana Ortiz'],
      ['bulkrun.modified', 'Ana Ortiz'],
      ['bulkrun.resumed', 'Administrator'],
    ];
    const timeline: { event: string; detail: { by: string } }[] = await shop.get(`/bulkrun/${id}/timeline`);
    expect(timeline.map(({ event, detail }) => [event, detail.by])).toEqual(decisions);
    const { rows } = await service.sql.query('select payload from outbox where workflow_id = $1 order by id', [
      `bulk/${id}`,
    ]);
    expect(rows.map(({ payload }) => [payload.event, payload.by])).toEqual(decisions);
    expect(rows[2].payload.rate).toBe(5);
  });

  test('changes its rate while it runs', async () => {
    const { id, rate } = await start({ order_id: await drafts(1), action: 'issue', rate: '2.5' });
    expect(rate).toBe(2.5);
    expect(await shop.done(`/bulkrun/${id}/rate`, { rate: 40 })).toMatchObject({ rate: 40 });
    expect(await shop.done(`/engine/bulkrun/${id}/next`, { max: 5 })).toMatchObject({ rate: 40 });
    expect(await shop.done(`/bulkrun/${id}/rate`, { rate: null })).toMatchObject({ rate: null });
  });

  test('processes an order once under concurrent requests', async () => {
    const ids = await drafts(4);
    const { id } = await start({ order_id: ids, action: 'issue' });
    await Promise.all(
      Array.from({ length: 6 }, () =>
        ids.map((order_id) => shop.done(`/engine/bulkrun/${id}/perform`, { order_id })),
      ).flat(),
    );
    expect(await see(id)).toMatchObject({ done: 4 });
    for (const order of ids) {
      const timeline: { event: string }[] = await shop.get(`/salesorder/${order}/timeline`);
      expect(timeline.filter(({ event }) => event === 'salesorder.issued')).toHaveLength(1);
    }
  });

  test('acts as the user who started it, and needs their permission for its action', async () => {
    const { api_key } = await shop.done('/user', {
      first_name: 'Sam',
      usertype: 'API',
      permissions: ['bulkrun.*', 'salesorder.hold'],
    });
    const headers = { authorization: `Basic ${Buffer.from(`${api_key}:`).toString('base64')}` };
    const [order] = await drafts(1);
    const refused = await service.call('POST', '/bulkrun', { order_id: order, action: 'void' }, headers);
    expect([refused.status, refused.body.permission]).toEqual([403, 'salesorder.void']);
    const held = await service.call(
      'POST',
      '/bulkrun',
      { order_id: order, action: 'hold', options: { reason: 'Count' } },
      headers,
    );
    await through(held.body.id);
    const timeline = await shop.get(`/salesorder/${order}/timeline`);
    expect(timeline.at(-1)).toMatchObject({
      event: 'salesorder.held',
      user_agent: `bulk run ${held.body.id}`,
      user: { name: 'Sam' },
    });
  });
});

describe('a bulk run of each action', () => {
  test('is refused without orders, or with an option that its action does not take', async () => {
    expect(await shop.refused('/bulkrun', { action: 'issue' })).toBe('422 body.invalid');
    expect(await shop.refused('/bulkrun', { action: 'issue', select: 'id = 1', order_id: [1] })).toBe(
      '422 body.invalid',
    );
    expect(await shop.refused('/bulkrun', { action: 'issue', select: 'nubmer = 1' })).toBe('400 filter.invalid');
    expect(await shop.refused('/bulkrun', { action: 'issue', order_id: [999_999] })).toBe('422 reference.unknown');
    expect(await shop.refused('/bulkrun', { action: 'dance', select: 'id = 1' })).toBe('422 body.invalid');
    expect(await shop.refused('/bulkrun', { action: 'hold', select: 'id = 1' })).toBe('422 body.invalid');
    const refusal = await shop.post('/bulkrun', { action: 'issue', select: 'id = 1', options: { reason: 'x' } });
    expect(refusal.body.errors).toEqual([
      { pointer: '/options/reason', detail: expect.stringMatching(/no option of issue/) },
    ]);
    expect(await shop.refused('/bulkrun/999999/pause')).toBe('404 record.unknown');
    expect((await service.call('GET', '/bulkrun/999999/order')).status).toBe(404);
  });

  test('voids, releases, unissues, closes short and replans, and skips orders with nothing to do', async () => {
    const part_id = await shop.part({}, 100);
    const order = () => shop.issued([{ part_id, qty: 1 }]);
    const does = async (action: string, order_id: number, options?: object) => {
      const { id } = await start({ action, order_id, options });
      await through(id);
      return (await outcomes(id))[0]!.outcome;
    };
    const one = await order();
    expect(await does('hold', one, { reason: 'Look' })).toBe('done');
    expect(await does('hold', one, { reason: 'Look' })).toBe('skipped');
    expect(await does('release', one)).toBe('done');
    expect(await does('release', one)).toBe('skipped');
    expect(await does('replan', one)).toBe('skipped');
    expect(await does('unissue', one)).toBe('done');
    expect(await does('unissue', one)).toBe('skipped');
    expect(await does('void', one)).toBe('done');
    expect(await does('void', one)).toBe('skipped');
    expect(await does('replan', one)).toBe('failed');
    const two = await order();
    expect(await does('closeshort', two)).toBe('done');
    expect(await does('closeshort', two)).toBe('skipped');
    expect(await service.verify()).toEqual([]);
  });

  test('says of an order with picked units which deletion makes its unissue possible', async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 9), qty: 1 }]);
    await shop.through([order], 'pick');
    const { body } = await service.call('POST', `/salesorder/${order}/unissue`, {});
    const { id } = await start({ action: 'unissue', order_id: order });
    await through(id);
    expect((await outcomes(id))[0]).toMatchObject({ outcome: 'failed', reason: body.detail });
    expect(body.detail).toMatch(/Delete/);
  });

  test('requests autoworks, and an order has the outcome of its autowork', async () => {
    const part_id = await shop.part({}, 100);
    const order = () => shop.issued([{ part_id, qty: 2 }]);
    const [one, two, three] = [await order(), await order(), await order()];
    const { id } = await start({ order_id: [one, two, three], action: 'autowork', options: { task_ids: [1, 2] } });
    for (const order_id of [one, two, three]) {
      for (const _ of [1, 2])
        expect((await shop.done(`/engine/bulkrun/${id}/perform`, { order_id })).outcomes).toEqual([]);
    }
    expect(await shop.done(`/engine/bulkrun/${id}/next`, { max: 5 })).toMatchObject({
      state: 'running',
      units: [],
      under_way: 3,
    });
    const autoworks = (await outcomes(id)).map((row) => row.autowork_id);
    expect(new Set(autoworks).size).toBe(3);
    expect(await shop.get(`/autowork/${autoworks[0]}`)).toMatchObject({
      order_id: one,
      task_ids: [1, 2],
      site_id: shop.siteId,
    });
    const finish = (at: number, outcome: string, more: object = {}) =>
      shop.done(`/engine/autowork/${autoworks[at]}/finish`, { tasks: [{ task_id: 1, outcome, ...more }] });
    await finish(0, 'done');
    await finish(1, 'nothing', { code: 'pick.nothing-left', detail: 'Nothing is left.' });
    expect(await shop.done(`/engine/bulkrun/${id}/next`, { max: 5 })).toMatchObject({
      state: 'running',
      done: 1,
      skipped: 1,
      under_way: 1,
    });
    expect(await shop.done(`/bulkrun/${id}/cancel`)).toMatchObject({ state: 'canceled', skipped: 1 });
    await finish(2, 'refused', { code: 'stock.short', detail: 'Not there.' });
    expect(await shop.done(`/engine/bulkrun/${id}/next`, { max: 5 })).toMatchObject({
      state: 'canceled',
      failed: 1,
      under_way: 0,
    });
    expect(await brief(id)).toEqual([
      [one, 'done', null],
      [two, 'skipped', 'pick.nothing-left'],
      [three, 'failed', 'stock.short'],
    ]);
  });
});

describe('a bulk run that picks', () => {
  test('groups orders into picks, and an order that cannot be picked does not stop the others', async () => {
    const part_id = await shop.part({}, 100);
    const other = await shop.done('/customer', { type: 'Company', name: 'Ernst Handel' });
    const order = (values: Record<string, unknown> = {}) => shop.issued([{ part_id, qty: 1 }], values);
    const [a, b, c, held] = [await order(), await order(), await order(), await order()];
    const [x, y] = [await order({ customer_id: other.id }), await order({ customer_id: other.id })];
    await shop.done(`/salesorder/${held}/hold`, { reason: 'Count' });
    const body = { order_id: [a, b, c, held, x, y], action: 'pick', options: { by: 'customer', max_orders: 2 } };
    const seen = await shop.post('/bulkrun', { ...body, dry_run: 1 });
    expect(seen.status).toBe(200);
    expect(seen.body.picks.map((pick: { orders: number }) => pick.orders)).toEqual([2, 1, 2]);
    expect(seen.body.outcomes).toMatchObject([
      { outcome: 'done', orders: 5 },
      { outcome: 'failed', code: 'order.held', orders: 1 },
    ]);
    const { id } = await start(body);
    await through(id);
    const rows = await outcomes(id);
    expect(rows.map((row) => [row.order_id, row.unit, row.outcome])).toEqual([
      [a, 1, 'done'],
      [b, 1, 'done'],
      [c, 2, 'done'],
      [held, 2, 'failed'],
      [x, 3, 'done'],
      [y, 3, 'done'],
    ]);
    const pickOf = new Map(rows.map((row) => [row.order_id, row.pick_id]));
    expect(new Set([pickOf.get(a!), pickOf.get(c!), pickOf.get(x!)]).size).toBe(3);
    expect(pickOf.get(a!)).toBe(pickOf.get(b!));
    const lines = await shop.get(`/pick/${pickOf.get(x!)}/line`);
    expect(lines.map((line: { order_id: number }) => line.order_id)).toEqual([x, y]);
    expect(await service.verify()).toEqual([]);
  });

  test('evaluates the deferred rules of picking before it picks an order', async () => {
    const fragile = await shop.issued([{ part_id: await shop.part({ upc: 'fragile' }, 5), qty: 1 }]);
    const plain = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
    const { id } = await start({ order_id: [fragile, plain], action: 'pick', options: { by: 'customer' } });
    await through(id);
    expect(await brief(id)).toEqual([
      [fragile, 'failed', 'order.held'],
      [plain, 'done', null],
    ]);
    expect((await shop.see(fragile)).hold_reason).toBe('Fragile');
  });
});

describe('a bulk run of many orders', () => {
  test('changes nothing in a dry run, and shows the outcomes, plans and warnings', async () => {
    const part_id = await shop.part({}, 3);
    const order = () => shop.order([{ part_id, qty: 2 }], { note: 'dry' });
    const [one, two, issued] = [await order(), await order(), await order()];
    const bare = await shop.order([], { note: 'dry' });
    await shop.done(`/salesorder/${issued}/issue`, { ignore_warnings: 1 });
    await shop.done(`/salesorder/${issued}/void`);
    const tables = async () =>
      (
        await service.sql.query(`select (select count(*) from bulkrun) as runs, (select count(*) from work) as work,
        (select sum(qty_committed) from inventory) as committed, (select count(*) from outbox) as outbox,
        (select md5(string_agg(s::text, '|' order by id)) from salesorder s) as orders`)
      ).rows[0];
    const before = await tables();
    const { status, body } = await shop.post('/bulkrun', { select: 'note = "dry"', action: 'issue', dry_run: 1 });
    expect(await tables()).toEqual(before);
    expect(status).toBe(200);
    expect(body).toMatchObject({ dry_run: true, action: 'issue', total: 4, planned: 3, picks: null });
    expect(body.outcomes).toEqual([
      { outcome: 'done', code: null, reason: null, orders: 2, examples: [one, two] },
      {
        outcome: 'failed',
        code: 'order.state',
        reason: expect.stringMatching(/^It is Void/),
        orders: 1,
        examples: [issued],
      },
      { outcome: 'warned', code: 'order.warnings', reason: null, orders: 1, examples: [bare] },
    ]);
    expect(body.plans).toEqual([
      { plan: expect.stringMatching(/^pick .*, pickup /), orders: 3, examples: [one, two, bare] },
    ]);
    expect(body.warnings).toContainEqual({
      code: 'stock.short',
      message: expect.stringMatching(/need 4 together, and 3 are available/),
      orders: 2,
      examples: [one, two],
    });
    expect(body.warnings).toContainEqual({
      code: 'order.no-lines',
      message: expect.any(String),
      orders: 1,
      examples: [bare],
    });
  });

  test('selects tens of thousands of orders in one statement', async () => {
    const [template] = await drafts(1, { note: 'many' });
    await service.sql.query(
      `insert into salesorder (number, customer_id, status_id, site_id, priority, note)
       select 'M' || n, customer_id, status_id, site_id, priority, 'many' from salesorder, generate_series(1, 20000) n where id = $1`,
      [template],
    );
    const began = performance.now();
    const { id, total } = await start({ select: 'note = "many"', action: 'hold', options: { reason: 'Count' } });
    expect(total).toBe(20_001);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await shop.done(`/bulkrun/${id}/cancel`)).toMatchObject({ skipped: 20_001 });
  });
});

test('a run is over orders of one kind, and needs the permissions of that kind', async () => {
  const part_id = await shop.part({}, 100);
  const lines = [{ part_id, qty: 1 }];
  const used = (await shop.done('/useorder', { purpose: 'Repair', note: 'of a kind', lines })).id;
  const sold = await shop.order(lines, { note: 'of a kind' });
  const select = 'note = "of a kind"';
  const [sales, uses] = [
    await start({ select, action: 'issue' }),
    await start({ select, kind: 'use', action: 'issue' }),
  ];
  expect([sales.kind, uses.kind]).toEqual(['sales', 'use']);
  await through(sales.id);
  await through(uses.id);
  expect([await brief(sales.id), await brief(uses.id)]).toEqual([[[sold, 'done', null]], [[used, 'done', null]]]);
  expect((await shop.get(`/useorder/${used}?embed=status`)).status.name).toBe('Issued');
  const byPurpose = { select: 'purpose = "Repair"', kind: 'use', action: 'hold', options: { reason: 'Count' } };
  expect(await start({ ...byPurpose, dry_run: 1 })).toMatchObject({ total: 1 });
  expect(await shop.refused('/bulkrun', { order_id: [sold], kind: 'use', action: 'void' })).toBe(
    '422 reference.unknown',
  );
  const user = await shop.done('/user', {
    ...{ first_name: 'U', usertype: 'API', permissions: ['bulkrun.create', 'salesorder.read', 'salesorder.void'] },
  });
  const authorization = `Basic ${Buffer.from(`${user.api_key}:`).toString('base64')}`;
  const asUser = (kind: string) =>
    service.call('POST', '/bulkrun', { select: 'note = "x"', kind, action: 'void' }, { authorization });
  expect((await asUser('sales')).status).toBe(201);
  expect((await asUser('use')).body).toMatchObject({ code: 'permission.missing', permission: 'useorder.void' });
});
