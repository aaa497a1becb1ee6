-- expand
-- Return slips are documents of a return order.
alter table document drop constraint document_kind, drop constraint document_record,
  add constraint document_kind check (kind in ('picklist', 'packingslip', 'cartonlabel', 'locationlabel', 'badge', 'commandsheet',
    'returnslip')) not valid,
  add constraint document_record check (num_nonnulls(pick_id, pack_id, ship_id, pickupline_id, carton_id)
    = case when kind in ('locationlabel', 'badge', 'commandsheet', 'returnslip') then 0 else 1 end) not valid;
