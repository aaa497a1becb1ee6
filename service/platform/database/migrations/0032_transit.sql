-- expand
-- Units in transit: a pickup of a transfer order makes a receipt at the receiving site.
alter table receipt add column pickup_id bigint, add column lost_reason text;
