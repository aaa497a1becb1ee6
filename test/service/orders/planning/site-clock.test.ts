import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

/** The time zone of a site, and the plans that follow its clock. */

const hours = Array.from({ length: 24 }, (_, hour) => {
  const when = `hour(now) = ${hour} && hour(issue_date) = ${hour}`;
  return `  - { name: At ${hour}, when: '${when}', then: { wave: "${hour}" } }\n`;
});
const config = `rules:\n${hours.join('')}`;
const { service, shop } = await testShop({ config });

test('a site has a time zone, by which the plans of its orders count', async () => {
  const { data } = await shop.get('/site');
  const [{ id: siteId, time_zone }] = data;
  expect(time_zone).toBe('UTC');
  const changed = await shop.done(`/site/${siteId}`, { time_zone: 'pacific/kiritimati' }, 'PUT');
  expect(changed.time_zone).toBe('Pacific/Kiritimati');
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
  const there = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Pacific/Kiritimati' });
  const { wave, issue_date } = await shop.see(id);
  expect(wave).toBe(String(Number(there.format(new Date(issue_date)))));
});

test('a time zone that does not exist, and an offset, are refused', async () => {
  const { data } = await shop.get('/site');
  for (const time_zone of ['Mars/Olympus', '+02:00', '', 3]) {
    const { status, body } = await service.call('PUT', `/site/${data[0].id}`, { time_zone });
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/time_zone']);
  }
});

test('a list does not know the clock', async () => {
  const { status, body } = await service.call('GET', `/salesorder?filter=${encodeURIComponent('hour(now) > 3')}`);
  expect([status, body.code]).toEqual([400, 'filter.invalid']);
  expect(body.detail).toMatch(/hour\(…\) is not known here/);
});
