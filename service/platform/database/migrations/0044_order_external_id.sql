-- expand
-- One order of a kind for each external id of a source. Orders without a source are those of one source.
create unique index concurrently salesorder_external_id on salesorder (lower(external_id collate "und-x-icu") text_pattern_ops, coalesce(source_id, 0), kind);
