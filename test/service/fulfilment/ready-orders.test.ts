import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop();

/**
 * Orders of all states with random work, packs, cartons, ships and reservations, also in combinations that no operation makes. Some
 * cartons have units of several orders.
 */
async function insertRandomOrders(orders: number): Promise<void> {
  const part = await shop.part();
  await service.sql.query(`
    do $$
    declare
      first bigint; last bigint; site bigint := ${shop.siteId}; part bigint := ${part};
    begin
      perform setseed(0.17);
      insert into salesorder (number, customer_id, site_id, status_id, priority, issue_date, held_at)
      select 'R-' || n, ${shop.customerId}, site, case when random() < 0.7 then 3 else 1 + floor(random() * 6) end, 1 + floor(random() * 5),
        timestamptz '2026-01-01' + floor(random() * 30) * interval '1 hour', case when random() < 0.1 then now() end
      from generate_series(1, ${orders}) n;
      select min(id), max(id) into first, last from salesorder where number like 'R-%';
      insert into salesorderline (salesorder_id, part_id, qty)
      select o.id, part, 5 from salesorder o, generate_series(1, 1 + o.id::int % 3) where o.id between first and last;

      -- Each order has some of the steps, the same for all of its lines. Without the id in it, the condition is computed once a step.
      create temp table step on commit drop as
      select o.id as order_id, t as task_id from generate_series(first, last) o(id), generate_series(1, 4) t
      where t in (1, 4) or random() < 0.6 + 0 * o.id;
      insert into work (order_id, site_id, line_id, task_id, part_id, qty, qty_done)
      select s.order_id, site, l.id, s.task_id, part, 5, case when random() < 0.5 then 0 else floor(random() * 6) end
      from step s join salesorderline l on l.salesorder_id = s.order_id;

      insert into pack (site_id, status_id) select site, 1 + floor(random() * 3) from generate_series(1, ${orders});
      insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
      select p.id, w.id, w.order_id, w.line_id, part, 1 + floor(random() * 4)
      from work w join pack p on p.id = 1 + w.order_id % ${orders} where w.task_id = 2 and random() < 0.5;
      insert into location (site_id, locationtype_id, name) select site, 3, 'K-' || n from generate_series(1, ${orders}) n;
      insert into carton (pack_id, number, status_id, location_id)
      select (select min(id) from pack), row_number() over (), 1 + floor(random() * 3), id from location where name like 'K-%';
      insert into inventory (part_id, location_id, qty) select part, location_id, 100 from carton;
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty, closed_at)
      select l.salesorder_id, site, l.id, part, i.id, 1, case when random() < 0.3 then now() end
      from salesorderline l cross join lateral (
        select i.id from inventory i join carton c on c.location_id = i.location_id
        order by hashint4(i.id::int # (l.salesorder_id::int / 2)) limit 1 + l.id::int % 2) i
      where l.salesorder_id between first and last and random() < 0.6;
      insert into ship (site_id, status_id) select site, 1 + floor(random() * 3) from generate_series(1, 20);
      insert into shipline (ship_id, carton_id)
      select (select min(id) from ship) + floor(random() * 20)::int, id from carton where random() < 0.4;
      insert into shipline (ship_id, order_id)
      select (select min(id) from ship) + floor(random() * 20)::int, o from generate_series(first, last) o where random() < 0.3;
    end $$`);
}

interface Page {
  readonly total: number;
  readonly data: Record<string, unknown>[];
}

async function pagesOf(address: string): Promise<Page> {
  const data: Page['data'] = [];
  for (let page = 1; ; page++) {
    const answer: Page & { last_page: number } = await shop.get(`${address}&page=${page}`);
    data.push(...answer.data);
    if (page === answer.last_page) return { total: answer.total, data };
  }
}

