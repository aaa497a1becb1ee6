-- expand
-- The look at all rows that partitions need. It keeps nobody waiting.
alter table event_log validate constraint event_log_bound;
alter table inventorymovement validate constraint inventorymovement_bound;
