import { boolean, id, identifier, integer, timestamp } from '../../records/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const cartontype = resource('cartontype', {
  description: 'A kind of carton in the warehouse. Sizes are in millimetres, and weights in grams',
  fields: {
    id: id(),
    name: identifier(),
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
      description: 'Maximum weight with content; null is no limit',
    }),
    supply: integer({
      nullable: true,
      description:
        'Number of cartons left. A new carton takes one, and a deleted carton returns it. Null is an unlimited supply',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
