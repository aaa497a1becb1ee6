-- Why cartonization took no smaller carton: [{cartontype_id, why}].
alter table carton add column refused_smaller jsonb;
