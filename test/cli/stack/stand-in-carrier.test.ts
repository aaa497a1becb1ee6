import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StandInCarrier, startStandInCarrier } from '../../../cli/stack/stand-in-carrier.ts';

const folder = mkdtempSync(join(tmpdir(), 'conveyor-labels-'));
let carrier: StandInCarrier;

beforeEach(async () => {
  carrier = await startStandInCarrier(folder);
});

afterEach(async () => {
  await carrier.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a label is booked with a tracking number and can be looked at', async () => {
  const answer = await book({
    reference: 'carton/7',
    carrier: 'Speedy',
    weight_g: 1250,
    ship_to: { name: 'A & B <Ltd>' },
  });
  expect(answer.status).toBe(201);
  const label = (await answer.json()) as Record<string, string>;
  expect(label.tracking_number).toMatch(/^1Z[0-9A-Z]{16}$/);
  const drawing = await fetch(label.label_url!);
  expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
  const text = await drawing.text();
  expect(text).toBe(label.label);
  expect(text).toContain('A &amp; B &lt;Ltd&gt;');
});

test('booking a reference again gives the same label, also after a restart', async () => {
  const first = (await (await book({ reference: 'carton/8' })).json()) as Record<string, string>;
  await carrier.stop();
  carrier = await startStandInCarrier(folder);
  const again = (await (await book({ reference: 'carton/8' })).json()) as Record<string, string>;
  expect(again.tracking_number).toBe(first.tracking_number);
  const other = (await (await book({ reference: 'carton/9' })).json()) as Record<string, string>;
  expect(other.tracking_number).not.toBe(first.tracking_number);
});

test('a booking with the same idempotency key gives the first label, and with another key another one', async () => {
  const label = async (key: string, postal_code: string) => {
    const answer = await book({ reference: 'carton/12', ship_to: { postal_code } }, { 'idempotency-key': key });
    return (await answer.json()) as Record<string, string>;
  };
  const first = await label('order/7', '13355');
  expect(await label('order/7', '13357')).toEqual(first);
  const second = await label('order/7/1', '13357');
  expect(second.tracking_number).not.toBe(first.tracking_number);
  expect(second.label).toContain('13357');
});

test('the label of a return is booked, drawn for the site, and voided', async () => {
  const body = { reference: 'R-7', ship_from: { postal_code: '12209' }, ship_to: { company: 'Main', city: 'Berlin' } };
  const answer = await fetch(`${carrier.url}/returns`, { method: 'POST', body: JSON.stringify(body) });
  const label = (await answer.json()) as Record<string, string>;
  expect([answer.status, label.label]).toEqual([201, expect.stringContaining('Main')]);
  expect((await fetch(label.label_url!, { method: 'DELETE' })).status).toBe(204);
  const refused = { ...body, ship_from: { postal_code: 'FAIL' } };
  expect((await fetch(`${carrier.url}/returns`, { method: 'POST', body: JSON.stringify(refused) })).status).toBe(422);
});

test('a voided label is gone', async () => {
  const label = (await (await book({ reference: 'carton/10' })).json()) as Record<string, string>;
  expect((await fetch(label.label_url!, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(label.label_url!)).status).toBe(404);
});

test.for([
  ['a postal code FAIL is refused', { postal_code: 'FAIL' }, {}, 422],
  ['a postal code BUSY is put off', { postal_code: 'BUSY' }, {}, 503],
  ['the header x-fail chooses the failure', { postal_code: '10115' }, { 'x-fail': '500' }, 500],
] as const)('%s', async ([, ship_to, headers, status]) => {
  expect((await book({ reference: 'carton/11', ship_to }, headers)).status).toBe(status);
});

test('a booking without a reference is refused, and so is a body that is no JSON', async () => {
  expect((await book({ carrier: 'Speedy' })).status).toBe(422);
  expect((await fetch(`${carrier.url}/labels`, { method: 'POST', body: '<xml/>' })).status).toBe(400);
});

function book(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${carrier.url}/labels`, { method: 'POST', body: JSON.stringify(body), headers });
}
