import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { answerText, decoded } from '../../../lib/outgoing/text.ts';
import { CarrierRefused } from '../../../plugins/errors.ts';
import { pluginHttp } from '../../../plugins/http.ts';

/** The answer of the carrier to the next request. */
let answer: { readonly type: string; readonly bytes: Buffer; readonly status?: number };
const carrier = createServer((_, response) => {
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.bytes);
});
await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`;
afterAll(() => new Promise<void>((resolve) => carrier.close(() => resolve())));

const json = '{"city":"Köln"}';
const latin = Buffer.from(json, 'latin1');
const signal = AbortSignal.timeout(60_000);

describe('the answer of a carrier', () => {
  test.each<[string, string, Buffer]>([
    ['Latin-1 by its charset', 'application/json; charset=ISO-8859-1', latin],
    ['UTF-8 by its charset', 'application/json; charset="UTF-8"', Buffer.from(json)],
    ['UTF-8 without a charset', 'application/json', Buffer.from(json)],
    ['Latin-1 without a charset', 'application/json', latin],
    ['Latin-1 whose charset is wrong', 'application/json; charset=utf-8', latin],
    ['UTF-16', 'application/json; charset=utf-16le', Buffer.from(json, 'utf16le')],
  ])('is read: %s', async (_, type, bytes) => {
    answer = { type, bytes };
    expect(await pluginHttp.json(url, { signal })).toEqual({ city: 'Köln' });
    expect((await pluginHttp.request(url, { signal })).body).toEqual({ city: 'Köln' });
  });

  test('that refuses has its words in the refusal', async () => {
    answer = { type: 'text/plain; charset=iso-8859-1', bytes: Buffer.from('Straße unbekannt', 'latin1'), status: 422 };
    const refused = pluginHttp.json(url, { signal });
    await expect(refused).rejects.toThrow(CarrierRefused);
    await expect(refused).rejects.toThrow('Straße unbekannt');
  });
});

test('the letters of windows-1252 that Latin-1 lacks are letters, and no control characters', () => {
  expect(decoded(Buffer.from([0x80, 0x20, 0x92, 0x9f]), 'windows-1252')).toBe('€ ’Ÿ');
});

test('bytes of another encoding are no text, and a character that is cut off is left out', () => {
  expect(decoded(Buffer.from('Köln', 'latin1'), 'utf-8')).toBeNull();
  expect(decoded(Buffer.from('a'), 'no-such')).toBeNull();
  const body = Buffer.from('Köln').subarray(0, 2);
  expect(answerText({ headers: {}, body, truncated: true })).toBe('K');
});
