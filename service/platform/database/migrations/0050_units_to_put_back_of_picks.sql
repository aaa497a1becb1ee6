-- expand
-- The units that people have in their hands of orders that left the pick, with their places.
alter table pick add column put_back jsonb;
