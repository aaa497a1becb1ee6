-- expand
-- The units of open picklines that people have counted one by one. They are in somebody's hands, and stock does not know them: the
-- commit of the line moves them. It follows when the last unit is counted.

create table picklinecount (
  id bigint primary key generated always as identity,
  pickline_id bigint not null references pickline on delete cascade,
  part_id bigint not null,
  location_id bigint not null references location,
  lot text,
  serial text,
  qty numeric(18, 6) not null check (qty > 0),
  -- Who counted there last, and when.
  account_id bigint references account on delete set null,
  counted_at timestamptz(0) not null default this_second(),
  check (serial is null or qty = 1)
);
create unique index picklinecount_place on picklinecount (pickline_id, location_id, lot, serial) nulls not distinct;
-- A serial number stands for one unit, whichever line it is counted for.
create unique index picklinecount_serial on picklinecount (part_id, serial) where serial is not null;
create index picklinecount_stock on picklinecount (part_id, location_id);
create index picklinecount_location_id on picklinecount (location_id);
create index picklinecount_account_id on picklinecount (account_id);

-- Counts end when their line is committed, leaves its pick, gets another location, or becomes smaller than they are. Many statements change picklines, and those
-- of an older build do not know the counts, so the database keeps this rule.
create function counts_end() returns trigger language plpgsql as $$
begin
  delete from picklinecount c where c.pickline_id = new.id and (
    new.qty_committed > 0 or new.pick_id is distinct from old.pick_id or new.location_id is distinct from old.location_id
    or new.qty < (select sum(o.qty) from picklinecount o where o.pickline_id = new.id));
  return null;
end $$;
create trigger counts_end after update of pick_id, location_id, qty, qty_committed on pickline for each row
  when (old.pick_id is not null and (new.qty_committed > old.qty_committed or new.qty < old.qty
    or new.pick_id is distinct from old.pick_id or new.location_id is distinct from old.location_id))
  execute function counts_end();

-- Units that have left their place are in nobody's hands there: a lot or serial number that another line took, or units that were
-- written off. The later counts end first. Units of an untracked part at the location of their line are reserved for it, and end with it.
create function counts_leave() returns trigger language plpgsql as $$
begin
  delete from picklinecount where id in (
    select s.id from (
      select c.id, sum(c.qty) over (order by c.id) as upto from picklinecount c join pickline l on l.id = c.pickline_id
      where c.part_id = new.part_id and c.location_id = new.location_id
        and c.lot is not distinct from new.lot and c.serial is not distinct from new.serial
        and (c.lot is not null or c.serial is not null or l.location_id is distinct from c.location_id)) s
    where s.upto > new.qty);
  return null;
end $$;
create trigger counts_leave after update of qty on inventory for each row
  when (new.qty < old.qty) execute function counts_leave();

insert into event (id, name, object, description) values
  (39, 'pickline.counted', 'pickline', 'Units of a pickline were counted or taken back, and the line is not complete');
