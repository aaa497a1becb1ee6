-- expand
alter table document validate constraint document_kind, validate constraint document_record;
