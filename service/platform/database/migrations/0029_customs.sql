-- expand
-- What customs forms say of a part.

alter table part add column tariff_code text, add column origin_country text, add column customs_description text, add column customs_value numeric(18, 6);
