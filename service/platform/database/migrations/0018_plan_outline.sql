-- What each lock and each state of an order needs of its plan, out of the column with the whole plan.
--
-- A plan names the outcome and the values of every rule: with 300 rules it has 230 KB, which PostgreSQL stores compressed beside the
-- row, and unpacks for each expression that reads it. A lock of such an order took eight times as long. PostgreSQL computes this column
-- only when the plan changes.
create function plan_outline(plan jsonb) returns jsonb immutable language sql as $$
  -- Read as one record, the plan is unpacked once.
  select jsonb_build_object(
    'steps', coalesce((
      select jsonb_agg(jsonb_build_object('step', s -> 'step', 'required', s -> 'required', 'by', s -> 'by', 'not_before_at', s -> 'not_before_at')
        order by place)
      from jsonb_array_elements(p.steps) with ordinality as e(s, place)), '[]'),
    -- The steps before which deferred rules are evaluated.
    'pending', coalesce((
      select jsonb_agg(l #> '{again,step}' order by place) from jsonb_array_elements(p.later) with ordinality as e(l, place)
      where l #> '{again,waited}' = 'null'), '[]'),
    'start_in_carton', p.start_in_carton, 'cartons_per_pallet', p.cartons_per_pallet, 'carton_types', p.carton_types)
  from jsonb_to_record(plan) as p(steps jsonb, later jsonb, start_in_carton jsonb, cartons_per_pallet jsonb, carton_types jsonb)
  where plan is not null
$$;

alter table salesorder add column plan_outline jsonb generated always as (plan_outline(plan)) stored;

-- The state of orders (0016_order_state.sql), out of this column.
create or replace view order_state as
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
