-- expand
-- Validates the constraints of the kinds of orders, and tells the planner of PostgreSQL that most orders are sales orders.
alter table salesorder
  validate constraint salesorder_kind,
  validate constraint salesorder_customer,
  validate constraint salesorder_receiver,
  validate constraint salesorder_to_site_id_fkey;
