-- expand
-- The currency of an order by ISO 4217 (null where neither it nor its site names one), its latest delivery, and a message for the addressee.

alter table salesorder add column currency text, add column deliver_by timestamptz(0), add column gift_message text;
