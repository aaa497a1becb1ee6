-- expand
-- A caller writes a lot or a serial number in any case, and the stock of the part has it in one.
create index concurrently inventory_lot on inventory (part_id, lower(lot collate "und-x-icu") text_pattern_ops) where lot is not null;
create index concurrently inventory_serial on inventory (part_id, lower(serial collate "und-x-icu") text_pattern_ops)
  where serial is not null;
