import { decimal, identifier, reference, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const invoice = record(
  'invoice',
  'The invoice of one order in one pickup. The pickup creates it, and it never changes',
  {
    number: identifier({ example: 'I-1' }),
    order_id: reference('salesorder'),
    customer_id: reference('customer'),
    pickup_id: reference('pickup'),
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
    relations: { lines: many('invoiceline') },
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
