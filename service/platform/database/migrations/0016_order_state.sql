-- expand
-- Where each order is, and what it waits for. Lists, counts and /progress show the same, because all of them follow this view.
--
-- A list cannot compute this for each of 200,000 orders, so each order keeps a copy: state, step, reason and since. The transaction
-- that moves an order writes the copy before it commits (service/inventory/stock/order-state.ts), and `conveyor verify` compares it.
create view order_state as
select o.id, s.state, case when s.state <> 'done' then coalesce(c.step, case when o.issue_requested_at is not null then 'issue' end) end as step,
  s.reason,
  -- An attention has its own time: a retry with the same refusal does not begin a new one. Null for all other states.
  case when s.state = 'attention' then (o.attention ->> 'since')::timestamptz(0) end as attention_since
from salesorder o
left join issue_request r on r.order_id = o.id
left join lateral (
  -- The first planned step with open work. Every order ends with a pickup, even an order of services.
  select p.step ->> 'step' as step, p.step ->> 'by' as by, (p.step ->> 'not_before_at')::timestamptz as not_before
  from jsonb_array_elements(o.plan_outline -> 'steps') with ordinality as p(step, place)
  join task t on lower(t.name) = p.step ->> 'step'
  where (p.step ->> 'required')::boolean and (
    exists (select 1 from work w where w.order_id = o.id and w.task_id = t.id and w.qty_done < w.qty)
    or t.name = 'Pickup' and not exists (select 1 from work w where w.order_id = o.id and w.task_id = t.id))
  order by p.place limit 1
) c on o.status_id in (2, 3)
left join lateral (
  -- An order that is short of stock waits for it, unless a person can pick something.
  select true as is_short from work w
  where w.order_id = o.id and w.qty_short > 0 and c.step = 'pick' and (c.by = 'automatic' or not exists (
    select 1 from pickline l left join pick p on p.id = l.pick_id
    where l.order_id = o.id and (l.pick_id is null and l.location_id is not null or p.status_id = 1)))
  limit 1
) short on true
left join lateral (
  -- The goods of an order can be in cartons with the goods of others, which pickup has to wait for.
  select true as is_shared
  from reservation own join inventory i on i.id = own.inventory_id join carton b on b.location_id = i.location_id and b.status_id = 2
  join inventory j on j.location_id = b.location_id join reservation other on other.inventory_id = j.id and other.order_id <> o.id
  where c.step = 'pickup' and own.order_id = o.id and own.closed_at is null and not exists (
    select 1 from pickupline_order po join pickupline l on l.id = po.pickupline_id where po.order_id = o.id and l.pickup_id is null)
  limit 1
) cartons on true
cross join lateral (
  -- The first condition that holds decides.
  select a.state, a.reason from (values
    (o.status_id in (4, 5, 6), 'done', null),
    (o.issue_requested_at is not null and o.attention ->> 'step' = 'issue', 'attention', o.attention ->> 'code'),
    (o.issue_requested_at is not null and jsonb_path_exists(r.warnings, '$[*] ? (@.handling == "attention")'), 'attention',
      jsonb_path_query_first(r.warnings, '$[*] ? (@.handling == "attention").code') #>> '{}'),
    (o.held_at is not null, 'held', 'hold'),
    (r.not_before > now(), 'waiting', 'date'),
    (o.issue_requested_at is not null, 'waiting', case when jsonb_path_exists(r.warnings, '$[*] ? (@.code == "stock.short")') then 'stock' else 'issue' end),
    (o.plan is null, 'waiting', 'draft'),
    (o.attention ->> 'code' like 'engine.%', 'attention', o.attention ->> 'code'),
    (exists (select 1 from autowork a where a.order_id = o.id and a.state in ('queued', 'running')), 'working', null),
    (short.is_short, 'waiting', 'stock'),
    (o.attention ->> 'step' = c.step and o.attention ? 'retry_at', 'working', null),
    (o.attention ->> 'step' = c.step, 'attention', o.attention ->> 'code'),
    (cartons.is_shared, 'waiting', 'cartons'),
    (c.by = 'hand', 'waiting', 'hand'),
    (c.not_before > now(), 'waiting', 'date'),
    (true, 'working', null)) as a(holds, state, reason)
  where a.holds limit 1
) s;

-- The quantity of a row of work that is done and may go on: as many units as the scarcest component of a kit allows.
create function qty_ready(w work) returns numeric stable language sql as $$
  -- All components together are the whole line, even where the line is not a whole number of kits. Another line has no such limit.
  select least(w.qty_done, (
    select round(min(case when k.per_unit = 1 then k.qty_done when k.qty_done >= round(l.qty * k.per_unit, 6) then l.qty
      else trunc(k.qty_done / k.per_unit) end) * w.per_unit, 6)
    from work k join salesorderline l on l.id = k.line_id join part p on p.id = l.part_id join salesorder o on o.id = k.order_id
    where k.line_id = w.line_id and k.task_id = w.task_id and not coalesce((o.plan_outline ->> 'split_kits')::boolean, false)
    group by p.id having count(*) > 1 or p.parttype_id = 3))
$$;

-- The orders that can be packed or shipped now, for the lists of orders to pack and to ship.
--
-- These lists computed it from the work of all orders in progress: 126 ms with 4,000 of them. So each order keeps two columns. The
-- transaction that moves an order writes them with its state, and `conveyor verify` compares them.
-- Whether each order has picked units that are on no pack, and closed cartons, or picked units without a pack step, that are on no
-- ship. Orders of other states and held orders have neither. OFFSET 0 has a reader of both columns compute each once. Kits leave
-- whole, unless the plan of the order lets them leave in parts. The function is called last: most work has nothing to go on.
create view order_ready as
select o.id, r.to_pack, r.to_ship
from salesorder o
cross join lateral (
  select
    o.status_id = 3 and o.held_at is null and (
      -- Subqueries with a limit are computed for each order. EXISTS could read the work of all orders.
      select true from work k join work p on p.line_id = k.line_id and p.part_id = k.part_id and p.task_id = 1
      cross join lateral (select coalesce((select sum(l.qty) from packline l where l.work_id = k.id), 0) as qty offset 0) packed
      where k.order_id = o.id and k.task_id = 2 and case when p.qty_done > packed.qty then qty_ready(p) > packed.qty end
      limit 1) is not null as to_pack,
    o.status_id = 3 and o.held_at is null and (select true from work w where w.order_id = o.id and w.task_id = 3 limit 1) is not null and (
      (select true from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
        where r.order_id = o.id and r.closed_at is null and c.status_id = 2
          and not exists (select 1 from shipline l where l.carton_id = c.id)
        limit 1) is not null
      or (select true from work w where w.order_id = o.id and w.task_id = 2 limit 1) is null
        and (select true from shipline l join ship h on h.id = l.ship_id where l.order_id = o.id and h.status_id = 1 limit 1) is null
        and (select true from work s join work p on p.line_id = s.line_id and p.part_id = s.part_id and p.task_id = 1
          where s.order_id = o.id and s.task_id = 3 and case when p.qty_done > s.qty_done then qty_ready(p) > s.qty_done end
          limit 1) is not null) as to_ship
  offset 0
) r;

-- Writes the state of orders, and whether they can be packed or shipped, where it has changed. Returns the orders that another
-- transaction has locked: it left these out. `since` is the time of the last change of the state. PL/pgSQL keeps the plan: planning
-- the views takes 3 ms. LATERAL with OFFSET 0 has it read both views for these orders alone: a plain join has more tables than
-- PostgreSQL reorders, and read all orders.
create function keep_order_state(ids bigint[]) returns bigint[] language plpgsql as $$
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
