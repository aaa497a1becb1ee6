-- A shop of some years: 200,000 orders of 4,000 customers with 800,000 lines of 2,000 parts. A few customers and parts
-- make much of the business. The oldest 150,000 orders were imported and are orders alone; the next 40,000 were picked,
-- packed, shipped, picked up and invoiced here; the last 10,000 are drafts, or open in all ways. For an empty system
-- that was just migrated and seeded. The same data every time.

select setseed(0.42);
set local synchronous_commit = off;
set local max_parallel_workers_per_gather = 0;
-- Foreign keys are not checked, if we may switch them off: the checks take half of the time.
select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper;

insert into customer (id, number, customertype_id, name, first_name, last_name, created_at, updated_at) overriding system value
select n, 'C-' || n, t, case t when 1 then company else first || ' ' || last end,
  case t when 2 then first end, case t when 2 then last end, at, at
from (select n, 1 + (random() < 0.4)::int as t, timestamptz '2020-01-01' + n * interval '11 hours' as at,
    (array['Northern','Blue','United','Green','Harbour','Royal','Little','Grand'])[1 + floor(random() * 8)] || ' '
      || (array['Trading','Books','Tools','Foods','Garden','Sports','Paper','Toys'])[1 + floor(random() * 8)] || ' ' || n as company,
    (array['Anna','Jürgen','María','Omar','Zoë','Chen','Ivan','Ruth'])[1 + floor(random() * 8)] as first,
    (array['Smith','Müller','García','Haddad','Øberg','Li','Petrov','Klein'])[1 + floor(random() * 8)] as last
  from generate_series(1, 4000) n) c;
insert into email (id, email_address) overriding system value select n, 'buyer' || n || '@example.com' from generate_series(1, 4000) n;
insert into phone (id, phone_number) overriding system value select n, '+49 30 ' || 100000 + n from generate_series(1, 4000) n;
insert into customeremail (id, customer_id, email_id) overriding system value select n, n, n from generate_series(1, 4000) n;
insert into customerphone (id, customer_id, phone_id) overriding system value select n, n, n from generate_series(1, 4000) n;
insert into customeraddress (id, customer_id, name, address_1, city, postal_code, country) overriding system value
select n, n, 'Main office', n || ' Main Street', 'Berlin', (10000 + n)::text, 'DE' from generate_series(1, 4000) n;
insert into customeralias (customer_id, name) select n, 'Alias ' || n from generate_series(1, 4000, 3) n;
update customer set default_email_id = id, default_phone_id = id, default_address_id = id;
insert into customergroup (name) select (array['Wholesale','Retail','Export','School','Press','Staff'])[n] from generate_series(1, 6) n;
insert into customer_customergroup select n, 1 + n % 6 from generate_series(1, 4000) n;

insert into part (id, number, name, upc, parttype_id, parent_part_id, price, width_mm, length_mm, depth_mm, weight_g, custom) overriding system value
select n, 'PN-' || n, (array['Steel','Oak','Red','Small','Heavy','Fine'])[1 + n % 6] || ' '
    || (array['bolt','shelf','lamp','box','pump','rope','wheel'])[1 + n % 7] || ' ' || n, (4000000000000 + n)::text,
  case when n > 1900 then 4 when n > 1800 then 3 else 1 end, case when n > 1900 then n - 1900 end, 1 + n % 90 + 0.5,
  40 + n % 200, 30 + n % 150, 10 + n % 100, 50 + n % 900,
  jsonb_build_object('colour', (array['red','green','blue'])[1 + n % 3], 'shelf_life', n % 400)
from generate_series(1, 2000) n;
insert into partgroup (name) select 'Group ' || n from generate_series(1, 20) n;
insert into part_partgroup select n, 1 + n % 20 from generate_series(1, 2000) n;
insert into billofmaterial (id, part_id) overriding system value select n, 1800 + n from generate_series(1, 100) n;
insert into billofmaterialline (billofmaterial_id, part_id, qty) select 1 + n % 100, 1 + n, 1 + n % 4 from generate_series(1, 300) n;

