import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({}, 'each');

/** Takes all signals out of the outbox: `<workflow> <event>`, or `<workflow> start`, in their sequence. */
const takeSignals = async () => {
  const { rows } = await service.sql.query<{ workflow_id: string; kind: string; event: string }>(
    `with sent as (delete from outbox returning id, workflow_id, kind, payload ->> 'event' as event)
     select workflow_id, kind, event from sent order by id`,
  );
  return rows.map(({ workflow_id, kind, event }) => `${workflow_id} ${event ?? kind}`);
};
/** Sends a call as the engine does, for the workflow of an order. */
const engine = (orderId: number, path: string, body: unknown = {}) => {
  const authorization = `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}`;
  return service.call('POST', path, body, { authorization, 'x-conveyor-workflow': `order/${orderId}` });
};
const issued = async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
  await takeSignals();
  return id;
};

describe('signals to the engine', () => {
  test('an issue starts the workflow with its complete input', async () => {
    await takeSignals();
    const carrier_id = await shop.carrier('Own Van');
    const id = await shop.order([{ part_id: await shop.part({}, 9), qty: 2 }], { carrier_id });
    await shop.done(`/salesorder/${id}/issue`);
    const { rows } = await service.sql.query('select workflow_id, kind, payload from outbox');
    const { number } = await shop.see(id);
    expect(rows).toMatchObject([
      {
        workflow_id: `order/${id}`,
        kind: 'start',
        payload: {
          orderId: id,
          number,
          title: `Order ${number} · Alfreds Futterkiste · Own Van`,
          customerId: shop.customerId,
          lines: 1,
          steps: ['pick', 'pack', 'ship', 'pickup'].map((step) => ({
            step,
            required: true,
            by: 'hand',
            why: expect.any(String),
          })),
          carrier: { name: 'Own Van', book_at: null },
        },
      },
    ]);
    await takeSignals();
    await shop.done(`/salesorder/${id}/issue`);
    expect(await takeSignals()).toEqual([]);
  });

  test('the start of an order on hold says so, and no signal repeats what its issue wrote', async () => {
    const id = await shop.order([{ part_id: await shop.part({}, 9), qty: 2 }]);
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
    await takeSignals();
    await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    const { rows } = await service.sql.query('select kind, payload ->> $1 as held from outbox', ['held']);
    expect(rows).toEqual([{ kind: 'start', held: 'true' }]);
    await takeSignals();
  });

  test('a refused request sends no signal', async () => {
    const id = await shop.order([{ part_id: await shop.part(), qty: 2 }]);
    await takeSignals();
    expect((await shop.post(`/salesorder/${id}/issue`)).status).toBe(428);
    expect(await takeSignals()).toEqual([]);
  });

  test('drafts have no workflow and send no signal', async () => {
    await takeSignals();
    const id = await shop.order([{ part_id: await shop.part(), qty: 2 }]);
    await shop.done(`/salesorder/${id}`, { note: 'Ring twice' }, 'PUT');
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
    await shop.done(`/salesorder/${id}/release`);
    await shop.done(`/salesorder/${id}/void`);
    expect(await takeSignals()).toEqual([]);
  });

  test('each step that a person finishes signals the workflow once', async () => {
    const id = await issued();
    const signals: string[][] = [];
    for (const task of ['pick', 'pack', 'ship', 'pickup'] as const) {
      await shop.through([id], task);
      signals.push(await takeSignals());
    }
    expect(signals).toEqual([
      [`order/${id} pick.finished`],
      [`order/${id} pack.finished`],
      [`order/${id} ship.finished`],
      [`order/${id} salesorder.fulfilled`],
    ]);
  });

  test.each([
    ['hold', { reason: 'Wait' }, 'salesorder.held'],
    ['void', {}, 'salesorder.voided'],
    ['unissue', {}, 'salesorder.unissued'],
    ['closeshort', {}, 'salesorder.closedshort'],
    ['skip', { step: 'pack', by: 'Ann' }, 'salesorder.replanned'],
  ])('%s signals the workflow', async (verb, body, event) => {
    const id = await issued();
    await shop.done(`/salesorder/${id}/${verb}`, body);
    expect(await takeSignals()).toEqual([`order/${id} ${event}`]);
    await shop.done(`/salesorder/${id}/${verb}`, body);
    expect(await takeSignals()).toEqual([]);
  });
});

