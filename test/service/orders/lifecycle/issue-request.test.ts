import { beforeEach, describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** Waiting drafts for one part. */
const drafts = Number(process.env.CONVEYOR_WAITING_DRAFTS ?? 300);

const { service, shop } = await testShop(
  { config: 'issue: { part.inactive: wait, order.address-unknown: ignore }' },
  'each',
);
beforeEach(async () => {
  await takeRows();
});

const takeRows = async () => {
  const { rows } = await service.sql.query<{ workflow_id: string; kind: string; payload: Record<string, unknown> }>(
    `with sent as (delete from outbox returning id, workflow_id, kind, payload)
     select workflow_id, kind, payload from sent order by id`,
  );
  return rows;
};
const takeSignals = async () =>
  (await takeRows()).map(({ workflow_id, kind, payload }) => `${workflow_id} ${payload.event ?? kind}`);

const issue = (id: number, body: object = { when: 'possible' }) =>
  service.call('POST', `/salesorder/${id}/issue`, body);

/** Sends the issue as the workflow of the order does, on behalf of the administrator. */
const issueAsWorkflow = (id: number) =>
  service.call(
    'POST',
    `/salesorder/${id}/issue`,
    {},
    {
      authorization: `Basic ${btoa(`${service.engineKey}:`)}`,
      'x-conveyor-workflow': `order/${id}`,
    },
  );

async function waiting(partId: number, qty: number, values: Record<string, unknown> = {}): Promise<number> {
  const id = await shop.order([{ part_id: partId, qty }], values);
  expect(await issue(id)).toMatchObject({ status: 202, body: null });
  return id;
}

describe('asking', () => {
  test('an order without warnings is issued at once, and only its start is written', async () => {
    const id = await shop.order([{ part_id: await shop.part({}, 5), qty: 2 }]);
    const { status, body } = await issue(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, issue_requested_at: null });
    const rows = await takeRows();
    expect(rows).toMatchObject([
      { workflow_id: `order/${id}`, kind: 'start', payload: { issued: { by: 'Administrator', ignored: [] } } },
    ]);
    expect(rows[0]?.payload).not.toHaveProperty('issue');
  });

  test('an order whose stock arrives while its request is stored is issued, and its workflow starts', async () => {
    const part = await shop.part();
    // The delivery comes between the attempt, which was short, and the look at the stock after the request is stored.
    await service.sql.query(`
      create function deliver() returns trigger language plpgsql as $$ begin
        insert into inventory (part_id, location_id, qty) values (${part}, ${shop.stockId}, 5);
        insert into inventorymovement (site_id, part_id, to_location_id, qty, reason)
          values (${shop.siteId}, ${part}, ${shop.stockId}, 5, 'test');
        return null;
      end $$;
      create trigger deliver after update on issue_request for each row execute function deliver()`);
    const id = await shop.order([{ part_id: part, qty: 2 }]);
    const { status } = await issue(id);
    await service.sql.query('drop trigger deliver on issue_request; drop function deliver()');
    expect([status, await shop.status(id)]).toEqual([200, 'Issued']);
    expect(await takeRows()).toMatchObject([{ workflow_id: `order/${id}`, kind: 'start', payload: { issued: {} } }]);
  });

  test('a short order stays a draft that waits, and its progress says for what', async () => {
    const part = await shop.part({ number: 'KET-STE' }, 1);
    const id = await shop.order([{ part_id: part, qty: 5 }]);
    const { status, headers } = await issue(id);
    expect(status).toBe(202);
    expect(headers.get('location')).toMatch(new RegExp(`/salesorder/${id}/progress$`));
    expect(await shop.status(id)).toBe('Draft');
    expect(await takeRows()).toMatchObject([
      {
        workflow_id: `order/${id}`,
        kind: 'start',
        payload: { issue: { by: 'Administrator' }, steps: [{ step: 'pick' }, {}, {}, {}] },
      },
    ]);
    const progress = await shop.progress(id);
    expect(progress).toMatchObject({
      status: 'Draft',
      step: 'issue',
      state: 'waiting',
      waiting_for: 'stock: Of part KET-STE, 4 of 5 are not available.',
      steps: [{ step: 'issue', required: true, by: 'automatic', done: false, why: 'asked for by Administrator' }],
      issue: {
        requested_by: 'Administrator',
        needs_person: false,
        warnings: [{ code: 'stock.short', handling: 'wait' }],
      },
    });
    expect(await shop.units(part)).toEqual({ storage: 1 });
    const { rows } = await service.sql.query('select sum(qty_committed)::int as n from inventory where part_id = $1', [
      part,
    ]);
    expect(rows[0].n).toBe(0);
    expect((await shop.get(`/salesorder/${id}/timeline`)).map(({ event }: { event: string }) => event)).toEqual([
      'salesorder.created',
      'salesorder.issuerequested',
    ]);
  });

  test('without `when`, the answer is 428 as before, also for a draft that waits', async () => {
    const part = await shop.part({ number: 'SHORT-1' });
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    const before = await issue(id, {});
    await issue(id);
    const after = await issue(id, {});
    expect(before.status).toBe(428);
    expect(after.status).toBe(428);
    const { instance: _, request_id: __, ...first } = before.body;
    expect(after.body).toMatchObject(first);
    expect(first.warnings).toEqual([
      { code: 'stock.short', message: 'Of part SHORT-1, 1 of 1 are not available.', pointer: '/lines/0/qty' },
    ]);
  });

  test('a warning that needs a person puts the order in attention, and one that the operators ignore does not count', async () => {
    const hollow = await shop.part({ parttype_id: 3 });
    const id = await waiting(hollow, 1, { ship_to_name: null });
    expect(await shop.progress(id)).toMatchObject({
      state: 'attention',
      issue: { needs_person: true, warnings: [{ code: 'part.no-components', handling: 'attention' }] },
    });
    expect(await shop.done(`/salesorder/${id}/issue`, { ignore_warnings: 1 })).toMatchObject({
      issue_requested_at: null,
    });
    expect(await shop.status(id)).toBe('Issued');
  });

  test('an order is not issued before its date, although nothing else stands in the way', async () => {
    const id = await shop.order([{ part_id: await shop.part({}, 5), qty: 1 }]);
    const not_before = new Date(Date.now() + 3_600_000).toISOString();
    expect((await issue(id, { when: 'possible', not_before })).status).toBe(202);
    expect(await shop.progress(id)).toMatchObject({
      state: 'waiting',
      waiting_for: expect.stringMatching(/^the date /),
    });
    expect((await issue(id, { when: 'possible' })).status).toBe(200);
    expect(await shop.status(id)).toBe('Issued');
  });
});

