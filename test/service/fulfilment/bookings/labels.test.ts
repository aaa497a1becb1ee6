import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  ippAnswer,
  readIpp,
  type StandInPrinter,
  standInPrinter,
} from '../../../lib/printing/printers/stand-in-printers.ts';
import { readPdf } from '../../../lib/printing/read-pdf.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/** The labels of carriers, as the pages of work wait for them and print them. The engine does not run here. */

let service: TestService;
let shop: Shop;
let bench: StandInPrinter;
let queue: StandInPrinter;

beforeAll(async () => {
  bench = await standInPrinter(() => ({}));
  queue = await standInPrinter(() => ippAnswer(0));
  const config = `carriers:
  Vans: { plugin: local-delivery, country: DE, routes: { North: { stops: ["13*"] } } }
printers:
  Labels: { url: "http://${bench.host}/labels", kinds: [carrierlabel] }
  Queue: { url: "ipp://${queue.host}/ipp/print" }
  Slips: { url: "http://${bench.host}/slips", kinds: [packingslip] }
`;
  service = await startTestService({ config });
  shop = await openShop(service);
});
afterEach(async () => expect(await service.verify()).toEqual([]));
afterAll(async () => {
  await service?.close();
  for (const printer of [bench, queue]) await printer?.close();
});

/** Makes an order with one carton in a finished pack. @param carrier null for an order without a carrier */
async function packed(carrier: string | null = 'Vans') {
  const part_id = await shop.part({ weight_g: 300 }, 5);
  const more = carrier === null ? {} : { carrier_id: await shop.carrier(carrier) };
  const order = await shop.issued([{ part_id, qty: 2 }], more);
  await shop.through([order], 'pick');
  await shop.done('/packlinebyorder', { order_id: [order] });
  const { packs } = await shop.see(order, 'packs');
  const pack = packs[0].id;
  const carton = (await shop.done(`/pack/${pack}/carton`, {})).id;
  const { next } = await shop.progress(order);
  const { subtract_location_id } = next.find(({ path }: { path: string }) => path.endsWith('/moveitem')).body;
  await shop.done(`/pack/${pack}/moveitem`, { add_carton_id: carton, subtract_location_id, part_id, move_all: 1 });
  const labels = async () => (await service.call('GET', `/pack/${pack}/labels`)).body;
  return { order, pack, carton, labels, finish: () => shop.done(`/pack/${pack}/finish`) };
}

const book = (order: number, carton: number, more: object = {}) =>
  shop.done(`/engine/carton/${carton}/booking`, {
    ...{ order_id: order, carrier_name: 'Vans', plugin: 'local-delivery', tracking_number: `V-${carton}` },
    ...more,
  });
const store = (booking: number, media_type: string, content: string) =>
  shop.done(
    `/engine/booking/${booking}/label`,
    { media_type, content: Buffer.from(content).toString('base64') },
    'PUT',
  );
const print = (carton: number, printer: string) => service.call('POST', `/carton/${carton}/printlabel`, { printer });

test('a label is due until the carrier has booked the carton and the label is stored', async () => {
  const { order, carton, labels, finish } = await packed();
  await finish();
  expect(await labels()).toEqual([
    {
      ...{
        carton_id: carton,
        number: expect.stringMatching(/^K-\d+-1$/),
        orders: [{ id: order, number: (await shop.see(order)).number }],
        state: 'due',
        why: null,
      },
      ...{ tracking_number: null, label_type: null, label_url: null, test: false },
    },
  ]);
  const { id } = await book(order, carton);
  expect(await labels()).toMatchObject([{ state: 'due', tracking_number: `V-${carton}` }]);
  await store(id, 'image/png', 'png');
  expect(await labels()).toMatchObject([{ state: 'stored', label_type: 'image/png', why: null }]);
  await shop.done('/shiplinebyorder', { order_id: [order] });
  const { ships } = await shop.see(order, 'ships');
  const ofShip = await service.call('GET', `/ship/${ships[0].id}/labels`);
  expect(ofShip.body).toEqual(await labels());
});

