import { z } from 'zod';
import {
  amount,
  choice,
  decimal,
  flag,
  id,
  identifier,
  idList,
  integer,
  jsonObject,
  list,
  omittable,
  text,
} from '../platform/coercion/coerce.ts';

const millimetres = integer({ min: 1, max: 100_000 }).nullish();

const fields = {
  upc: identifier(50).nullish(),
  description: text(2000).nullish(),
  parttype_id: omittable(id()),
  buildtype_id: omittable(id()),
  parent_part_id: id().nullish(),
  parent_qty: omittable(decimal({ scale: 6, digits: 6, positive: true })),
  unit: omittable(text(20, { min: 1 })),
  whole_units: omittable(flag()),
  active: omittable(flag()),
  tracking: omittable(choice('none', 'lot', 'serial')),
  price: omittable(amount({ negative: false })).describe('At least 0. A line of an order may have a price below zero'),
  width_mm: millimetres,
  length_mm: millimetres,
  depth_mm: millimetres,
  weight_g: integer({ min: 0, max: 100_000_000 }).nullish(),
  keep_flat: omittable(flag()),
  fragile: omittable(flag()),
  custom: omittable(jsonObject()),
  group_ids: omittable(idList({ empty: true })),
};

export const partBody = z.object({ number: identifier(100, { min: 1 }), name: text(200, { min: 1 }), ...fields }).meta({
  example: {
    number: 'TEA-ASSAM',
    name: 'Assam tea, 250 g',
    parttype_id: 1,
    price: 9.5,
    unit: 'each',
    whole_units: true,
    width_mm: 90,
    length_mm: 70,
    depth_mm: 160,
    weight_g: 275,
    custom: { origin: 'Assam' },
  },
});
export const partChange = partBody.partial().meta({ example: { price: 9.9, active: true } });
export type PartBody = z.infer<typeof partBody>;
export type PartChange = z.infer<typeof partChange>;

export const groupBody = z.object({ name: identifier(100, { min: 1 }) });

export const componentBody = z.object({
  part_id: id(),
  qty: omittable(decimal({ scale: 6, digits: 6, positive: true })),
});
export const componentChange = componentBody.partial();
/** Parts that a kit consists of, at most. */
const mostComponents = 1_000;
const components = list(componentBody, { least: 1, most: mostComponents });
export const billofmaterialBody = z
  .object({ part_id: id(), lines: components })
  .meta({ example: { part_id: 1, lines: [{ part_id: 2, qty: 2 }] } });
export const billofmaterialChange = z.object({ lines: omittable(components) });
export type ComponentBody = z.infer<typeof componentBody>;
export type ComponentChange = z.infer<typeof componentChange>;
export type BillofmaterialBody = z.infer<typeof billofmaterialBody>;
export type BillofmaterialChange = z.infer<typeof billofmaterialChange>;
