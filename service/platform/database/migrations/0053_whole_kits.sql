-- expand
-- What may go on to the next step: kits leave whole, unless the plan of the order lets them leave in parts.

-- The outline of a plan says whether kits may leave in parts.
create or replace function plan_outline(plan jsonb) returns jsonb immutable language sql as $$
  -- Read as one record, the plan is unpacked once.
  select jsonb_strip_nulls(jsonb_build_object('split_kits', p.split_kits)) || jsonb_build_object(
    'steps', coalesce((
      select jsonb_agg(jsonb_build_object('step', s -> 'step', 'required', s -> 'required', 'by', s -> 'by', 'not_before_at', s -> 'not_before_at')
        order by place)
      from jsonb_array_elements(p.steps) with ordinality as e(s, place)), '[]'),
    -- The steps before which deferred rules are evaluated.
    'pending', coalesce((
      select jsonb_agg(l #> '{again,step}' order by place) from jsonb_array_elements(p.later) with ordinality as e(l, place)
      where l #> '{again,waited}' = 'null'), '[]'),
    'start_in_carton', p.start_in_carton, 'cartons_per_pallet', p.cartons_per_pallet, 'carton_types', p.carton_types)
  from jsonb_to_record(plan) as p(steps jsonb, later jsonb, start_in_carton jsonb, cartons_per_pallet jsonb, carton_types jsonb, split_kits jsonb)
  where plan is not null
$$;

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

-- The orders that can be packed or shipped now (0017_ready_orders.sql), with whole kits. The function is called last: most work has nothing to go on.
create or replace view order_ready as
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
