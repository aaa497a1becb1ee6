import { expect, test } from 'vitest';
import { readPdf } from '../../lib/printing/read-pdf.ts';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop();
const dock = (await shop.done('/location', { site_id: shop.siteId, name: 'Returns dock', active: false })).id;
const quarantine = (await shop.done('/location', { site_id: shop.siteId, name: 'Quarantine', active: false })).id;
const shelf = await shop.storage('Returns shelf');

/** An order whose goods left, with a line for each part. */
async function delivered(lines: { part_id: number; qty: number; unit_price?: number }[], values = {}) {
  const id = await shop.issued(lines, values);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const order = await shop.see(id, 'lines');
  return { id, lines: order.lines.map((line: { id: number }) => line.id) as number[] };
}
const request = (salesorder_id: number, ...lines: [line_id: number, qty: number][]) =>
  shop.done('/returnorder', { salesorder_id, lines: lines.map(([line_id, qty]) => ({ line_id, qty })) });
const on = (id: number, verb: string, body: object = {}) => shop.done(`/returnorder/${id}/${verb}`, body);
const refused = (id: number, verb: string, body: object = {}) => shop.refused(`/returnorder/${id}/${verb}`, body);
const stockAt = async (partId: number, location: number) =>
  (await shop.get(`/inventory?part_id=${partId}&location_id=${location}`)).data.reduce(
    (sum: number, { qty }: { qty: number }) => sum + qty,
    0,
  );

test('a return is authorised, received, inspected and closed with a credit in the proportions of the invoice', async () => {
  const part_id = await shop.part({}, 3);
  const { id, lines } = await delivered([{ part_id, qty: 3, unit_price: 10 }], { total_tax: 10 });
  const made = await request(id, [lines[0]!, 2]);
  expect(made).toMatchObject({
    number: `R-${made.id}`,
    status_id: 1,
    customer_id: shop.customerId,
    site_id: shop.siteId,
  });
  expect(made.lines).toMatchObject([{ part_id, qty_requested: 2, qty_authorised: 0, qty_received: 0 }]);
  expect(await refused(made.id, 'receive', { location_id: dock, lines: [{ part_id }] })).toBe('409 returnorder.state');
  expect(await on(made.id, 'authorise')).toMatchObject({ status_id: 2, lines: [{ qty_authorised: 2 }] });
  const arrived = await on(made.id, 'receive', {
    location_id: dock,
    lines: [{ part_id }, { part_id, condition: 'wet' }],
  });
  expect(arrived).toMatchObject({ status_id: 3, units: [{ qty: 1 }, { qty: 1, condition: 'wet' }] });
  expect(await stockAt(part_id, dock)).toBe(2);
  const [good, wet] = arrived.units.map((unit: { id: number }) => unit.id);
  const first = { unit_id: good, outcome: 'restock', location_id: shelf };
  expect(await on(made.id, 'inspect', { units: [first] })).toMatchObject({ status_id: 3 });
  expect(await refused(made.id, 'close')).toBe('409 returnorder.state');
  const scrap = { unit_id: wet, outcome: 'scrap' };
  expect(await refused(made.id, 'inspect', { units: [scrap] })).toBe('422 body.invalid');
  const inspected = await on(made.id, 'inspect', { units: [{ ...scrap, reason: 'water' }] });
  expect(inspected).toMatchObject({ status_id: 4, lines: [{ qty_received: 2, qty_restocked: 1, qty_scrapped: 1 }] });
  expect([await stockAt(part_id, dock), await stockAt(part_id, shelf)]).toEqual([0, 1]);
  const closed = await on(made.id, 'close');
  expect(closed.status_id).toBe(5);
  const credit = await shop.get(`/invoice/${closed.credit_id}`);
  expect(credit).toMatchObject({ order_id: id, subtotal: -20, total_tax: -6.67, total: -26.67 });
  expect(await on(made.id, 'close')).toMatchObject({ credit_id: closed.credit_id });
  expect((await shop.see(id, 'lines')).lines).toMatchObject([{ qty_returned: 2 }]);
  const names = (await shop.get(`/salesorder/${id}/timeline`)).map(({ event }: { event: string }) => event);
  expect(names).toEqual(expect.arrayContaining(['returnorder.created', 'returnorder.closed']));
});