insert into carrier (name) select 'Line ' || n from generate_series(1, 5) n;
insert into carrierservicelevel (carrier_id, name) select id, level from carrier, unnest(array['Standard', 'Express']) level;
insert into cartontype (name, inner_width_mm, inner_length_mm, inner_depth_mm, empty_weight_g, max_gross_weight_g)
select 'Box ' || n, 100 * n, 80 * n, 60 * n, 50 * n, 5000 * n from generate_series(1, 6) n;
insert into service (id, name) overriding system value select n, 'Shop ' || n from generate_series(1, 5) n;
insert into source (name, service_id) select (array['Web shop','Phone','Fair','Marketplace','Counter'])[n], n from generate_series(1, 5) n;
insert into discount (name) select 'Discount ' || n from generate_series(1, 10) n;
insert into fee (name) select 'Fee ' || n from generate_series(1, 5) n;
insert into job (id, name, customer_id) overriding system value select n, 'Job ' || n, n * 13 from generate_series(1, 300) n;
insert into quote (id, number, customer_id, site_id) overriding system value select n, 'Q-' || n, 1 + n % 4000, (select min(id) from site) from generate_series(1, 5000) n;
insert into quoteline (quote_id, part_id, qty, unit_price) select 1 + n % 5000, 1 + n % 1800, 1 + n % 5, 9.5 from generate_series(1, 20000) n;
insert into site (name) values ('Second'), ('Third');

insert into location (id, site_id, locationtype_id, name) overriding system value
select 1000 + n, 1 + (n > 380)::int + (n > 395)::int, 1, 'A-' || n / 20 || '-' || n % 20 from generate_series(1, 400) n;
insert into inventory (part_id, location_id, qty)
select p, 1001 + (p * 7 + k * 131) % 400, 5000 from generate_series(1, 1800) p, generate_series(0, 1) k;

create temp table ids on commit drop as
select (select min(id) from site) as site, (select array_agg(id) from carrier) as carriers, (select array_agg(id) from source) as sources,
  (select min(id) from location where locationtype_id = 2) as moving, (select array_agg(id) from cartontype) as cartontypes;

create temp table ordered on commit drop as
select n, 1 + floor(4000 * power(random(), 2.2))::int as customer, random() as r, random() as u,
  case when n > 190000 then (array[1,2,2,3,3])[1 + floor(random() * 5)] when n > 150000 then 4
    else (array[4,5,6])[1 + (random() > 0.94)::int + (random() > 0.97)::int] end as status,
  timestamptz '2022-01-01' + n * interval '11 minutes' as at, n > 190000 and n % 40 = 0 as held,
  (array['Berlin','Hamburg','Wien','Zürich','Paris','Lyon','London','Leeds'])[1 + n % 8] as city,
  (array['DE','DE','AT','CH','FR','FR','GB','GB'])[1 + n % 8] as country
from generate_series(1, 200000) n;
create temp table line on commit drop as
select n, k, 1 + floor(1800 * power(random(), 2))::int as part, floor(1 + random() * 6)::int as qty, 1 + floor(random() * 900)::int / 10.0 as price, status, at
from ordered, generate_series(1, 1 + mod(abs(hashint4(n)), 7)) k order by n, k;

insert into salesorder (id, number, customer_id, status_id, site_id, carrier_id, source_id, job_id, priority, note,
  bill_to_name, bill_address_1, bill_city, bill_postal_code, bill_country,
  ship_to_name, ship_address_1, ship_city, ship_postal_code, ship_country,
  subtotal, held_at, hold_reason, issue_date, fulfilled_at, state, step, reason, since, created_at, updated_at) overriding system value
