-- expand
-- Sales orders with their lines, discounts and fees, and the rule sets that plan them.

-- The configurations that plans were made with, by content hash. Old ones stay, because orders refer to them.
create table ruleset (
  hash text primary key,
  source text not null,
  -- The files of a configuration that has several: [{file, text}], the operators' own first.
  files jsonb not null default '[]',
  -- The active rule set of all services is the one that was activated last.
  activated_at timestamptz not null default now(),
  created_at timestamptz(0) not null default this_second(),
  -- The plugin files that the configuration names by relative paths: [{file, text}], with paths from the folder of the first file.
  plugins jsonb not null default '[]'
);

-- Each activation of a configuration: a version of the history. A start with the same configuration adds none.
create table configversion (
  id bigint primary key generated always as identity,
  ruleset text not null references ruleset,
  how text not null check (how in ('start', 'reload', 'rollback', 'push', 'edit')),
  -- The version that a rollback brought back.
  rolled_back_to bigint references configversion,
  account_id bigint references account on delete set null,
  activated_at timestamptz(0) not null default this_second()
);
create index configversion_ruleset on configversion (ruleset);

-- The parts of a plan that each lock and each state of an order needs, apart from the column with the whole plan.
--
-- A plan names the outcome and the values of every rule: with 300 rules it has 230 KB, which PostgreSQL stores compressed beside the
-- row, and unpacks for each expression that reads it. A lock of such an order took eight times as long. PostgreSQL computes this column
-- only when the plan changes.
create function plan_outline(plan jsonb) returns jsonb immutable language sql as $$
  -- Read as one record, the plan is unpacked once. `split_kits` says whether kits may leave in parts.
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

create table salesorder (
  id bigint primary key generated always as identity,
  number text not null,
  customer_id bigint not null references customer,
  status_id bigint not null default 1 references salesorderstatus,
  site_id bigint not null references site,
  carrier_id bigint references carrier,
  carrierservicelevel_id bigint references carrierservicelevel,
  source_id bigint references source,
  job_id bigint references job,
  priority int not null default 3 check (priority between 1 and 5),
  note text,
  custom jsonb not null default '{}',
  -- The wave that a rule put the order into.
  wave text,
  bill_to_name text, bill_address_1 text, bill_address_2 text, bill_city text, bill_region text, bill_postal_code text, bill_country text references country,
  ship_to_name text, ship_address_1 text, ship_address_2 text, ship_city text, ship_region text, ship_postal_code text, ship_country text references country,
  -- Digits after the point of its totals: those of the site, since the last change of its lines or amounts.
  currency_digits int not null default 2,
  subtotal numeric(18, 6) not null default 0,
  total_discount numeric(18, 6) not null default 0,
  total_fee numeric(18, 6) not null default 0,
  total_tax numeric(18, 6) not null default 0,
  total numeric(18, 6) not null generated always as (subtotal - total_discount + total_fee + total_tax) stored,
  held_at timestamptz(0), hold_reason text,
  -- The user groups that a hold names: only who is in all of them may release the order. Names, as the rules have them.
  released_by text[] not null default '{}',
  -- The pinned plan, and the configuration that it was made with.
  plan jsonb,
  ruleset text references ruleset,
  -- The attention that the engine reported: {step, code, detail, since}.
  attention jsonb,
  -- Where the order is and what it waits for: a copy of the view order_state (0016_order_state.sql), and the time of its last change.
  state text not null default 'waiting' check (state in ('working', 'waiting', 'attention', 'held', 'done')),
  step text check (step in ('issue', 'pick', 'pack', 'ship', 'pickup')),
  reason text default 'draft',
  since timestamptz(0) not null default this_second(),
  -- When somebody asked for the draft to be issued as soon as that is possible. Null for all other orders.
  issue_requested_at timestamptz(0),
  issue_date timestamptz(0), fulfilled_at timestamptz(0),
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second(),
  -- Whether the order can be packed or shipped now: a copy of the view order_ready (0016_order_state.sql).
  to_pack boolean not null default false,
  to_ship boolean not null default false,
  plan_outline jsonb generated always as (plan_outline(plan)) stored
);
create unique index salesorder_number on salesorder (lower(number collate "und-x-icu") text_pattern_ops);
-- The indexes of lists end with the id, so that they hold the records of a value in the default order of lists. Without the id,
-- page 1 of the open orders among 200,000 took 21 ms, and a late page of the newest orders 60 ms.
create index salesorder_customer_id on salesorder (customer_id, id);
create index salesorder_status_id on salesorder (status_id, id);
create index salesorder_site_id on salesorder (site_id, id);
create index salesorder_carrier_id on salesorder (carrier_id, id);
create index salesorder_carrierservicelevel_id on salesorder (carrierservicelevel_id, id);
create index salesorder_source_id on salesorder (source_id, id);
create index salesorder_job_id on salesorder (job_id, id);
create index salesorder_created_at on salesorder (created_at, id);
create index salesorder_issue_date on salesorder (issue_date, id);
create index salesorder_fulfilled_at on salesorder (fulfilled_at, id);
create index salesorder_updated_at on salesorder (updated_at, id);
create index salesorder_priority on salesorder (priority, id);
create index salesorder_priority_issue_date on salesorder (priority, issue_date, id);
create index salesorder_total on salesorder (total, id);
create index salesorder_issue_requested_at on salesorder (issue_requested_at, id) where issue_requested_at is not null;
create index salesorder_held_at on salesorder (held_at, id) where held_at is not null;
-- For verification in parts and for archives. An order enters it once, when it ends.
create index salesorder_closed on salesorder (since, id) where state = 'done';
create index salesorder_ship_to_name on salesorder (lower(ship_to_name collate "und-x-icu") text_pattern_ops, id);
-- The column itself is included. Without it PostgreSQL reads the table for each order of a country.
create index salesorder_ship_country on salesorder (lower(ship_country collate "und-x-icu") text_pattern_ops, id) include (ship_country);
create index salesorder_ship_city on salesorder (lower(ship_city collate "und-x-icu") text_pattern_ops, id) include (ship_city);
create index salesorder_ship_postal_code on salesorder (lower(ship_postal_code collate "und-x-icu") text_pattern_ops, id) include (ship_postal_code);