/** The lists, computed from the work of all orders in progress, like before orders kept the answer. */
const computed = {
  packlinebyorder: `
    select o.id, o.id as order_id, o.number, o.customer_id, o.site_id, o.priority, o.issue_date, l.lines, l.qty
    from salesorder o cross join lateral (
      select count(distinct k.line_id)::int as lines, sum(p.qty_done - packed.qty) as qty
      from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = 1
      cross join lateral (select coalesce(sum(qty), 0) as qty from packline where packline.work_id = k.id) packed
      where k.order_id = o.id and k.task_id = 2 and p.qty_done > packed.qty) l
    where o.status_id = 3 and o.held_at is null and l.lines > 0`,
  shiplinebyorder: `
    select o.id, o.id as order_id, o.number, o.customer_id, o.site_id, o.carrier_id, o.priority, o.issue_date, c.cartons, u.qty
    from salesorder o
    cross join lateral (
      select count(distinct c.id)::int as cartons
      from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
      where r.order_id = o.id and r.closed_at is null and c.status_id = 2
        and not exists (select 1 from shipline s where s.carton_id = c.id)) c
    cross join lateral (
      select coalesce(sum(b.qty_done - s.qty_done), 0) as qty
      from work s cross join lateral (
        select b.qty_done from work b where b.line_id = s.line_id and b.part_id = s.part_id and b.task_id < 3
        order by b.task_id desc limit 1) b
      where s.order_id = o.id and s.task_id = 3 and b.qty_done > s.qty_done) u
    where o.status_id = 3 and o.held_at is null and exists (select 1 from work w where w.order_id = o.id and w.task_id = 3)
      and (c.cartons > 0 or u.qty > 0 and not exists (select 1 from work w where w.order_id = o.id and w.task_id = 2)
        and not exists (select 1 from shipline l join ship h on h.id = l.ship_id where l.order_id = o.id and h.status_id = 1))`,
};

test('the lists of orders to pack and to ship have the orders and values that the work of all orders gives', async () => {
  const orders = 600;
  await insertRandomOrders(orders);
  await service.sql.query(`select keep_order_state(array(select id from salesorder where number like 'R-%'))`);
  for (const [name, query] of Object.entries(computed)) {
    const { rows } = await service.sql.query(`
      select to_jsonb(r) || jsonb_build_object('qty', r.qty::float, 'issue_date', to_char(r.issue_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'))
        as row from (${query}) r order by r.priority, r.issue_date, r.id`);
    const expected = rows.map(({ row }) => row);
    expect(expected.length, name).toBeGreaterThan(orders / 10);
    expect(expected.length).toBeLessThan(orders / 2);

    const whole = await pagesOf(`/${name}?perPage=30`);
    expect(whole.total).toBe(expected.length);
    expect(whole.data).toEqual(expected);
    const filtered = await pagesOf(
      `/${name}?perPage=30&filter=qty > 4 %26%26 priority < 4&sort=-qty,priority,id&embed=customer`,
    );
    const matching = expected.filter(({ qty, priority }) => qty > 4 && priority < 4);
    expect(matching.length).toBeGreaterThan(5);
    expect(filtered.total).toBe(matching.length);
    expect(filtered.data.map(({ customer: _, ...row }) => row)).toEqual(
      matching.sort((a, b) => b.qty - a.qty || a.priority - b.priority || a.id - b.id),
    );
  }
});

test('an order is in the list while units of it are ready, and in no other moment', async () => {
  const part = await shop.part({}, 20);
  const order = await shop.issued([
    { part_id: part, qty: 3 },
    { part_id: part, qty: 1 },
  ]);
  const listed = async () => {
    const [pack, ship] = await Promise.all(
      ['pack', 'ship'].map(async (step) => (await shop.get(`/${step}linebyorder?order_id=${order}`)).data[0]),
    );
    return [pack && `${pack.lines} lines, ${pack.qty}`, ship && `${ship.cartons} cartons, ${ship.qty}`];
  };
  expect(await listed()).toEqual([undefined, undefined]);
  await shop.through([order], 'pick');
  expect(await listed()).toEqual(['2 lines, 4', undefined]);
  await shop.done(`/salesorder/${order}/hold`, { reason: 'Credit check' });
  expect(await listed()).toEqual([undefined, undefined]);
  await shop.done(`/salesorder/${order}/release`);
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [order] });
  expect(await listed()).toEqual([undefined, undefined]);
  await shop.done(`/pack/${pack}`, undefined, 'DELETE');
  expect(await listed()).toEqual(['2 lines, 4', undefined]);
  await shop.through([order], 'pack');
  expect(await listed()).toEqual([undefined, '1 cartons, 4']);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id: [order] });
  expect(await listed()).toEqual([undefined, undefined]);
  await shop.done(`/ship/${ship}`, undefined, 'DELETE');
  expect(await listed()).toEqual([undefined, '1 cartons, 4']);
  await shop.through([order], 'ship', 'pickup');
  expect(await listed()).toEqual([undefined, undefined]);
});
