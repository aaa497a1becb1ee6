import { decimal, id, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const quote = resource('quote', {
  description: 'An offer to a customer',
  fields: {
    id: id(),
    number: text(),
    customer_id: reference('customer'),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { lines: many('quoteline', { on: 'quote_id' }) },
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
  },
});
