import { boolean, id, integer, text, timestamp } from '../platform/listing/declaration/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const cartontype = resource('cartontype', {
  description: 'A kind of carton that the warehouse has. Sizes in millimetres, weights in grams',
  fields: {
    id: id(),
    name: text(),
    active: boolean(),
    inner_width_mm: integer({ nullable: true }),
    inner_length_mm: integer({ nullable: true }),
    inner_depth_mm: integer({ nullable: true }),
    outer_width_mm: integer({ nullable: true }),
    outer_length_mm: integer({ nullable: true }),
    outer_depth_mm: integer({ nullable: true }),
    empty_weight_g: integer(),
    max_gross_weight_g: integer({
      nullable: true,
      description: 'Greatest weight with its content; null where nothing limits it',
    }),
    supply: integer({
      nullable: true,
      description:
        'How many are left: a carton takes one, and gives it back where it is deleted. Null where there are always enough',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
