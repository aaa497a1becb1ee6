import { expect, test } from 'vitest';
import { readPdf } from '../../lib/printing/read-pdf.ts';
import { testShop } from '../../support/shop.ts';

/** Labels of returns: who asks for them, how they are stored, withdrawn and shown. No engine runs. */

const config = `
carriers:
  Letter Post: { plugin: plain }
  Parcel Post: { plugin: parcel, url: "http://127.0.0.1:9" }
  Other Post: { plugin: parcel, url: "http://127.0.0.1:9" }
returns:
  location: Dock
  rules:
    - { name: Sealed goods, condition: [sealed], then: { authorise: automatic, label: automatic } }
    - { name: Large goods, condition: [large], then: { label: none } }
`;
const { service, shop } = await testShop({ config });
await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false });
const part_id = await shop.part({ weight_g: 300 }, 100);
const letters = await shop.carrier('Letter Post');
const parcels = await shop.carrier('Parcel Post');

async function request(condition: string, carrier_id = parcels) {
  const order = await shop.issued([{ part_id, qty: 2 }], { carrier_id });
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  return shop.done('/returnorder', { salesorder_id: order, lines: [{ line_id: line.id, qty: 2, condition }] });
}
const on = (id: number, verb: string, body: object = {}) => shop.done(`/returnorder/${id}/${verb}`, body);
const see = (id: number) => shop.get(`/returnorder/${id}?embed=bookings`);
const bookingBody = (number: string, more = {}) => ({
  ...{ carrier_name: 'Parcel Post', plugin: 'parcel', tracking_number: number, reference: `ref ${number}` },
  ...{ cost: '4.10', cost_currency: 'EUR', weight_g: 600 },
  ...more,
});
const book = (id: number, number: string, more = {}) =>
  shop.done(`/engine/returnorder/${id}/booking`, bookingBody(number, more));
const failure = (id: number, problem: string, tries_on: boolean) =>
  shop.done(`/engine/returnorder/${id}/labelfailure`, { problem, tries_on }, 'PUT');
const requests = async (bookingId: number) => {
  const { rows } = await service.sql.query('select workflow_id from outbox where workflow_id like $1', [
    `carrier-request/${bookingId}/%`,
  ]);
  return rows.map(({ workflow_id }) => workflow_id.split('/').at(-1));
};

test('a label is due after the authorisation where a rule says so, and else when a person asks', async () => {
  const sealed = await request('sealed');
  expect(sealed).toMatchObject({ label_by: 'automatic', carrier_name: 'Parcel Post', label_due: true });
  const used = await request('used');
  expect(used).toMatchObject({ label_by: 'by hand', carrier_name: 'Parcel Post', label_due: false });
  expect(await shop.refused(`/returnorder/${used.id}/fetchlabel`, {})).toBe('409 returnorder.state');
  await on(used.id, 'authorise');
  expect(await on(used.id, 'fetchlabel')).toMatchObject({ label_due: true, bookings: [] });
  expect(await on(used.id, 'fetchlabel', { carrier: 'other post' })).toMatchObject({ carrier_name: 'Other Post' });
  const names = (await shop.get(`/salesorder/${used.salesorder_id}/timeline`)).map(
    ({ event }: { event: string }) => event,
  );
  expect(names.filter((name: string) => name === 'returnorder.labelrequested')).toHaveLength(2);
});

test('a carrier that books no labels of returns is refused, and so is a return without a label', async () => {
  const { id } = await request('used', letters);
  await on(id, 'authorise');
  expect(await see(id)).toMatchObject({ carrier_name: null, label_due: false });
  const { body } = await shop.post(`/returnorder/${id}/fetchlabel`, {});
  expect([body.code, body.detail]).toEqual([
    'record.state',
    `The carrier of return R-${id} books no labels of returns; these do: Parcel Post, Other Post.`,
  ]);
  expect(await shop.refused(`/returnorder/${id}/fetchlabel`, { carrier: 'Letter Post' })).toBe('422 body.invalid');
  expect(await on(id, 'fetchlabel', { carrier: 'Other Post' })).toMatchObject({ label_due: true });
  const large = await request('large');
  await on(large.id, 'authorise');
  expect(await shop.refused(`/returnorder/${large.id}/fetchlabel`, {})).toBe('409 record.state');
});

test('a booked label is stored once, with the number on the return and on its slip', async () => {
  const { id } = await request('sealed');
  const made = await book(id, 'T-1', { label_url: 'https://labels.test/T-1' });
  expect(made).toMatchObject({
    carton_id: null,
    carton_number: null,
    returnorder_id: id,
    weight_g: 600,
    state: 'booked',
  });
  expect((await book(id, 'T-1')).id).toBe(made.id);
  expect(await see(id)).toMatchObject({
    ...{ label_due: false, label_problem: null, tracking_number: 'T-1', label_url: 'https://labels.test/T-1' },
    bookings: [{ id: made.id, cost: 4.1 }],
  });
  const [slip] = await shop.done('/document', { kind: 'returnslip', returnorder_id: id });
  const headers = { authorization: `Basic ${btoa(`${service.adminKey}:`)}` };
  const pdf = await fetch(`${service.url}/document/${slip.id}/pdf`, { headers });
  expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).pages.join()).toContain('T-1');
  const second = await book(id, 'T-2');
  expect([second.state, await requests(second.id)]).toEqual(['canceling', ['cancel']]);
  expect(await see(id)).toMatchObject({ tracking_number: 'T-1' });
});

