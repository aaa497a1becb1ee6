-- contract after 0031_attempts_of_deliveries.sql
-- Deliveries become a table in partitions of about a day each. A foreign key would keep each partition from being dropped, so the service
-- deletes the log with its deliveries.
alter table webhooklog drop constraint webhooklog_webhookdelivery_id_fkey;
call partition_table('webhookdelivery', 'id');
