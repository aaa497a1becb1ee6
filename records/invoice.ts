import { boolean, decimal, identifier, reference, text, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const invoice = record(
  'invoice',
  'The invoice of an order in a pickup, or a credit. It never changes, and the invoices of an order add up to what the customer owes',
  {
    number: identifier({ example: 'I-1' }),
    order_id: reference('salesorder'),
    customer_id: reference('customer'),
    pickup_id: reference('pickup', { nullable: true, description: 'Null for a credit' }),
    credited_id: reference('invoice', {
      nullable: true,
      relation: 'credited',
      description: 'The invoice that a credit corrects. Null for an invoice. The amounts of a credit are negative',
      example: null,
    }),
    currency: text({ nullable: true, description: 'The currency of the order', example: 'EUR' }),
    subtotal: decimal(),
    total_discount: decimal(),
    total_fee: decimal(),
    total_tax: decimal(),
    total: decimal(),
    ...times,
  },
  {
    counted: true,
    site: (alias) => `(SELECT site_id FROM salesorder WHERE id = ${alias}.order_id)`,
    relations: {
      lines: many('invoiceline'),
      taxes: many('invoicetax'),
      credits: many('invoice', { on: 'credited_id' }),
    },
  },
);

export const invoiceline = record(
  'invoiceline',
  null,
  {
    invoice_id: reference('invoice'),
    line_id: reference('salesorderline'),
    part_id: reference('part', { nullable: true, indexed: false }),
    qty: decimal(),
    unit_price: decimal(),
    total: decimal({ description: 'The totals of a line on all invoices add up to the total of the order line' }),
  },
  { path: null },
);

export const invoicetax = record(
  'invoicetax',
  'The part of a tax of an order or of a line that an invoice has',
  {
    invoice_id: reference('invoice'),
    tax_id: reference('salesordertax'),
    line_id: reference('salesorderline', {
      nullable: true,
      indexed: false,
      description: 'Null for a tax of the whole order',
      example: null,
    }),
    name: text({ example: 'VAT' }),
    rate: decimal({ nullable: true, description: 'Percent', example: 19 }),
    amount: decimal({ description: 'The parts on all invoices of a delivered order add up to the tax', example: 3.61 }),
    included: boolean({ description: 'True for a tax that the prices include: it is not in `total_tax`' }),
  },
  { path: null },
);