test('the label itself is stored, read, and fetched where it is missing', async () => {
  const { id } = await request('sealed');
  const missing = async () => (await service.call('GET', `/returnorder/${id}/label`)).body.detail;
  expect(await missing()).toBe(
    `No label of return ${id} is stored here. Have it booked: POST /returnorder/${id}/fetchlabel.`,
  );
  const made = await book(id, 'T-3');
  await on(id, 'fetchlabel');
  expect(await requests(made.id)).toEqual(['label']);
  await failure(id, 'Parcel Post: no paper', false);
  expect(await see(id)).toMatchObject({ label_problem: 'Parcel Post: no paper', tracking_number: 'T-3' });
  await shop.done(`/engine/booking/${made.id}/label`, { media_type: 'text/plain', content: btoa('LABEL') }, 'PUT');
  expect(await see(id)).toMatchObject({ label_problem: null, bookings: [{ label_type: 'text/plain' }] });
  const headers = { authorization: `Basic ${btoa(`${service.adminKey}:`)}` };
  const label = await fetch(`${service.url}/returnorder/${id}/label`, { headers });
  expect([label.headers.get('content-type'), await label.text()]).toEqual(['text/plain', 'LABEL']);
  await on(id, 'fetchlabel');
  expect(await requests(made.id)).toEqual(['label']);
  await on(id, 'track');
  expect((await requests(made.id)).sort()).toEqual(['label', 'track']);
});

test('a refusal is stored, and asking again has the carrier try again', async () => {
  const { id } = await request('sealed');
  await failure(id, 'Parcel Post: busy', true);
  expect(await see(id)).toMatchObject({ label_due: true, label_problem: 'Parcel Post: busy' });
  await failure(id, 'Parcel Post: unknown address', false);
  expect(await see(id)).toMatchObject({ label_due: false, label_problem: 'Parcel Post: unknown address' });
  expect(await on(id, 'fetchlabel')).toMatchObject({ label_due: true, label_problem: null });
});

test.each([
  ['cancel', {}],
  ['close', {}],
])('%s of a return without goods withdraws its label, also one that is booked later', async (verb, body) => {
  const { id } = await request('sealed');
  const made = await book(id, 'T-4');
  await on(id, verb, body);
  expect(await see(id)).toMatchObject({
    ...{ label_due: false, tracking_number: null },
    bookings: [{ state: 'canceling' }],
  });
  expect(await requests(made.id)).toEqual(['cancel']);
  expect(await book(id, 'T-5')).toMatchObject({ state: 'canceling' });
  await failure(id, 'late', false);
  expect((await see(id)).label_problem).toBe(null);
});

test('a label stays when the quantities change and when goods come', async () => {
  const { id, lines } = await request('sealed');
  await book(id, 'T-6');
  await on(id, 'authorise', { lines: [{ line_id: lines[0].id, qty: 1 }] });
  const { units } = await on(id, 'receive', { lines: [{ part_id }] });
  await on(id, 'inspect', { units: [{ unit_id: units[0].id, outcome: 'sendback' }] });
  await on(id, 'close');
  expect(await see(id)).toMatchObject({ tracking_number: 'T-6', bookings: [{ state: 'booked' }] });
});

test('goods that come end the wait for a label', async () => {
  const { id } = await request('sealed');
  await on(id, 'receive', { lines: [{ part_id }] });
  expect(await see(id)).toMatchObject({ label_due: false });
});

test('nothing is booked for a return of which nothing may come', async () => {
  const { id, lines } = await request('used');
  await service.sql.query("update returnorder set label_by = 'automatic' where id = $1", [id]);
  await on(id, 'authorise', { lines: [{ line_id: lines[0].id, qty: 0 }] });
  expect(await see(id)).toMatchObject({ status_id: 2, label_due: false });
});

test('a person voids a label, and the return can get another one', async () => {
  const { id } = await request('sealed');
  const made = await book(id, 'T-7');
  await shop.done(`/booking/${made.id}/cancel`);
  expect(await see(id)).toMatchObject({ tracking_number: null, label_due: false, bookings: [{ state: 'canceling' }] });
  await shop.done(`/engine/booking/${made.id}`, { canceled: { done: true } }, 'PUT');
  await on(id, 'fetchlabel');
  await book(id, 'T-8');
  expect(await see(id)).toMatchObject({
    tracking_number: 'T-8',
    bookings: [{ state: 'canceled' }, { state: 'booked' }],
  });
});

test('ten bookings at once: one is the label of the return, and the others are voided', async () => {
  const { id } = await request('sealed');
  const made = await Promise.all(Array.from({ length: 10 }, (_, at) => book(id, `T-9-${at}`)));
  expect(made.filter(({ state }) => state === 'booked')).toHaveLength(1);
  expect(made.filter(({ state }) => state === 'canceling')).toHaveLength(9);
});

test('the books are sound', async () => {
  expect(await service.verify()).toEqual([]);
});