test('no more comes back than left, and nothing twice', async () => {
  const part_id = await shop.part({}, 5);
  const { id, lines } = await delivered([{ part_id, qty: 5 }]);
  const draft = await shop.order([{ part_id, qty: 1 }]);
  const [line] = lines as [number];
  const body = (qty: number) => ({ salesorder_id: id, lines: [{ line_id: line, qty }] });
  expect(await shop.refused('/returnorder', body(6))).toBe('409 returnorder.excess');
  const first = await request(id, [line, 3]);
  expect(await shop.refused('/returnorder', body(3))).toBe('409 returnorder.excess');
  const second = await request(id, [line, 2]);
  const raise = { lines: [{ line_id: second.lines[0].id, qty: 3 }] };
  expect(await refused(second.id, 'authorise', raise)).toBe('409 returnorder.excess');
  expect(await on(first.id, 'refuse', { decision: 'too late' })).toMatchObject({ status_id: 6, decision: 'too late' });
  expect(await on(second.id, 'authorise', raise)).toMatchObject({ lines: [{ qty_authorised: 3 }] });
  const over = { location_id: dock, lines: [{ part_id, qty: 4 }] };
  const reply = await shop.post(`/returnorder/${second.id}/receive`, over);
  expect([reply.status, reply.body.code]).toEqual([409, 'returnorder.excess']);
  const [next] = reply.body.next;
  expect(next).toMatchObject({ path: `/returnorder/${second.id}/authorise` });
  await shop.done(next.path, next.body);
  expect(await on(second.id, 'receive', over)).toMatchObject({ lines: [{ qty_received: 4 }] });
  expect(await refused(second.id, 'cancel')).toBe('409 returnorder.state');
  const twice = {
    salesorder_id: id,
    lines: [
      { line_id: line, qty: 1 },
      { line_id: line, qty: 1 },
    ],
  };
  expect(await shop.refused('/returnorder', twice)).toBe('422 body.invalid');
  expect(await shop.refused('/returnorder', { ...body(1), salesorder_id: draft })).toBe('422 reference.unknown');
});

test('the lines of a return change until it is authorised, its reason until it ends, and a request can be deleted', async () => {
  const part_id = await shop.part({}, 3);
  const { id, lines } = await delivered([
    { part_id, qty: 2 },
    { part_id, qty: 1 },
  ]);
  const [first, second] = lines as [number, number];
  const { id: own } = await request(id, [first, 2]);
  const put = (body: object) => shop.done(`/returnorder/${own}`, body, 'PUT');
  const refusedPut = (body: object) => shop.refused(`/returnorder/${own}`, body, 'PUT');
  const changed = await put({ reason: 'Too small', lines: [{ line_id: second, qty: 1, condition: 'opened' }] });
  expect(changed).toMatchObject({
    reason: 'Too small',
    lines: [{ line_id: second, qty_requested: 1, condition: 'opened' }],
  });
  expect(await shop.get(`/returnorder/${own}/line`)).toMatchObject([{ id: changed.lines[0].id, part_id }]);
  expect(await refusedPut({ lines: [{ line_id: second, qty: 2 }] })).toBe('409 returnorder.excess');
  expect(await refusedPut({ lines: [{ line_id: 999_999, qty: 1 }] })).toBe('422 reference.unknown');
  // The units of the first line are free for another return.
  const { id: other } = await request(id, [first, 2]);
  await on(own, 'authorise');
  expect(await refusedPut({ lines: [{ line_id: second, qty: 1 }] })).toBe('409 returnorder.state');
  expect(await put({ reason: null })).toMatchObject({ reason: null, lines: [{ qty_requested: 1 }] });
  expect(await shop.refused(`/returnorder/${own}`, undefined, 'DELETE')).toBe('409 returnorder.state');
  await on(own, 'cancel');
  expect(await refusedPut({ reason: 'Late' })).toBe('409 returnorder.state');
  const eventsAt = async (path: string): Promise<string[]> =>
    (await shop.get(`${path}/timeline`)).map(({ event }: { event: string }) => event.replace('returnorder.', ''));
  expect(await eventsAt(`/returnorder/${own}`)).toEqual(['created', 'modified', 'authorised', 'modified', 'canceled']);
  for (const gone of [own, other]) await shop.done(`/returnorder/${gone}`, undefined, 'DELETE');
  for (const path of [`/returnorder/${other}/authorise`, `/returnorder/${own}/timeline`])
    expect(await shop.refused(path, undefined, path.endsWith('timeline') ? 'GET' : 'POST')).toBe('404 record.unknown');
  expect((await eventsAt(`/salesorder/${id}`)).filter((event) => event === 'deleted')).toHaveLength(2);
  await request(id, [first, 2], [second, 1]);
});

