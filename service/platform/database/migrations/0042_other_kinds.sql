-- expand
-- The orders that are no sales orders. Lists of sales orders leave them out by this index.
create index concurrently salesorder_other_kinds on salesorder (id, kind) where kind <> 'sales';