select n, 'SO-' || n, customer, status, site + (r > 0.94)::int + (r > 0.985)::int, carriers[1 + floor(u * array_length(carriers, 1))],
  sources[1 + floor(r * 5)], case when n % 50 = 0 then 1 + n % 300 end, case when u < 0.8 then 3 else 1 + floor(r * 5) end,
  case when n % 9 = 0 then 'Leave at the door, please. Ring ' || n % 90 end,
  'Buyer ' || customer, n % 500 || ' Market Square', city, (10000 + n % 9000)::text, country,
  'Buyer ' || customer, n % 500 || ' Market Square', city, (10000 + n % 9000)::text, country,
  total, case when held then at end, case when held then 'Credit check' end, case when status > 1 then at + interval '1 hour' end,
  case when status = 4 then at + interval '2 days' end, case when status > 3 then 'done' when held then 'held' else 'waiting' end,
  case status when 2 then 'pick' when 3 then 'pack' end, case when status > 3 then null when held then 'hold' when status = 1 then 'draft' else 'hand' end, at + interval '2 days', at, at + interval '2 days'
from ids, ordered join (select n, sum(qty * price) as total from line group by 1) l using (n) order by n;
insert into salesorderline (id, salesorder_id, part_id, description, qty, unit_price,
  qty_picked, qty_packed, qty_shipped, qty_picked_up, created_at, updated_at) overriding system value
select row_number() over (order by n, k), n, part, case when k = 1 then 'As discussed' end, qty, price, done, done, done, done, at, at
from line, lateral (select case when status = 4 then qty else 0 end as done) d order by n, k;
insert into salesorderdiscount (salesorder_id, line_id, discount_id, amount)
select salesorder_id, case when id % 2 = 0 then id end, 1 + id % 10, 1.5 from salesorderline where id % 40 = 0;
insert into salesorderfee (salesorder_id, line_id, fee_id, amount)
select salesorder_id, case when id % 2 = 0 then id end, 1 + id % 5, 2 from salesorderline where id % 60 = 0;

-- Work of all that was ever issued here; of an order in progress pick and pack are done.
insert into work (id, order_id, site_id, line_id, task_id, part_id, qty, qty_done) overriding system value
select row_number() over (), o.id, o.site_id, l.id, t, l.part_id, l.qty, case when o.status_id = 4 or o.status_id = 3 and t <= 2 then l.qty else 0 end
from salesorder o join salesorderline l on l.salesorder_id = o.id, generate_series(1, 4) t
where o.id > 150000 and o.status_id > 1 order by o.id, l.id, t;

create temp table done on commit drop as
select row_number() over (order by id) as n, id as order_id, site_id, status_id, created_at as at from salesorder where id > 150000 and status_id in (3, 4);
create index on done (order_id);
insert into pick (id, site_id, status_id, finished_at, created_at) overriding system value
select (n + 2) / 3, min(site_id), 2, max(at), max(at) from done group by 1;
insert into pickline (pick_id, work_id, order_id, site_id, line_id, part_id, location_id, qty, qty_committed, finished, created_at)
select (d.n + 2) / 3, w.id, w.order_id, w.site_id, w.line_id, w.part_id, case when w.id % 50 > 0 or d.n is not null then 1001 + (w.part_id * 7) % 400 end, w.qty,
  case when d.n is null then 0 else w.qty end, d.n is not null, coalesce(d.at, now())