test('units that are sent back give no credit, and can be returned again', async () => {
  const part_id = await shop.part({}, 1);
  const { id, lines } = await delivered([{ part_id, qty: 1, unit_price: 7 }]);
  for (const outcome of ['sendback', 'quarantine']) {
    const { id: own } = await request(id, [lines[0]!, 1]);
    await on(own, 'authorise');
    const { units } = await on(own, 'receive', { location_id: dock, lines: [{ part_id }] });
    const place = outcome === 'sendback' ? {} : { location_id: quarantine };
    await on(own, 'inspect', { units: [{ unit_id: units[0].id, outcome, ...place }] });
    const { credit_id } = await on(own, 'close');
    if (outcome === 'sendback') expect(credit_id).toBe(null);
    else expect(await shop.get(`/invoice/${credit_id}`)).toMatchObject({ total: -7 });
  }
  expect([await stockAt(part_id, dock), await stockAt(part_id, quarantine)]).toEqual([0, 1]);
});

test('lots and serial numbers are those that left, in any case', async () => {
  const lots = await shop.part({ tracking: 'lot' });
  const serials = await shop.part({ tracking: 'serial' });
  await shop.stock(lots, 2, { tracking: [{ lot: 'L7', qty: 2, expires_on: '2099-01-31' }] });
  await shop.stock(serials, 1, { tracking: [{ serial: 'S-77' }] });
  const { id, lines } = await delivered([
    { part_id: lots, qty: 2 },
    { part_id: serials, qty: 1 },
  ]);
  const { id: own } = await request(id, [lines[0]!, 2], [lines[1]!, 1]);
  await on(own, 'authorise');
  const receive = (...entries: object[]) => ({ location_id: dock, lines: entries });
  expect(await refused(own, 'receive', receive({ part_id: lots }))).toBe('422 tracking.required');
  expect(await refused(own, 'receive', receive({ part_id: lots, lot: 'L8' }))).toBe('422 tracking.mismatch');
  expect(await refused(own, 'receive', receive({ part_id: serials, serial: 'S-78' }))).toBe('422 tracking.mismatch');
  const { units } = await on(
    own,
    'receive',
    receive({ part_id: lots, lot: 'l7', qty: 2 }, { part_id: serials, serial: 's-77' }),
  );
  expect(units).toMatchObject([
    { lot: 'L7', qty: 2 },
    { serial: 'S-77', qty: 1 },
  ]);
  expect((await shop.get(`/inventory?part_id=${lots}&location_id=${dock}`)).data).toMatchObject([
    { lot: 'L7', expires_on: '2099-01-31' },
  ]);
});

test('restocked units go to orders that wait for them; units that wait for their inspection do not', async () => {
  const part_id = await shop.part({}, 2);
  const { id, lines } = await delivered([{ part_id, qty: 2 }]);
  const waiting = await shop.issued([{ part_id, qty: 1 }]);
  const { id: own } = await request(id, [lines[0]!, 2]);
  await on(own, 'authorise');
  expect(await refused(own, 'receive', { location_id: shelf, lines: [{ part_id }] })).toBe('422 body.invalid');
  const { units } = await on(own, 'receive', { location_id: dock, lines: [{ part_id, qty: 2 }] });
  const short = async () => (await shop.get(`/work?order_id=${waiting}&task_id=1`)).data[0].qty_short;
  expect(await short()).toBe(1);
  await on(own, 'inspect', { units: [{ unit_id: units[0].id, outcome: 'restock', location_id: shelf }] });
  expect(await short()).toBe(0);
});

test('a kit comes back by its components, and is credited whole', async () => {
  const [cup, saucer] = [await shop.part({}, 4), await shop.part({}, 4)];
  const kit = await shop.part({ parttype_id: 3 });
  const components = [cup, saucer].map((part_id) => ({ part_id, qty: 2 }));
  await shop.done('/billofmaterial', { part_id: kit, lines: components });
  const { id, lines } = await delivered([{ part_id: kit, qty: 2, unit_price: 30 }]);
  const made = await request(id, [lines[0]!, 2]);
  expect(made.lines).toMatchObject([
    { part_id: cup, qty_requested: 4 },
    { part_id: saucer, qty_requested: 4 },
  ]);
  await on(made.id, 'authorise');
  const scans = [
    { part_id: cup, qty: 4 },
    { part_id: saucer, qty: 3 },
  ];
  const { units } = await on(made.id, 'receive', { location_id: dock, lines: scans });
  const outcome = { outcome: 'restock', location_id: shelf };
  await on(made.id, 'inspect', { units: units.map((unit: { id: number }) => ({ unit_id: unit.id, ...outcome })) });
  const { credit_id } = await on(made.id, 'close');
  expect(await shop.get(`/invoice/${credit_id}`)).toMatchObject({ total: -30 });
});

