-- expand
alter table webhookdelivery validate constraint webhookdelivery_bound;
alter table webhooklog validate constraint webhooklog_bound;
