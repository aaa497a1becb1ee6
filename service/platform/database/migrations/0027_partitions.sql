-- expand
-- Tables that only grow become tables in partitions, by ranges of their ids. This migration limits the ids of the tables as they are,
-- so that each can become the first partition of a new one (0029) without a look at its rows.

-- Adds the check that keeps all rows below a bound. The bound leaves room for a twelfth of the ids that were given so far: about a
-- month of an installation that is a year old. `room` is that of a new installation.
create procedure partition_bound(relation text, key text, counted text, room bigint) language plpgsql as $$
declare given bigint;
begin
  execute format('select coalesce(max(id), 0) from %I', counted) into given;
  execute format('alter table %I add constraint %I check (%I < %s) not valid', relation, relation || '_bound', key,
    ceil((given + greatest(given / 12, room)) / 100000.0)::bigint * 100000);
end $$;

-- Makes a table the first partition of a new one of its name. The check of partition_bound is validated by then, and the indexes of the
-- table become parts of those of the new one: PostgreSQL changes its catalogue only. The new table has the same columns, checks, indexes,
-- triggers, owner, rights and sequence. Its other partitions are made by the services, some time before they are needed; rows for which
-- there is none go to the default partition.
create procedure partition_table(relation text, key text) language plpgsql as $$
declare
  old text := relation || '_0';
  bound text;
  definition text;
  definitions text[];
  last_id bigint;
  called boolean;
  owner text;
  right_of record;
begin
  execute format('lock table %I in access exclusive mode', relation);
  select substring(pg_get_constraintdef(c.oid) from '< ''?(\d+)') into bound
    from pg_constraint c where c.conrelid = relation::regclass and c.conname = relation || '_bound';
  select tableowner into owner from pg_tables where schemaname = current_schema() and tablename = relation;
  select array_agg(d.sql order by d.place, d.sql) into definitions from (
    select 0 as place, format('alter table %I add constraint %I %s', relation, conname, pg_get_constraintdef(oid)) as sql
      from pg_constraint where conrelid = relation::regclass and contype in ('p', 'u')
    union all
    select 1, pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid = relation::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select 3, pg_get_triggerdef(oid) from pg_trigger where tgrelid = relation::regclass and not tgisinternal
  ) d;
  for definition in select tgname from pg_trigger where tgrelid = relation::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', definition, relation);
  end loop;
  execute format('select last_value, is_called from %I', relation || '_id_seq') into last_id, called;
  execute format('alter table %I alter column id drop identity', relation);
  for definition in select indexrelid::regclass::text from pg_index where indrelid = relation::regclass loop
    execute format('alter index %I rename to %I', definition, old || substring(definition from length(relation) + 1));
  end loop;
  execute format('alter table %I rename to %I', relation, old);

  execute format('create table %I (like %I including defaults including constraints including comments) partition by range (%I)', relation, old, key);
  execute format('alter table %I drop constraint %I', relation, relation || '_bound');
  execute format('alter table %I owner to %I', relation, owner);
  for right_of in
    select case when a.grantee = 0 then 'public' else quote_ident(a.grantee::regrole::text) end as grantee, a.privilege_type as name,
      a.is_grantable from pg_class c cross join aclexplode(c.relacl) a where c.oid = old::regclass and a.grantee <> c.relowner
  loop
    execute format('grant %s on %I to %s%s', right_of.name, relation, right_of.grantee,
      case when right_of.is_grantable then ' with grant option' else '' end);
  end loop;
  foreach definition in array definitions loop
    execute definition;
  end loop;
  execute format('alter table %I alter column id add generated always as identity (sequence name %I)', relation, relation || '_id_seq');
  perform setval((relation || '_id_seq')::regclass, last_id, called);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', relation, old, bound);
  execute format('alter table %I drop constraint %I', old, relation || '_bound');
  execute format('create table %I partition of %I default', relation || '_default', relation);
end $$;

call partition_bound('event_log', 'id', 'event_log', 1000000);
call partition_bound('inventorymovement', 'id', 'inventorymovement', 1000000);
