-- expand
-- Credits: invoices with negative amounts, without a pickup, and with the invoice that they correct.

alter table invoice alter column pickup_id drop not null, add column credited_id bigint;
