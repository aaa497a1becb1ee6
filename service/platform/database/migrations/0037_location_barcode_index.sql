-- expand
-- A scan finds one location of the site. A label can be used again when its location is out of use.
create unique index concurrently location_barcode on location (site_id, lower(barcode collate "und-x-icu") text_pattern_ops)
  where active and barcode is not null;
