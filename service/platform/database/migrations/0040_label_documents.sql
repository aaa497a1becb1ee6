-- expand
-- Documents of labels: of locations, and badges of users. They have no record of an order.
alter table document
  drop constraint document_kind_check,
  drop constraint document_check,
  add constraint document_kind check (kind in ('picklist', 'packingslip', 'cartonlabel', 'locationlabel', 'badge')) not valid,
  add constraint document_record check (num_nonnulls(pick_id, pack_id, ship_id, pickupline_id, carton_id)
    = case when kind in ('locationlabel', 'badge') then 0 else 1 end) not valid;
