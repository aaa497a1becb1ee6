-- expand
-- Closed orders by the time of their end, for verification in parts and for archives. An order enters it once, when it ends.
create index concurrently salesorder_closed on salesorder (since, id) where state = 'done';
