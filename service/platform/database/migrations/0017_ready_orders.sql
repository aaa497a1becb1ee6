-- The orders that can be packed or shipped now, for the lists of orders to pack and to ship.
--
-- These lists computed it from the work of all orders in progress: 126 ms with 4,000 of them. So each order keeps two columns. The
-- transaction that moves an order writes them with its state (0016_order_state.sql), and `conveyor verify` compares them.
alter table salesorder
  add column to_pack boolean not null default false,
  add column to_ship boolean not null default false;

-- Whether each order has picked units that are on no pack, and closed cartons, or picked units without a pack step, that are on no
-- ship. Orders of other states and held orders have neither. OFFSET 0 has a reader of both columns compute each once.
create view order_ready as
select o.id, r.to_pack, r.to_ship
from salesorder o
cross join lateral (
  select
    o.status_id = 3 and o.held_at is null and (
      -- Subqueries with a limit are computed for each order. EXISTS could read the work of all orders.
      select true from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = 1
      where k.order_id = o.id and k.task_id = 2 and p.qty_done > coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0)
      limit 1) is not null as to_pack,
    o.status_id = 3 and o.held_at is null and (select true from work w where w.order_id = o.id and w.task_id = 3 limit 1) is not null and (
      (select true from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = o.id and r.closed_at is null and c.status_id = 2
          and not exists (select 1 from shipline l where l.carton_id = c.id)
        limit 1) is not null
      or (select true from work w where w.order_id = o.id and w.task_id = 2 limit 1) is null
        and (select true from shipline l join ship h on h.id = l.ship_id where l.order_id = o.id and h.status_id = 1 limit 1) is null
        and (select true from work s cross join lateral (
            select b.qty_done from work b where b.line_id = s.line_id and b.part_id = s.part_id and b.task_id < 3
            order by b.task_id desc limit 1) b
          where s.order_id = o.id and s.task_id = 3 and b.qty_done > s.qty_done
          limit 1) is not null) as to_ship
  offset 0
) r;

-- Writes the state of orders, and whether they can be packed or shipped, where it has changed. Returns the orders that another
-- transaction has locked: it left these out. `since` is the time of the last change of the state. PL/pgSQL keeps the plan: planning
-- the views takes 3 ms. LATERAL with OFFSET 0 has it read both views for these orders alone: a plain join has more tables than
-- PostgreSQL reorders, and read all orders.
create or replace function keep_order_state(ids bigint[]) returns bigint[] language plpgsql as $$
declare
  locked bigint[] := array(select id from salesorder where id = any(ids) order by id for no key update skip locked);
begin
  update salesorder o set state = s.state, step = s.step, reason = s.reason, to_pack = r.to_pack, to_ship = r.to_ship,
    since = case when (o.state, o.step, o.reason) is distinct from (s.state, s.step, s.reason) or o.since <> s.attention_since
      then coalesce(s.attention_since, this_second()) else o.since end
  from unnest(locked) as l(id)
  cross join lateral (select * from order_state v where v.id = l.id offset 0) s
  cross join lateral (select * from order_ready v where v.id = l.id offset 0) r
  where o.id = l.id and (
    (o.state, o.step, o.reason, o.to_pack, o.to_ship) is distinct from (s.state, s.step, s.reason, r.to_pack, r.to_ship)
    or o.since <> s.attention_since);
  if cardinality(locked) = cardinality(ids) then return '{}'; end if;
  return array(select o.id from salesorder o where o.id = any(ids) and not o.id = any(locked));
end $$;

update salesorder o set to_pack = r.to_pack, to_ship = r.to_ship
from order_ready r
where r.id = o.id and o.status_id = 3 and (r.to_pack or r.to_ship);
