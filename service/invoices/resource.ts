import { decimal, id, identifier, reference, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const invoice = resource('invoice', {
  description: 'The invoice of one order in one pickup. The pickup creates it, and it never changes',
  counted: true,
  fields: {
    id: id(),
    number: identifier(),
    order_id: reference('salesorder'),
    customer_id: reference('customer'),
    pickup_id: reference('pickup'),
    subtotal: decimal(),
    total_discount: decimal(),
    total_fee: decimal(),
    total_tax: decimal(),
    total: decimal(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  site: (alias) => `(SELECT site_id FROM salesorder WHERE id = ${alias}.order_id)`,
  relations: { lines: many('invoiceline', { on: 'invoice_id' }) },
});

export const invoiceline = resource('invoiceline', {
  path: null,
  fields: {
    id: id(),
    invoice_id: reference('invoice'),
    line_id: reference('salesorderline'),
    part_id: reference('part', { nullable: true, indexed: false }),
    qty: decimal(),
    unit_price: decimal(),
    total: decimal({ description: 'The totals of a line on all invoices add up to the total of the order line' }),
  },
});