describe('the workflow', () => {
  test('issues the draft when stock is there, without another start, and a repeat changes nothing', async () => {
    const part = await shop.part();
    const id = await waiting(part, 2);
    await takeRows();
    expect(await issueAsWorkflow(id)).toMatchObject({ status: 428, body: { code: 'order.warnings' } });
    await shop.stock(part, 2);
    expect(await takeSignals()).toEqual([`order/${id} salesorder.stocked`]);
    expect((await issueAsWorkflow(id)).status).toBe(200);
    expect(await takeSignals()).toEqual([]);
    expect((await issueAsWorkflow(id)).status).toBe(200);
    const { rows } = await service.sql.query('select 1 from issue_request where order_id = $1', [id]);
    expect(rows).toEqual([]);
    expect((await shop.get(`/salesorder/${id}/timeline`)).at(-1)).toMatchObject({
      event: 'salesorder.issued',
      detail: { requested_by: 'Administrator' },
    });
  });

  test('does not issue a draft whose request was taken back', async () => {
    const part = await shop.part();
    const id = await waiting(part, 2);
    await takeRows();
    await shop.done(`/salesorder/${id}/unissue`);
    expect(await takeSignals()).toEqual([`order/${id} salesorder.unissued`]);
    await shop.stock(part, 2);
    expect(await takeSignals()).toEqual([]);
    expect(await issueAsWorkflow(id)).toMatchObject({ status: 409, body: { code: 'order.state' } });
    expect(await shop.status(id)).toBe('Draft');
    expect(await shop.progress(id)).not.toHaveProperty('issue');
  });
});