-- The order that a quote was converted into.
alter table quote add column salesorder_id bigint references salesorder on delete set null;
create index quote_salesorder_id on quote (salesorder_id);

create table salesorderline (
  id bigint primary key generated always as identity,
  salesorder_id bigint not null references salesorder on delete cascade,
  linetype_id bigint not null default 1 references linetype,
  part_id bigint references part,
  description text,
  custom jsonb not null default '{}',
  qty numeric(18, 6) not null default 1 check (qty >= 0),
  unit_price numeric(18, 6) not null default 0,
  -- Digits of the order, here too: lists of lines would read the order of each line.
  currency_digits smallint not null default 2,
  total numeric not null generated always as (round(qty * unit_price, currency_digits)) stored,
  qty_picked numeric(18, 6) not null default 0,
  qty_packed numeric(18, 6) not null default 0,
  qty_shipped numeric(18, 6) not null default 0,
  qty_picked_up numeric(18, 6) not null default 0,
  qty_canceled numeric(18, 6) not null default 0,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
-- These two answer searches for the orders of a part, and by the number of lines or units, without reading the lines.
create index salesorderline_salesorder_id on salesorderline (salesorder_id) include (qty);
create index salesorderline_part_id on salesorderline (part_id, salesorder_id);

-- The amount of an order is flat (line_id is null). The amount of a line is per unit of the line.
create table salesorderdiscount (
  id bigint primary key generated always as identity,
  salesorder_id bigint not null references salesorder on delete cascade,
  line_id bigint references salesorderline on delete cascade,
  discount_id bigint not null references discount,
  amount numeric(18, 6) not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index salesorderdiscount_salesorder_id on salesorderdiscount (salesorder_id);
create index salesorderdiscount_line_id on salesorderdiscount (line_id);
create index salesorderdiscount_discount_id on salesorderdiscount (discount_id);
create table salesorderfee (
  id bigint primary key generated always as identity,
  salesorder_id bigint not null references salesorder on delete cascade,
  line_id bigint references salesorderline on delete cascade,
  fee_id bigint not null references fee,
  amount numeric(18, 6) not null,
  created_at timestamptz(0) not null default this_second(),
  updated_at timestamptz(0) not null default this_second()
);
create index salesorderfee_salesorder_id on salesorderfee (salesorder_id);
create index salesorderfee_line_id on salesorderfee (line_id);
create index salesorderfee_fee_id on salesorderfee (fee_id);

-- The requests of waiting drafts: orders that are issued as soon as that is possible.
create table issue_request (
  order_id bigint primary key references salesorder on delete cascade,
  -- The user who asked. The engine issues the order with the rights that this user has then.
  account_id bigint not null references account,
  bulkrun_id bigint,
  not_before timestamptz,
  give_up_at timestamptz,
  -- The input of the workflow, for another start. Null until the workflow is started.
  input jsonb,
  -- What stood in the way at the last attempt: [{code, message, pointer, handling}].
  warnings jsonb not null default '[]',
  -- True where nothing but stock stood in the way, so that stock that arrives wakes the order.
  stock_only boolean not null default false,
  created_at timestamptz not null default now()
);

-- The parts that a waiting draft was short of, with all that it needs of them. The index has the order in which stock is given.
create table issue_request_need (
  order_id bigint not null references issue_request on delete cascade,
  site_id bigint not null,
  part_id bigint not null,
  qty numeric(18, 6) not null,
  stock_only boolean not null,
  priority int not null,
  requested_at timestamptz not null,
  primary key (order_id, part_id)
);
create index issue_request_need_part on issue_request_need (site_id, part_id, priority, requested_at, order_id) where stock_only;

-- The last failed attempt to book with a carrier that does not answer. A booking deletes it. It is a table of its own, so that
-- the attempts of an outage do not rewrite orders.
create table booking_attempt (
  order_id bigint primary key references salesorder on delete cascade,
  carrier_name text not null,
  detail text not null,
  attempt int not null,
  since timestamptz not null,
  next_at timestamptz not null
);
