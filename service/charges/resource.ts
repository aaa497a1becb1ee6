import { boolean, id, text, timestamp } from '../platform/listing/declaration/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

const charge = {
  id: id(),
  name: text(),
  level: text({
    values: ['line', 'order', 'any'],
    description: 'Where it may be used: on lines, on whole orders, or both',
  }),
  active: boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const discount = resource('discount', {
  description: 'Kinds of discounts that an order or a line can have; the amount is given there',
  fields: charge,
});

export const fee = resource('fee', {
  description: 'Kinds of fees that an order or a line can have; the amount is given there',
  fields: charge,
});
