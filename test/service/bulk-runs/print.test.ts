import { expect, test } from 'vitest';
import { type ReadPdf, readPdf } from '../../lib/printing/read-pdf.ts';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop();
const part_id = await shop.part({}, 10_000);

const start = (order_id: number[], options: object = {}) =>
  shop.done('/bulkrun', { order_id, action: 'print', options });
const outcomes = async (run: number) =>
  (await shop.get(`/bulkrun/${run}/order?sort=unit,id`)).data as {
    order_id: number;
    outcome: string;
    code: string | null;
    reason: string | null;
  }[];
const numberOf = async (id: number) => (await shop.see(id)).number as string;

/** Processes a run as the engine does, four orders at a time. */
async function through(run: number): Promise<void> {
  for (;;) {
    const { units, state } = await shop.done(`/engine/bulkrun/${run}/next`, { max: 4 });
    if (state !== 'running') return;
    await Promise.all(units.map((order_id: number[]) => shop.done(`/engine/bulkrun/${run}/perform`, { order_id })));
  }
}
async function pdfOf(run: number): Promise<ReadPdf> {
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const answer = await fetch(`${service.url}/bulkrun/${run}/pdf`, { headers: { authorization } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="bulkrun-${run}.pdf"`);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}
const picked = async (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });
const issued = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await shop.issued([{ part_id, qty: 1 }]));
  return ids;
};

test('prints the documents of each order, a shared pick once, and gives the reason for the other orders', async () => {
  const [one, two, three, waiting] = (await issued(4)) as [number, number, number, number];
  const draft = await shop.order([{ part_id, qty: 1 }]);
  await shop.through([three], 'pick', 'pack', 'ship');
  const pick = await picked(one, two);
  const all = [one, two, three, waiting, draft];
  const { id } = await start(all);
  await through(id);
  expect(await shop.get(`/bulkrun/${id}`)).toMatchObject({ state: 'done', done: 3, skipped: 2, failed: 0 });
  const [, , , notYet, never] = await outcomes(id);
  expect(notYet).toMatchObject({
    outcome: 'skipped',
    code: 'nothing-to-do',
    reason: 'There is nothing to print now: no pick list, no packing slip.',
  });
  expect(never).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/is Draft: it has no documents to print/),
  });
  const { data } = await shop.get(`/document?bulkrun_id=${id}&sort=kind`);
  expect(data).toMatchObject([
    { kind: 'packingslip', salesorder_id: three },
    { kind: 'picklist', pick_id: pick.id, salesorder_id: null },
  ]);
  const { pages } = await pdfOf(id);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain(pick.number);
  expect(pages[1]).toContain(await numberOf(three));
});

test('skips and names printed documents, and prints them again on request', async () => {
  const [order] = (await issued(1)) as [number];
  const pick = await picked(order);
  const first = await start([order]);
  await through(first.id);
  const [document] = (await shop.get(`/document?bulkrun_id=${first.id}`)).data;
  const tried = await shop.post('/bulkrun', { order_id: [order], action: 'print', dry_run: 1 });
  expect(tried.body.outcomes).toEqual([
    { outcome: 'skipped', code: 'nothing-to-do', reason: 'It was printed already.', orders: 1, examples: [order] },
  ]);
  const second = await start([order]);
  await through(second.id);
  const [skipped] = await outcomes(second.id);
  expect(skipped!.reason).toMatch(
    new RegExp(
      `^It was printed already: pick list ${pick.number} on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC as document ${document.id}\\.$`,
    ),
  );
  expect(await shop.refused(`/bulkrun/${second.id}/pdf`, undefined, 'GET')).toBe('404 record.unknown');
  expect(
    (await shop.post('/bulkrun', { order_id: [order], action: 'print', options: { again: 1 }, dry_run: 1 })).body
      .outcomes,
  ).toMatchObject([{ outcome: 'done', orders: 1 }]);
  const third = await start([order], { again: 1, documents: 'picklist' });
  await through(third.id);
  expect(await shop.get(`/bulkrun/${third.id}`)).toMatchObject({ done: 1, skipped: 0 });
  expect((await pdfOf(third.id)).pages).toHaveLength(1);
});

test('has its pages in the sequence of the run', async () => {
  const ids = await issued(6);
  for (const id of ids) await picked(id);
  await shop.done(`/salesorder/${ids[5]}`, { priority: 1 }, 'PUT');
  const { id } = await start(ids);
  for (const order of [...ids].reverse()) await shop.done(`/engine/bulkrun/${id}/perform`, { order_id: order });
  await through(id);
  const order = (await outcomes(id)).map(({ order_id }) => order_id);
  const numbers = await Promise.all(order.map(numberOf));
  const { pages } = await pdfOf(id);
  expect(pages.map((page) => page.match(/SO-\d+/)?.[0])).toEqual(numbers);
});

test('takes kinds of documents as words, and refuses unknown kinds', async () => {
  const refused = await shop.post('/bulkrun', {
    order_id: [1],
    action: 'print',
    options: { documents: 'picklist,bill' },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'body.invalid' } });
  expect(refused.body.errors).toEqual([
    { pointer: '/options/documents', detail: expect.stringMatching(/picklist, packingslip, cartonlabel/) },
  ]);
  expect(await shop.refused('/bulkrun', { order_id: [1], action: 'issue', options: { again: 1 } })).toBe(
    '422 body.invalid',
  );
});

test('stops drawing after the client has disconnected', async () => {
  const [order] = (await issued(1)) as [number];
  await picked(order);
  const { id } = await start([order]);
  await through(id);
  await service.sql.query(
    `with copies as (
      insert into document (kind, number, site_id, salesorder_id, pick_id, content, bulkrun_id, account_id)
      select kind, number, site_id, salesorder_id, pick_id, content, bulkrun_id, account_id
      from document, generate_series(1, 3000) where bulkrun_id = $1 returning id)
    insert into document_order select id, $2 from copies`,
    [id, order],
  );
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const left = new AbortController();
  const answer = await fetch(`${service.url}/bulkrun/${id}/pdf`, { headers: { authorization }, signal: left.signal });
  const { value } = await answer.body!.getReader().read();
  expect(Buffer.from(value!).toString('latin1', 0, 4)).toBe('%PDF');
  left.abort();
  const busy = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // The rest would take this process several seconds.
  expect(process.cpuUsage(busy).user / 1e6).toBeLessThan(0.7);
  expect(await shop.get(`/bulkrun/${id}`)).toMatchObject({ state: 'done', done: 1 });
});
