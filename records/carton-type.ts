import { boolean, integer, name, times } from './field.ts';
import { record } from './record.ts';

const size = { min: 1, max: 100_000, nullable: true, write: true } as const;
const weight = { min: 0, max: 100_000_000, write: true } as const;

export const cartontype = record(
  'cartontype',
  'A kind of carton in the warehouse. Sizes are in millimetres, and weights in grams',
  {
    name: name({ example: 'Medium box' }),
    active: boolean({ write: true }),
    inner_width_mm: integer({ ...size, example: 300 }),
    inner_length_mm: integer({ ...size, example: 400 }),
    inner_depth_mm: integer({ ...size, example: 250 }),
    outer_width_mm: integer({ ...size, example: 310 }),
    outer_length_mm: integer({ ...size, example: 410 }),
    outer_depth_mm: integer({ ...size, example: 264 }),
    empty_weight_g: integer({ ...weight, example: 390 }),
    max_gross_weight_g: integer({
      ...weight,
      nullable: true,
      description: 'Maximum weight with content; null is no limit',
      example: 15000,
    }),
    supply: integer({
      min: 0,
      nullable: true,
      write: true,
      description:
        'Number of cartons left. A new carton takes one, and a deleted carton returns it. Null is an unlimited supply',
      example: null,
    }),
    ...times,
  },
);
