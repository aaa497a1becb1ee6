-- expand
-- The keys of attempts with their delivery. The log becomes a table in partitions by delivery, whose unique keys contain it.
create unique index concurrently webhooklog_run on webhooklog (webhookdelivery_id, run);
create unique index concurrently webhooklog_id on webhooklog (id, webhookdelivery_id);
-- webhooklog_run begins with the same column.
drop index concurrently webhooklog_webhookdelivery_id;
