-- expand
-- The ids that orders and lines have at their source, such as a shop.

alter table salesorder add column external_id text;
alter table salesorderline add column external_id text;
