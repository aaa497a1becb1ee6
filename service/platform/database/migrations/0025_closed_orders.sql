-- Closed orders by the time of their end, for verification in parts and for archives. An order enters it once, when it ends.
create index if not exists salesorder_closed on salesorder (since, id) where state = 'done';
