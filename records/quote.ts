import { currency } from './currency.ts';
import { amount, decimal, identifier, reference, text, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';
import { taxOf } from './sales-order.ts';

const ofQuote = (name: string) =>
  many(name, {
    through: { table: `(SELECT quote_id, id FROM ${name} WHERE line_id IS NULL)`, to: 'id' },
    description: 'Of the whole quote. Lines have their own',
  });

export const quote = record(
  'quote',
  'An offer to a customer. It can be converted into a sales order',
  {
    number: identifier({ min: 1, max: 50, write: true, nullInBody: 'create', example: 'Q-1' }),
    customer_id: reference('customer', { write: true, required: true }),
    site_id: reference('site', {
      write: true,
      description: 'The site of the order',
    }),
    currency: text({
      ...currency,
      description: 'The currency of all amounts. The default is the currency of the site',
    }),
    salesorder_id: reference('salesorder', { nullable: true, description: 'The order that was made from it' }),
    subtotal: decimal(),
    total_discount: decimal(),
    total_fee: decimal(),
    total_tax: amount({
      write: true,
      description: 'Tax that is added to the prices. The sum of `taxes`, if the quote or its lines have any',
    }),
    total: decimal({ description: 'subtotal - total_discount + total_fee + total_tax' }),
    ...times,
  },
  {
    relations: {
      lines: many('quoteline'),
      discounts: ofQuote('quotediscount'),
      fees: ofQuote('quotefee'),
      taxes: ofQuote('quotetax'),
    },
  },
);

export const quoteline = record(
  'quoteline',
  null,
  {
    quote_id: reference('quote'),
    linetype_id: reference('linetype', { write: true, nullInBody: true, indexed: false }),
    part_id: reference('part', { nullable: true, write: true }),
    qty: decimal({ scale: 6, digits: 9, positive: true, write: true, nullInBody: true }),
    unit_price: amount({ write: true, nullInBody: true }),
    total: decimal({
      sql: (a) =>
        `(SELECT round(${a}.qty * ${a}.unit_price, quote.currency_digits) FROM quote WHERE quote.id = ${a}.quote_id)`,
      description: 'qty × unit_price, before discounts and fees, rounded half up to the digits of the currency',
    }),
  },
  {
    path: null,
    relations: {
      discounts: many('quotediscount', { on: 'line_id' }),
      fees: many('quotefee', { on: 'line_id' }),
      taxes: many('quotetax', { on: 'line_id' }),
    },
  },
);

const charge = {
  quote_id: reference('quote'),
  line_id: reference('quoteline', { nullable: true, description: 'Null for an amount of the whole quote' }),
};

export const quotediscount = record(
  'quotediscount',
  'A discount of a quote (flat) or of a line (per unit)',
  { ...charge, discount_id: reference('discount'), amount: decimal({ description: 'The reduction of the total' }) },
  { path: null },
);

export const quotefee = record(
  'quotefee',
  'A fee of a quote (flat) or of a line (per unit)',
  { ...charge, fee_id: reference('fee'), amount: decimal() },
  { path: null },
);

export const quotetax = record(
  'quotetax',
  'A tax of a quote, or of a line with all of its units',
  { ...charge, ...taxOf('quote') },
  { path: null },
);
