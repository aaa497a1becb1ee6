import { decimal, id, identifier, reference, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const quote = resource('quote', {
  description: 'An offer to a customer. It can be converted into a sales order',
  fields: {
    id: id(),
    number: identifier(),
    customer_id: reference('customer'),
    site_id: reference('site', { description: 'The site of the order, and of the currency of the totals' }),
    salesorder_id: reference('salesorder', { nullable: true, description: 'The order that was made from it' }),
    subtotal: decimal(),
    total_discount: decimal(),
    total_fee: decimal(),
    total_tax: decimal(),
    total: decimal({ description: 'subtotal - total_discount + total_fee + total_tax' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    lines: many('quoteline', { on: 'quote_id' }),
    discounts: many('quotediscount', {
      through: { table: '(SELECT quote_id, id FROM quotediscount WHERE line_id IS NULL)', from: 'quote_id', to: 'id' },
      description: 'Of the whole quote. Lines have their own',
    }),
    fees: many('quotefee', {
      through: { table: '(SELECT quote_id, id FROM quotefee WHERE line_id IS NULL)', from: 'quote_id', to: 'id' },
      description: 'Of the whole quote. Lines have their own',
    }),
  },
});

export const quoteline = resource('quoteline', {
  path: null,
  fields: {
    id: id(),
    quote_id: reference('quote'),
    linetype_id: reference('linetype', { indexed: false }),
    part_id: reference('part', { nullable: true }),
    qty: decimal(),
    unit_price: decimal(),
    total: decimal({
      sql: (a) =>
        `(SELECT round(${a}.qty * ${a}.unit_price, quote.currency_digits) FROM quote WHERE quote.id = ${a}.quote_id)`,
      description: 'qty × unit_price, before discounts and fees, rounded half up to the digits of the currency',
    }),
  },
  relations: {
    discounts: many('quotediscount', { on: 'line_id' }),
    fees: many('quotefee', { on: 'line_id' }),
  },
});

const amount = {
  id: id(),
  quote_id: reference('quote'),
  line_id: reference('quoteline', { nullable: true, description: 'Null for an amount of the whole quote' }),
};

export const quotediscount = resource('quotediscount', {
  description: 'A discount of a quote (flat) or of a line (per unit)',
  path: null,
  fields: {
    ...amount,
    discount_id: reference('discount'),
    amount: decimal({ description: 'The reduction of the total' }),
  },
});

export const quotefee = resource('quotefee', {
  description: 'A fee of a quote (flat) or of a line (per unit)',
  path: null,
  fields: { ...amount, fee_id: reference('fee'), amount: decimal() },
});