test('the label of a carton that the carrier refused says why, and one of a carrier that is away stays due', async () => {
  const { order, labels, finish } = await packed();
  await finish();
  const detail = 'Vans: no route goes to 12209 Berlin';
  await shop.done(`/engine/salesorder/${order}/attention`, { step: 'ship', code: 'carrier.refused', detail });
  expect(await labels()).toMatchObject([{ state: 'refused', why: detail }]);
  await shop.done(`/engine/salesorder/${order}/attention`, {
    step: 'ship',
    code: 'carrier.unavailable',
    detail: 'Vans is away',
  });
  expect(await labels()).toMatchObject([{ state: 'due', why: 'Vans is away' }]);
});

test('a carton that no carrier books has no label to wait for, and neither has one with a tracking number by hand', async () => {
  const plain = await packed(null);
  await plain.finish();
  expect(await plain.labels()).toMatchObject([{ state: 'none', orders: [{ id: plain.order }] }]);
  const byHand = await packed();
  await byHand.finish();
  await shop.done(`/pack/${byHand.pack}/carton/${byHand.carton}`, { tracking_number: 'BY-HAND-1' }, 'PUT');
  expect(await byHand.labels()).toMatchObject([{ state: 'none', tracking_number: 'BY-HAND-1' }]);
});

test('a label that only the carrier has is at its address', async () => {
  const { order, carton, labels, finish } = await packed();
  await finish();
  await book(order, carton, { label_url: 'https://labels.example/1' });
  expect(await labels()).toMatchObject([{ state: 'at_carrier', label_url: 'https://labels.example/1' }]);
});

test('an unknown pack or ship has no labels', async () => {
  expect((await service.call('GET', '/pack/999999/labels')).status).toBe(404);
  expect((await service.call('GET', '/ship/999999/labels')).status).toBe(404);
});

test('a printer gets the label as the carrier made it, and the timeline says so', async () => {
  const { order, carton, finish } = await packed();
  await finish();
  const { id } = await book(order, carton);
  await store(id, 'application/zpl', '^XA^FO50,50^FD1Z999^FS^XZ');
  const printed = await print(carton, 'Labels');
  expect([printed.status, printed.body]).toEqual([
    200,
    {
      carton_id: carton,
      booking_id: id,
      printer: 'Labels',
      status: '200',
      job_id: null,
      job_state: null,
      message: null,
    },
  ]);
  const { path, headers, body } = bench.requests.at(-1)!;
  expect([path, headers['content-type'], body.toString()]).toEqual([
    ...['/labels', 'application/zpl', '^XA^FO50,50^FD1Z999^FS^XZ'],
  ]);
  const timeline = (await service.call('GET', `/salesorder/${order}/timeline`)).body;
  expect(JSON.stringify(timeline)).toContain('booking.printed');
  // A printer detects its own language; pages and pictures have names that all printers share.
  await print(carton, 'Queue');
  const format = () => readIpp(queue.requests.at(-1)!.body).attributes.find(([, , name]) => name === 'document-format');
  expect(format()?.[3].toString()).toBe('application/octet-stream');
  await store(id, 'image/png', 'png');
  await print(carton, 'Queue');
  expect(format()?.[3].toString()).toBe('image/png');
});

test('a label goes to no printer of another kind, and a withdrawn one to none', async () => {
  const { order, carton, finish } = await packed();
  await finish();
  const { id } = await book(order, carton);
  await store(id, 'image/png', 'png');
  const unfit = await print(carton, 'Slips');
  expect([unfit.status, unfit.body.detail]).toEqual([
    422,
    expect.stringMatching(/^Printer Slips is for packingslip, and the label of carton K-\d+-1 is a carrierlabel\.$/),
  ]);
  await shop.done(`/booking/${id}/cancel`);
  const before = bench.requests.length;
  expect((await print(carton, 'Labels')).status).toBe(404);
  expect(bench.requests).toHaveLength(before);
});

test('a label of the test mode of a carrier is marked where people see it', async () => {
  const { order, carton, labels, finish } = await packed();
  await finish();
  await book(order, carton, { test: true });
  expect(await labels()).toMatchObject([{ test: true }]);
  expect((await shop.get(`/booking?order_id=${order}`)).data).toMatchObject([{ test: true }]);
  const [document] = await shop.done('/document', { kind: 'cartonlabel', carton_id: carton });
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const answer = await fetch(`${service.url}/document/${document.id}/pdf`, { headers: { authorization } });
  const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(pages.join('\n')).toContain(`TEST V-${carton}`);
});
