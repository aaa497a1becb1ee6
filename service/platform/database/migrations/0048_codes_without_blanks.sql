-- expand
-- People group the digits of barcodes and tracking numbers by blanks, and a scanner sends none. The older indexes on the texts with their
-- blanks are only for builds before this one.
create index concurrently part_code on part (lower(replace(upc, ' ', '') collate "und-x-icu") text_pattern_ops);
create index concurrently carton_tracking_code on carton (lower(replace(tracking_number, ' ', '') collate "und-x-icu") text_pattern_ops);
create index concurrently booking_tracking_code on booking (lower(replace(tracking_number, ' ', '') collate "und-x-icu") text_pattern_ops);
