-- expand
-- The lines and cartons that were deleted with their order, when it left its lists. The refusal of a call about one names the order, which
-- may be deleted since. Rows are kept for 30 days.
create table withdrawn_record (
  -- Such as pickline or carton.
  record text not null,
  record_id bigint not null,
  order_id bigint not null,
  -- The pick, pack or ship that it was on.
  list_id bigint not null,
  -- Of a pickline: the part, and the place where its units were reserved.
  part_id bigint,
  location_id bigint,
  -- The time of the event that took the order off its lists.
  at timestamptz not null default now(),
  primary key (record, record_id)
);
create index withdrawn_record_list on withdrawn_record (list_id, record);
create index withdrawn_record_order on withdrawn_record (order_id);
create index withdrawn_record_at on withdrawn_record (at);
