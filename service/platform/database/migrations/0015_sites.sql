-- expand
-- Users with allowed sites act at these sites only. A transaction of such a user sets conveyor.sites, and these triggers refuse its
-- changes of records of other sites, whichever operation makes them. For all others a change costs the comparison of a setting.

-- Ends the statement if the transaction may not act at the site.
create function demand_site(site bigint) returns void language plpgsql as $$
declare
  allowed bigint[] := nullif(current_setting('conveyor.sites', true), '')::bigint[];
begin
  if site is null or allowed is null or site = any(allowed) then return; end if;
  raise exception 'site not allowed' using errcode = 'ZS001', detail = jsonb_build_object('site_id', site,
    'name', (select s.name from site s where s.id = site),
    'allowed', (select jsonb_agg(s.name order by s.id) from site s where s.id = any(allowed)))::text;
end $$;

-- The argument of the trigger is the column that leads to the site.
create function demand_site_of_row() returns trigger language plpgsql as $$
declare
  row jsonb;
  value bigint;
begin
  foreach row in array array_remove(array[
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end], null) loop
    value := row ->> tg_argv[0];
    perform demand_site(case tg_argv[0]
      when 'site_id' then value
      when 'id' then value
      when 'salesorder_id' then (select o.site_id from salesorder o where o.id = value)
      when 'order_id' then (select o.site_id from salesorder o where o.id = value)
      when 'pack_id' then (select p.site_id from pack p where p.id = value)
      when 'ship_id' then (select s.site_id from ship s where s.id = value)
      when 'location_id' then (select l.site_id from location l where l.id = value)
    end);
  end loop;
  return null;
end $$;

do $$
declare
  one record;
begin
  for one in select * from (values
    ('salesorder', 'site_id'), ('salesorderline', 'salesorder_id'), ('salesorderdiscount', 'salesorder_id'),
    ('salesorderfee', 'salesorder_id'), ('work', 'site_id'), ('location', 'site_id'), ('inventory', 'location_id'),
    ('reservation', 'site_id'), ('inventorymovement', 'site_id'), ('pick', 'site_id'), ('pickline', 'site_id'), ('pack', 'site_id'),
    ('packline', 'pack_id'), ('carton', 'pack_id'), ('pallet', 'ship_id'), ('ship', 'site_id'), ('shipline', 'ship_id'),
    ('pickup', 'site_id'), ('pickupline', 'site_id'), ('booking', 'site_id'), ('invoice', 'order_id'), ('document', 'site_id'),
    ('autowork', 'site_id'), ('quote', 'site_id'), ('booking_attempt', 'order_id')) as t(name, leads)
  loop
    execute format('create trigger site_allowed after insert or update or delete on %I for each row
      when (current_setting(''conveyor.sites'', true) <> '''') execute function demand_site_of_row(%L)', one.name, one.leads);
  end loop;
end $$;

-- Anybody who may create a site may do so, and only who may act there may change it.
create trigger site_allowed after update or delete on site for each row
  when (current_setting('conveyor.sites', true) <> '') execute function demand_site_of_row('id');
