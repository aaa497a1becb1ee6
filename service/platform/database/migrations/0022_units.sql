-- What one of a part is called, whether it can be divided, and how many of its parent an alias stands for: a case of twelve.
alter table part
  add column unit text not null default 'each',
  add column whole_units boolean not null default false,
  add column parent_qty numeric(18, 6) not null default 1 check (parent_qty > 0),
  add constraint part_parent_qty_of_alias check (parttype_id = 4 or parent_qty = 1);