test('an exchange is a draft of the same goods for the same address, made once', async () => {
  const part_id = await shop.part({}, 5);
  const kit = await shop.part({ parttype_id: 3 });
  await shop.done('/billofmaterial', { part_id: kit, lines: [{ part_id, qty: 2 }] });
  const address = {
    ship_to_name: 'Ana',
    ship_address_1: 'Elm 1',
    ship_city: 'Bern',
    ship_postal_code: '3000',
    ship_country: 'CH',
  };
  const goods = [
    { part_id, qty: 1, unit_price: 7 },
    { part_id: kit, qty: 2, unit_price: 20 },
  ];
  const { id, lines } = await delivered(goods, address);
  const { id: own, number } = await request(id, [lines[0]!, 1], [lines[1]!, 2]);
  const made = await on(own, 'exchange');
  expect(made).toMatchObject({ ...address, status_id: 1, note: `Exchange for return ${number}` });
  expect((await shop.see(made.id, 'lines')).lines).toMatchObject(goods);
  expect(await on(own, 'exchange')).toMatchObject({ id: made.id });
  expect((await shop.get(`/returnorder?exchange_id=${made.id}`)).data).toMatchObject([{ id: own }]);
  await shop.done(`/salesorder/${made.id}`, undefined, 'DELETE');
  const other = await on(own, 'exchange', { lines: [{ part_id, qty: 3, unit_price: 1 }] });
  expect((await shop.see(other.id, 'lines')).lines).toMatchObject([{ part_id, qty: 3 }]);
  await on(own, 'refuse');
  expect(await refused(own, 'exchange')).toBe('409 returnorder.state');
});

test('a return slip has what may come back, and the address that it goes to', async () => {
  const part_id = await shop.part({}, 2);
  const { id, lines } = await delivered([{ part_id, qty: 2 }]);
  const { id: own, number } = await request(id, [lines[0]!, 2]);
  const [slip] = await shop.done('/document', { kind: 'returnslip', returnorder_id: own });
  expect(slip).toMatchObject({ kind: 'returnslip', number, salesorder_id: id, missing_letters: [] });
  const headers = { authorization: `Basic ${btoa(`${service.adminKey}:`)}` };
  const pdf = await fetch(`${service.url}/document/${slip.id}/pdf`, { headers });
  expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).pages.join()).toContain(number);
  expect(await shop.refused('/document', { kind: 'returnslip', returnorder_id: 999_999 })).toBe(
    '422 reference.unknown',
  );
  expect(await shop.refused('/document', { kind: 'returnslip', salesorder_id: id })).toBe('422 body.invalid');
});

test('ten returns of the same units at once: one is made', async () => {
  const part_id = await shop.part({}, 1);
  const { id, lines } = await delivered([{ part_id, qty: 1 }]);
  const body = { salesorder_id: id, lines: [{ line_id: lines[0], qty: 1 }] };
  const replies = await Promise.all(Array.from({ length: 10 }, () => shop.post('/returnorder', body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  const own = replies.find(({ status }) => status === 201)!.body.id;
  await on(own, 'authorise');
  const scans = await Promise.all(
    Array.from({ length: 10 }, () =>
      shop.post(`/returnorder/${own}/receive`, { location_id: dock, lines: [{ part_id }] }),
    ),
  );
  expect(scans.filter(({ status }) => status === 200)).toHaveLength(1);
  const closes = await Promise.all(
    Array.from({ length: 10 }, () =>
      shop.post(`/returnorder/${own}/inspect`, {
        units: [
          {
            unit_id: scans.find(({ status }) => status === 200)!.body.units[0].id,
            outcome: 'restock',
            location_id: shelf,
          },
        ],
      }),
    ),
  );
  expect(closes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await stockAt(part_id, shelf)).toBe(1);
});

test('the books are sound', async () => {
  expect(await service.verify()).toEqual([]);
});

test('a pickup of goods that are on a return is not undone', async () => {
  const part_id = await shop.part({}, 2);
  const { id, lines } = await delivered([{ part_id, qty: 2 }]);
  const { id: made } = await request(id, [lines[0]!, 1]);
  const [pickup] = (await shop.see(id, 'pickups')).pickups;
  const undo = `/pickup/${pickup.id}/undo`;
  expect(await shop.refused(undo, { reason: 'The van was full' })).toBe('409 returnorder.excess');
  await on(made, 'cancel');
  await shop.done(undo, { reason: 'The van was full' });
  expect(await shop.refused('/returnorder', { salesorder_id: id, lines: [{ line_id: lines[0], qty: 1 }] })).toBe(
    '409 returnorder.excess',
  );
});
