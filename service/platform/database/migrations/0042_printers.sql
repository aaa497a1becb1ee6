-- expand
-- Sheets of the command codes, which are of no record, and documents that are sent to a printer of the operators' file. The new
-- constraints allow all that the old ones did, and these are validated: nothing is left to check.
alter table document
  drop constraint document_kind,
  drop constraint document_record,
  add constraint document_kind
    check (kind in ('picklist', 'packingslip', 'cartonlabel', 'locationlabel', 'badge', 'commandsheet')) not valid,
  add constraint document_record check (num_nonnulls(pick_id, pack_id, ship_id, pickupline_id, carton_id)
    = case when kind in ('locationlabel', 'badge', 'commandsheet') then 0 else 1 end) not valid;

insert into event (id, name, object, description) values
  (201, 'document.printed', 'document', 'A document was sent to a printer');
