-- What a resend asks for: deliveries that failed, and those that were dropped when their webhook was switched off.
drop index webhookdelivery_failed;
create index webhookdelivery_not_sent on webhookdelivery (created_at) where state in ('failed', 'dropped');