from work w left join done d using (order_id) where w.task_id = 1 order by w.id;
insert into pack (id, site_id, status_id, finished_at, created_at) overriding system value
select n, site_id, 2, at, at from done;
insert into packline (pack_id, work_id, order_id, line_id, part_id, qty)
select d.n, w.id, w.order_id, w.line_id, w.part_id, w.qty from work w join done d using (order_id) where w.task_id = 2 order by w.id;
insert into location (id, site_id, locationtype_id, name) overriding system value
select 10000 + n, site_id, 3, 'K-' || n || '-1' from done;
insert into carton (id, pack_id, number, cartontype_id, status_id, location_id, carrier_id, tracking_number, weight_g, created_at) overriding system value
select n, n, 1, cartontypes[1 + n % 6], case status_id when 4 then 3 else 2 end, 10000 + n, carriers[1 + n % 5], '1Z' || 90000000 + n * 37, 300 + n % 9000, at
from done, ids;
insert into inventory (part_id, location_id, qty, qty_committed)
select w.part_id, 10000 + d.n, sum(w.qty), sum(w.qty) from work w join done d using (order_id)
where w.task_id = 2 and d.status_id = 3 group by 1, 2;
insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
select w.order_id, w.site_id, w.line_id, w.part_id, i.id, w.qty from work w join done d using (order_id)
join inventory i on i.location_id = 10000 + d.n and i.part_id = w.part_id where w.task_id = 2 and d.status_id = 3;
insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
select w.order_id, w.site_id, w.line_id, w.part_id, i.id, w.qty from work w join salesorder o on o.id = w.order_id and o.status_id = 2
join inventory i on i.location_id = 1001 + (w.part_id * 7) % 400 and i.part_id = w.part_id where w.task_id = 1 and w.id % 50 > 0;
update inventory i set qty_committed = r.qty, qty = greatest(i.qty, r.qty)
from (select inventory_id, sum(qty) as qty from reservation group by 1) r where r.inventory_id = i.id and i.location_id < 10000;

-- Half of the orders in progress are ready for pickup without a ship.
insert into ship (id, site_id, status_id, finished_at, created_at) overriding system value
select (n + 9) / 10, min(site_id), 2, max(at), max(at) from done group by 1;
insert into shipline (ship_id, carton_id) select (n + 9) / 10, n from done where status_id = 4 or n % 2 = 0;
insert into pallet (id, ship_id, number) overriding system value select id, id, 1 from ship;
update carton set pallet_id = (id + 9) / 10 where id % 10 < 8;
insert into pickup (id, site_id, picked_up_at, created_at) overriding system value
select (n + 19) / 20, min(site_id), max(at), max(at) from done where status_id = 4 group by 1;
insert into pickupline (id, site_id, carton_id, pickup_id, created_at) overriding system value
select n, site_id, n, case status_id when 4 then (n + 19) / 20 end, at from done;
insert into pickupline_order select n, order_id from done;
insert into invoice (id, order_id, customer_id, pickup_id, subtotal, total_discount, total_fee, total_tax, created_at) overriding system value
select d.n, o.id, o.customer_id, (d.n + 19) / 20, o.subtotal, 0, 0, 0, d.at from done d join salesorder o on o.id = d.order_id where d.status_id = 4;
insert into invoiceline (invoice_id, line_id, part_id, qty, unit_price, total)
select d.n, l.id, l.part_id, l.qty, l.unit_price, l.total from done d join salesorderline l on l.salesorder_id = d.order_id where d.status_id = 4;
insert into inventorymovement (site_id, part_id, from_location_id, to_location_id, qty, reason, order_id, line_id, pickline_id, created_at)
select l.site_id, l.part_id, case m when 1 then l.location_id when 2 then moving else 10000 + d.n end, case m when 1 then moving when 2 then 10000 + d.n end,
  l.qty, (array['pick','pack','pickup'])[m], l.order_id, l.line_id, case m when 1 then l.id end, d.at + m * interval '1 hour'
from ids, pickline l join done d using (order_id), generate_series(1, 3) m where d.status_id = 4 or m < 3 order by d.n, m;
insert into event_log (event_id, object_id, order_ids, at)
select e, order_id, array[order_id], at from done, unnest(array[10, 13, 19]) e order by n;

update salesorder o set to_pack = r.to_pack, to_ship = r.to_ship from order_ready r where r.id = o.id and o.status_id = 3;

do $$
declare
  c record;
  counted text;
begin
  for counted in select distinct relation from tally loop
    call tally_recount(counted);
  end loop;
  for c in select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES' loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest(1, (select max(%I) from %I)))', c.table_name, c.column_name, c.column_name, c.table_name);
  end loop;
end $$;
