-- expand
-- The units of a line that were delivered and came back.

alter table salesorderline add column qty_returned numeric(18, 6) not null default 0;
