-- contract after 0031_attempts_of_deliveries.sql
-- The log of deliveries too. The key of an attempt is unique within its delivery, and an operation locks the delivery before it writes.
alter table webhooklog
  drop constraint webhooklog_run_key,
  drop constraint webhooklog_pkey,
  add constraint webhooklog_pkey primary key using index webhooklog_id;
call partition_table('webhooklog', 'webhookdelivery_id');
