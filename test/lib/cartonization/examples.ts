import type { CartonType } from '../../../lib/cartonization/carton-type.ts';
import type { Item, Sides } from '../../../lib/cartonization/item.ts';

/** An item of 100 g with these sides. */
export function item(key: string, qty: number, [width, length, depth]: Sides, more: Partial<Item> = {}): Item {
  return { key, qty, width_mm: width, length_mm: length, depth_mm: depth, weight_g: 100, ...more };
}

/** A carton of 200 g with 5 mm walls, for a content of 20 kg, in unlimited supply. */
export function cartonType(id: number, [width, length, depth]: Sides, more: Partial<CartonType> = {}): CartonType {
  return {
    id,
    name: `Type ${id}`,
    inner_width_mm: width,
    inner_length_mm: length,
    inner_depth_mm: depth,
    outer_width_mm: width + 10,
    outer_length_mm: length + 10,
    outer_depth_mm: depth + 10,
    empty_weight_g: 200,
    max_gross_weight_g: 20_200,
    supply: null,
    ...more,
  };
}
