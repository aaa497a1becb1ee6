-- expand
-- Barcodes of locations, and the order in which people walk along them.

-- What the label at the place says, if it is not the name.
alter table location add column barcode text;

-- Sorts A-2 before A-10, in every database in the same way. It is ICU's root collation with numbers by their value.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');
