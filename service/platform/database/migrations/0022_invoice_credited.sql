-- expand
-- Finds the credits of an invoice.
create index concurrently invoice_credited_id on invoice (credited_id);
