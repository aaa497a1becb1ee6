import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlanner } from '../../config/planning/planner.ts';
import { projectRoot } from '../../config/root.ts';
import { CarrierRefused } from '../../plugins/errors.ts';
import { carrierHooks } from '../../plugins/shipment.ts';
import { testCarrier } from '../../plugins/testing.ts';
import { loadText } from '../config/load-text.ts';
import { orderFacts, withCarrier } from '../config/planning/facts.ts';
import { bookWith } from './book-with.ts';

const page = readFileSync(join(projectRoot, 'docs/plugins.md'), 'utf8');

/** The blocks of one language, in the order of the page. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text ?? '');
}

const [bicycle = '', nightShift = ''] = blocks('js');
const [carriers = '', settings = ''] = blocks('yaml');

test('the worked example plans and books like on the page', async () => {
  const server = createServer((_request, response) => response.writeHead(201).end('{"number": "B-17"}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const office = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = await loadText(
    `defaults: { steps: { ship: automatic } }\n${carriers}`,
    { BICYCLE_OFFICE_URL: office },
    { 'plugins/bicycle.mjs': bicycle },
  );
  const planner = createPlanner(configuration);
  const heavy = planner.plan(withCarrier('Bicycle Courier', orderFacts({ weight_g: '6001' })));
  expect(heavy.steps[2]).toMatchObject({ step: 'ship', by: 'hand' });
  expect(heavy.carrier).toMatchObject({ plugin: 'bicycle', book_at: 'ship', own_queue: true });
  expect(planner.plan(withCarrier('Bicycle Courier')).steps[2]?.by).toBe('automatic');

  const [courier] = configuration.carriers;
  if (!courier) throw new Error('The page configures no carrier');
  const book = (street: string | null) =>
    bookWith(courier, {
      order: { ...withCarrier('Bicycle Courier'), ship_address_1: street, site: null },
      cartons: [{ id: 3, number: 'C-3', weight_g: 500 }],
      idempotencyKey: 'order/1012/ship',
      signal: new AbortController().signal,
    });
  expect(await book('Obere Str. 57')).toEqual([{ carton_id: 3, tracking_number: 'B-17' }]);
  await expect(book(null)).rejects.toThrow(CarrierRefused);
  server.closeAllConnections();
  server.close();
});

test('the other hooks of the worked example work like on the page', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.url?.startsWith('/labels/')) return response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
    return response.end('{"number": "V-1", "place": "Potsdam"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-page-'));
  writeFileSync(join(folder, 'bicycle.mjs'), bicycle);
  const office = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tested = await testCarrier(join(folder, 'bicycle.mjs'), { office });
  const label = await tested.label();
  expect([label.media_type, new TextDecoder().decode(label.content)]).toEqual(['image/png', 'PNG']);
  expect(await tested.schedulePickup()).toEqual({ confirmation: 'V-1' });
  expect(await tested.track()).toMatchObject([{ booking_id: 1, detail: 'Now in Potsdam' }, { booking_id: 2 }]);
  expect(await tested.cancel()).toEqual([
    { booking_id: 1, canceled: true },
    { booking_id: 2, canceled: true },
  ]);
  expect(await tested.bookReturn()).toEqual({ tracking_number: 'V-1' });
  expect(seen).toContain('DELETE /boxes/T-1');
  expect(seen).toContain('GET /where?box=T-2');
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test('every hook of the contract is in the tables of the page', () => {
  for (const hook of ['plan', ...carrierHooks]) expect(page).toMatch(new RegExp(`^\\| .*\`${hook}[\`(]`, 'm'));
});

test('the message on the page is the real one', async () => {
  const slip = carriers.replace('office:', 'ofice:');
  const loading = loadText(slip, {}, { 'plugins/bicycle.mjs': bicycle });
  await expect(loading).rejects.toThrow(/f\.yaml:4:5 unknown key "ofice"; did you mean "office"\?/);
});

test('the setting of the page works', async () => {
  const configuration = await loadText(settings, {}, { 'plugins/night-shift.mjs': nightShift });
  expect(createPlanner(configuration).decide(orderFacts()).steps[0]?.by).toBe('automatic');
});