describe('the orders that get a signal', () => {
  test('a record of several orders signals all of them', async () => {
    const [a, b] = [await issued(), await issued()];
    await shop.perform('pick', [a, b]);
    expect((await takeSignals()).sort()).toEqual([`order/${a} pick.finished`, `order/${b} pick.finished`].sort());
  });

  test('a workflow gets no signal about its own requests, and other workflows do', async () => {
    const [a, b] = [await issued(), await issued()];
    expect((await engine(a, '/task/1/perform', { order_id: [a] })).status).toBe(200);
    expect(await takeSignals()).toEqual([]);
    await shop.perform('pick', [b]);
    await takeSignals();
    const pack = await shop.done('/packlinebyorder', { order_id: [a, b], start_in_carton: 1 });
    await takeSignals();
    expect((await engine(a, `/pack/${pack.id}/finish`)).status).toBe(200);
    expect(await takeSignals()).toEqual([`order/${b} pack.finished`]);
  });

  test('a signal names the person and the event', async () => {
    const id = await issued();
    await shop.done(`/salesorder/${id}/skip`, { step: 'pack', by: 'Ana Ortiz' });
    const { rows } = await service.sql.query('delete from outbox returning payload');
    const detail = { skipped: 'pack', by: 'Ana Ortiz' };
    expect(rows).toEqual([{ payload: { event: 'salesorder.replanned', by: 'Administrator', detail } }]);
  });

  test('only the engine may send the id of a workflow', async () => {
    const id = await issued();
    const reply = await service.call(
      'POST',
      '/task/1/perform',
      { order_id: [id] },
      { 'x-conveyor-workflow': `order/${id}` },
    );
    expect(reply.status).toBe(200);
    expect(await takeSignals()).toEqual([`order/${id} pick.finished`]);
  });

  test('stock that arrives signals the orders whose shortage ends, also the workflow that released it', async () => {
    const part = await shop.part({}, 2);
    const [a, b, c] = [
      await shop.issued([{ part_id: part, qty: 2 }]),
      await shop.issued([{ part_id: part, qty: 1 }]),
      await shop.issued([{ part_id: part, qty: 2 }]),
    ];
    await takeSignals();
    await engine(a, `/salesorder/${a}/void`);
    expect(await takeSignals()).toEqual([`order/${b} salesorder.stocked`]);
    await shop.stock(part, 1);
    expect(await takeSignals()).toEqual([`order/${c} salesorder.stocked`]);
  });
});

describe('repeats', () => {
  test('a repeat with an Idempotency-Key gets the first answer, and no change is made twice', async () => {
    const part = await shop.part({}, 9);
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    const key = { 'idempotency-key': `pick ${id}` };
    const first = await service.call('POST', '/picklinebyorder', { order_id: [id] }, key);
    const again = await service.call('POST', '/picklinebyorder', { order_id: [id] }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await service.call('POST', '/picklinebyorder', { order_id: [id, id + 1] }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.other-request' } });
    const stocked = { part_id: part, location_id: shop.stockId, qty: 5 };
    for (let times = 0; times < 3; times++) {
      await service.call('POST', '/inventoryadjustment', stocked, { 'idempotency-key': `stock ${id}` });
    }
    expect(await shop.units(part)).toEqual({ storage: 14 });
  });

  test('a refusal is repeated as well', async () => {
    const id = await shop.order([{ part_id: await shop.part() }]);
    const key = { 'idempotency-key': `early ${id}` };
    const first = await service.call('POST', '/picklinebyorder', { order_id: [id] }, key);
    await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    expect(await service.call('POST', '/picklinebyorder', { order_id: [id] }, key)).toMatchObject({
      status: 409,
      body: first.body,
    });
  });

  test('Prefer: return=minimal answers the id alone', async () => {
    const id = await issued();
    const reply = await service.call('POST', '/task/1/perform', { order_id: [id] }, { prefer: 'return=minimal' });
    expect(Object.keys(reply.body).sort()).toEqual(['id', 'order_ids']);
  });
});

describe('the invariants', () => {
  test('GET /verify names the rules and the rows that break them', async () => {
    const part = await shop.part({}, 3);
    await shop.issued([{ part_id: part, qty: 2 }]);
    const clean = await shop.get('/verify');
    expect(clean).toMatchObject({ violations: [] });
    expect(clean.rules).toBeGreaterThan(10);
    await service.sql.query('update inventory set qty_committed = 1 where part_id = $1', [part]);
    expect(await shop.get('/verify')).toMatchObject({
      violations: [
        { rule: 'committed is the sum of open reservations', rows: [{ part_id: part, qty_committed: 1, reserved: 2 }] },
      ],
    });
    await service.sql.query('update inventory set qty_committed = 2 where part_id = $1', [part]);
  });
});