describe('wakes', () => {
  test('a hold, its end, a change, a retry, a void and a deletion signal the workflow', async () => {
    const part = await shop.part();
    const id = await waiting(part, 1);
    await takeRows();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Credit check' });
    await shop.done(`/salesorder/${id}/release`);
    await shop.done(`/salesorder/${id}`, { note: 'Hurry' }, 'PUT');
    await shop.done(`/salesorder/${id}/retry`);
    await shop.done(`/salesorder/${id}/void`);
    expect(await takeSignals()).toEqual(
      ['held', 'released', 'modified', 'retried', 'voided'].map((what) => `order/${id} salesorder.${what}`),
    );
    const other = await waiting(part, 1);
    await takeRows();
    await shop.done(`/salesorder/${other}`, undefined, 'DELETE');
    expect(await takeSignals()).toEqual([`order/${other} salesorder.deleted`]);
  });

  test('a part that is active again signals the drafts that waited for it', async () => {
    const part = await shop.part({}, 1);
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    await shop.done(`/part/${part}`, { active: false }, 'PUT');
    expect((await issue(id)).status).toBe(202);
    await takeRows();
    await shop.done(`/part/${part}`, { active: true }, 'PUT');
    expect(await takeSignals()).toEqual([`order/${id} part.modified`]);
    expect((await issueAsWorkflow(id)).status).toBe(200);
  });

  test('issued orders are served first, then drafts by priority and age, as far as the stock goes', async () => {
    const part = await shop.part();
    const issued = await shop.issued([{ part_id: part, qty: 2 }]);
    const [late, large, small, first] = [
      await waiting(part, 2),
      await waiting(part, 9),
      await waiting(part, 1),
      await waiting(part, 3, { priority: 1 }),
    ];
    await takeRows();
    await shop.stock(part, 8);
    expect(await takeSignals()).toEqual([issued, first, late, small].map((id) => `order/${id} salesorder.stocked`));
    expect(large).toBeGreaterThan(0);
  });

  test('a draft that is held, or short of another part too, takes no stock from others', async () => {
    const [part, other] = [await shop.part(), await shop.part()];
    const held = await waiting(part, 1);
    await shop.done(`/salesorder/${held}/hold`, { reason: 'Credit check' });
    expect((await issueAsWorkflow(held)).status).toBe(428);
    const both = await shop.order([
      { part_id: part, qty: 1 },
      { part_id: other, qty: 1 },
    ]);
    expect((await issue(both)).status).toBe(202);
    const free = await waiting(part, 1);
    await takeRows();
    await shop.stock(part, 1);
    expect(await takeSignals()).toEqual([`order/${free} salesorder.stocked`]);
  });

  test('stock that a woken draft does not take is offered to the next one', async () => {
    const part = await shop.part();
    const [first, second] = [await waiting(part, 1), await waiting(part, 1)];
    await takeRows();
    await shop.stock(part, 1);
    expect(await takeSignals()).toEqual([`order/${first} salesorder.stocked`]);
    await shop.done(`/salesorder/${first}/unissue`);
    expect(await takeSignals()).toEqual(expect.arrayContaining([`order/${second} salesorder.stocked`]));
  });

  test(`${drafts} drafts wait for one part: no more are woken than the stock is enough for`, async () => {
    const part = await shop.part();
    const model = await waiting(part, 1);
    await service.sql.query(
      `with made as (
         insert into salesorder (number, customer_id, site_id, ship_to_name, ship_city, issue_requested_at)
         select 'WAIT-' || n, customer_id, site_id, ship_to_name, ship_city, issue_requested_at
         from salesorder, generate_series(2, $2::int) n where id = $1 returning id
       ), lines as (
         insert into salesorderline (salesorder_id, part_id, qty) select id, $3, 1 from made
       ), requests as (
         insert into issue_request (order_id, account_id, stock_only, warnings)
         select m.id, r.account_id, true, r.warnings from made m, issue_request r where r.order_id = $1
       )
       insert into issue_request_need (order_id, site_id, part_id, qty, stock_only, priority, requested_at)
       select m.id, n.site_id, n.part_id, n.qty, true, n.priority, now() from made m, issue_request_need n where n.order_id = $1`,
      [model, drafts, part],
    );
    await service.sql.query('select keep_order_state(array(select id from salesorder))');
    await takeRows();
    const arriving = Math.ceil(drafts / 20);
    const begin = performance.now();
    await shop.stock(part, arriving);
    if (process.env.PRINT_FIGURES) console.log(`${drafts} drafts, ${arriving} units: ${performance.now() - begin} ms`);
    const signals = await takeSignals();
    expect(signals).toHaveLength(arriving);
    expect(signals).toContain(`order/${model} salesorder.stocked`);
  }, 120_000);
});

test('a bulk run issues what it can, and the rest of its orders wait', async () => {
  const part = await shop.part({}, 1);
  const [now, later] = [await shop.order([{ part_id: part, qty: 1 }]), await shop.order([{ part_id: part, qty: 1 }])];
  const run = { order_id: [now, later], action: 'issue', options: { when: 'possible' } };
  expect((await shop.done('/bulkrun', { ...run, dry_run: true })).outcomes).toHaveLength(1);
  const { id } = await shop.done('/bulkrun', run);
  const performed = await service.call(
    'POST',
    `/engine/bulkrun/${id}/perform`,
    { order_id: [now, later] },
    { authorization: `Basic ${btoa(`${service.engineKey}:`)}`, 'x-conveyor-workflow': `bulk/${id}` },
  );
  expect(performed.body.outcomes).toEqual([
    { order_id: now, outcome: 'done', code: null, reason: null },
    { order_id: later, outcome: 'done', code: 'order.waits', reason: expect.stringContaining('as soon as') },
  ]);
  expect([await shop.status(now), await shop.status(later)]).toEqual(['Issued', 'Draft']);
  expect(await shop.progress(later)).toMatchObject({ step: 'issue', state: 'waiting' });
});
