-- expand
-- Who works on an open pick or pack now. Several people may work on one list, and each says so.

create table pick_worker (
  pick_id bigint not null references pick on delete cascade,
  account_id bigint not null references account on delete cascade,
  -- When the person joined.
  since timestamptz(0) not null default this_second(),
  -- When the person last said so. Lists show nobody who has been silent for half an hour.
  seen_at timestamptz(0) not null default this_second(),
  primary key (pick_id, account_id)
);
create index pick_worker_account_id on pick_worker (account_id);

create table pack_worker (
  pack_id bigint not null references pack on delete cascade,
  account_id bigint not null references account on delete cascade,
  since timestamptz(0) not null default this_second(),
  seen_at timestamptz(0) not null default this_second(),
  primary key (pack_id, account_id)
);
create index pack_worker_account_id on pack_worker (account_id);

-- Nobody works on a list that is finished or void. Several operations end a list, and those of an older build do not know its
-- workers, so the database takes them off.
create function workers_leave() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pick' then
    delete from pick_worker where pick_id = new.id;
  else
    delete from pack_worker where pack_id = new.id;
  end if;
  return null;
end $$;
create trigger workers_leave after update of status_id on pick for each row
  when (new.status_id <> old.status_id) execute function workers_leave();
create trigger workers_leave after update of status_id on pack for each row
  when (new.status_id <> old.status_id) execute function workers_leave();

insert into event (id, name, object, description) values
  (37, 'pick.joined', 'pick', 'A person works on a pick'),
  (38, 'pick.left', 'pick', 'A person no longer works on a pick'),
  (300, 'pack.joined', 'pack', 'A person works on a pack'),
  (301, 'pack.left', 'pack', 'A person no longer works on a pack');
