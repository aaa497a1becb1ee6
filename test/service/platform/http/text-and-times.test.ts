import { expect, test } from 'vitest';
import { textOf } from '../../../../service/platform/http/body/text.ts';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop();

const refusalOf = (body: Buffer) => {
  try {
    return textOf(body);
  } catch (error) {
    return error;
  }
};

test('a body in Latin-1 is refused with the place of its first byte that is not UTF-8', () => {
  expect(refusalOf(Buffer.from('{"name": "M\u00fcller"}', 'latin1'))).toMatchObject({
    status: 400,
    message: expect.stringContaining('byte 11 is 0xfc, after "{\\"name\\": \\"M"'),
    members: { position: 11 },
  });
});

test('a replacement character that the client sent is valid, and the fault after it is found', () => {
  expect(textOf(Buffer.from('{"name": "\ufffd"}'))).toBe('{"name": "\ufffd"}');
  expect(refusalOf(Buffer.concat([Buffer.from('\ufffd\u{1f600}'), Buffer.from([0xc3])]))).toMatchObject({
    members: { position: 7 },
  });
});

test('no time that is served lies in the future', async () => {
  for (let at = 0; at < 12; at++) {
    const { created_at, updated_at } = await shop.done('/job', { name: `Job ${at}` });
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
});

test('a date alone in a filter is the whole day, in UTC or with its offset, and now finds what was created at this moment', async () => {
  const { id, created_at: at } = await shop.done('/job', { name: 'A day' });
  const finds = async (query: string) => {
    const reply = await service.call('GET', `/job?id=${id}&${query}`);
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body.total === 1;
  };
  const day = at.slice(0, 10);
  // Where the clock is twelve hours ahead of or behind UTC, one of the two has another date at this moment.
  const hour = Number(at.slice(11, 13));
  const [own, other] = hour >= 12 ? ['-12:00', '+12:00'] : ['+12:00', '-12:00'];
  expect(await finds(`created_at=${day}`)).toBe(true);
  expect(await finds(`created_at=${day}${own}`)).toBe(true);
  expect(await finds(`created_at=${encodeURIComponent(day + own)}`)).toBe(true);
  expect(await finds(`created_at=${encodeURIComponent(day + other)}`)).toBe(false);
  expect(await finds(`filter=created_at = ${day}${own}`)).toBe(true);
  const holds: Record<string, boolean> = { '=': true, '!=': false, '<': false, '<=': true, '>': false, '>=': true };
  for (const [operator, expected] of Object.entries(holds)) {
    expect(await finds(`filter=${encodeURIComponent(`created_at ${operator} ${day}`)}`), operator).toBe(expected);
  }
  expect(await finds(`filter=${encodeURIComponent('created_at <= now')}`)).toBe(true);
});
