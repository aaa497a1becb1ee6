-- expand
-- The units that people have in their hands of orders that left the pack, with their places.
alter table pack add column put_back jsonb;
