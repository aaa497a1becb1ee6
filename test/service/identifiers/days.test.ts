import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** Days without an offset are days of the site of the record. */

const { service, shop } = await testShop({}, 'end');

/** A zone with another date than UTC at present, and that date. */
function elsewhere() {
  const hour = new Date().getUTCHours();
  const zone = hour >= 11 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';
  const shift = hour >= 11 ? 14 : -12;
  const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  return { zone, shift, here: day(0), there: day(shift), dayBefore: day(shift - 24), isAhead: hour >= 11 };
}
const { zone, shift, there, dayBefore } = elsewhere();

async function farSite() {
  const { id } = await shop.done('/site', { name: `Far ${shift}`, time_zone: zone });
  const { id: storage } = await shop.done('/location', { site_id: id, name: 'F-1', locationtype_id: 1 });
  await shop.done('/location', { site_id: id, name: 'F-moving', locationtype_id: 2 });
  return { id, storage };
}
let site: { id: number; storage: number };
site = await farSite();

const list = async (path: string, filter: string) => {
  const { status, body } = await service.call('GET', `/${path}?filter=${encodeURIComponent(filter)}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.total;
};

describe('units', () => {
  test('expire at the end of their last day at the site', async () => {
    const part = await shop.part({ number: 'FRESH', tracking: 'lot' });
    const stock = (lot: string, expires_on: string) =>
      shop.stock(part, 1, { location_id: site.storage, tracking: [{ lot, qty: 1, expires_on }] });
    await stock('yesterday', dayBefore);
    await stock('today', there);
    const order = await shop.issued([{ part_id: part, qty: 1 }], { site_id: site.id });
    const pick = await shop.done('/picklinebyorder', { order_id: [order] });
    expect(pick.lines[0].take.map(({ lot }: { lot: string }) => lot)).toEqual(['today']);
    const here = async (code: string) => (await service.call('GET', `/scan?code=${code}&pick_id=${pick.id}`)).body.here;
    expect((await here('today')).action).toBe('pick');
    expect((await here('yesterday')).detail).toContain('expired');
    expect(await list('inventory', `part_id = ${part} && expires_on > now-24h`)).toBe(1);
  });

  test('expire on the day that a time is at the site', async () => {
    const part = await shop.part({ number: 'TIMED', tracking: 'lot' });
    const moment = `2027-05-31T${shift > 0 ? '23' : '01'}:00:00Z`;
    await shop.stock(part, 1, { location_id: site.storage, tracking: [{ lot: 'T', qty: 1, expires_on: moment }] });
    const { body } = await service.call('GET', `/inventory?part_id=${part}`);
    expect(body.data[0].expires_on).toBe(shift > 0 ? '2027-06-01' : '2027-05-30');
  });
});

describe('a filter', () => {
  test('by a day finds the orders of that day at their site', async () => {
    const part = await shop.part({}, 5);
    const far = await shop.order([{ part_id: part, qty: 1 }], { site_id: site.id });
    const near = await shop.order([{ part_id: part, qty: 1 }]);
    const today = new Date().toISOString().slice(0, 10);
    const both = `id IN (${far}, ${near})`;
    const found = async (condition: string) =>
      (
        await service.call('GET', `/salesorder?filter=${encodeURIComponent(`${both} && ${condition}`)}&sort=id`)
      ).body.data.map(({ id }: { id: number }) => id);
    expect(await found(`created_at = ${there}`)).toEqual([far]);
    expect(await found(`created_at = ${today}`)).toEqual([near]);
    expect(await found(`created_at IN (${today}, ${there})`)).toEqual([far, near]);
    expect(await found(`created_at != ${there}`)).toEqual([near]);
    const [earlier, later] = [today, there].toSorted();
    const [first, second] = today < there ? [near, far] : [far, near];
    expect(await found(`created_at < ${later}`)).toEqual([first]);
    expect(await found(`created_at <= ${earlier}`)).toEqual([first]);
    expect(await found(`created_at > ${earlier}`)).toEqual([second]);
    expect(await found(`created_at >= ${later}`)).toEqual([second]);
    expect(await found(`created_at = ${today}+00:00`)).toEqual([far, near]);
    const { body } = await service.call('GET', `/salesorder?created_at=${there}&id=${far}&id=${near}`);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([far]);
  });

  test('by a day still reads the orders by the index of their times', async () => {
    const filter = encodeURIComponent('created_at >= 2026-01-01 && created_at < 2026-01-02');
    expect((await service.call('GET', `/salesorder?filter=${filter}`)).body.total).toBe(0);
  });
});

test('an order is issued from the midnight of its site on', async () => {
  const part = await shop.part();
  const order = await shop.order([{ part_id: part, qty: 1 }], { site_id: site.id });
  await service.call('POST', `/salesorder/${order}/issue`, {
    when: 'possible',
    not_before: '2031-05-31',
    give_up_at: '2031-06-30+00:00',
  });
  const { rows } = await service.sql.query('select not_before, give_up_at from issue_request where order_id = $1', [
    order,
  ]);
  const midnight = Date.parse('2031-05-31T00:00:00Z') - shift * 3_600_000;
  expect(new Date(rows[0].not_before).getTime()).toBe(midnight);
  expect(new Date(rows[0].give_up_at).toISOString()).toBe('2031-06-30T00:00:00.000Z');
});
