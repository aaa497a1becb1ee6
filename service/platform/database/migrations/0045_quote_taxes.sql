-- expand
-- Taxes of quotes and of their lines, like those of orders.

-- The tax of a quote (line_id is null), or of a whole line.
create table quotetax (
  id bigint primary key generated always as identity,
  quote_id bigint not null references quote on delete cascade,
  line_id bigint references quoteline on delete cascade,
  name text not null,
  -- Percent. Null where the shop does not say it.
  rate numeric(9, 6),
  amount numeric(18, 6) not null,
  -- True for a tax that the prices include already.
  included boolean not null default false,
  -- The amount in the digits of the currency, rounded so that the taxes of the quote add up to its rounded tax.
  total numeric(18, 6) not null default 0
);
create index quotetax_quote_id on quotetax (quote_id);
create index quotetax_line_id on quotetax (line_id);

insert into object select max(id) + 1, 'quotetax', false from object;
