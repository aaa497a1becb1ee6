-- expand
-- As 0027, for deliveries and for their log, whose partitions are ranges of deliveries.
call partition_bound('webhookdelivery', 'id', 'webhookdelivery', 100000);
call partition_bound('webhooklog', 'webhookdelivery_id', 'webhookdelivery', 100000);
