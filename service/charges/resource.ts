import { boolean, id, identifier, text, timestamp } from '../../records/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

const charge = {
  id: id(),
  name: identifier(),
  level: text({
    values: ['line', 'order', 'any'],
    description: 'Where it can be used: on lines, on whole orders, or on both',
  }),
  active: boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const discount = resource('discount', {
  description: 'A kind of discount. The order or the line has the amount',
  fields: charge,
});

export const fee = resource('fee', {
  description: 'A kind of fee. The order or the line has the amount',
  fields: charge,
});
