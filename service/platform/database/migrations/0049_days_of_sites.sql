-- expand
-- The day at a site, by its wall clock. Units expire at the end of the day of the place where they lie.

create function zone_of_site(site bigint) returns text language sql stable parallel safe
  as $$ select coalesce((select s.time_zone from site s where s.id = $1), 'UTC') $$;

create function day_at(location bigint) returns date language sql stable parallel safe
  as $$ select (now() at time zone s.time_zone)::date from location l join site s on s.id = l.site_id where l.id = $1 $$;
