import type { CartonType } from './carton-type.ts';
import type { Item } from './item.ts';

export interface CartonizeInput {
  readonly items: readonly Item[];
  readonly cartonTypes: readonly CartonType[];
  readonly limits?: Limits;
}

export interface Limits {
  /**
   * Search budget over all groups together, in looks at a spot; about 20,000 take a millisecond. When it is used up, the search
   * stops and returns the best packing so far. Every unit is still packed, perhaps into more or larger cartons.
   */
  readonly steps?: number;
  /** The greatest number of steps in all, with the first attempt at each carton. Beyond it there is no answer. */
  readonly most?: number;
}

/** The longest side in mm that keeps areas and scores exact whole numbers. */
const longestSide = 99_999;

/**
 * Refuses input that the search could not answer exactly.
 *
 * @throws RangeError that names the item or carton type, the field and its value
 */
export function checkInput({ items, cartonTypes }: CartonizeInput): void {
  const keys = new Set<string>();
  for (const item of items) {
    if (keys.has(item.key)) throw new RangeError(`two items have the key ${item.key}`);
    keys.add(item.key);
    assertWhole(item.qty, `qty of item ${item.key}`);
    assertWhole(item.weight_g, `weight_g of item ${item.key}`);
    for (const side of ['width_mm', 'length_mm', 'depth_mm'] as const) {
      if (item[side] !== null) assertWhole(item[side], `${side} of item ${item.key}`, longestSide);
    }
  }
  const ids = new Set<number>();
  for (const type of cartonTypes) {
    if (ids.has(type.id)) throw new RangeError(`two carton types have the id ${type.id}`);
    ids.add(type.id);
    for (const side of ['inner_width_mm', 'inner_length_mm', 'inner_depth_mm'] as const) {
      assertWhole(type[side], `${side} of carton type ${type.name}`, longestSide);
    }
    assertWhole(type.empty_weight_g, `empty_weight_g of carton type ${type.name}`);
    assertWhole(type.max_gross_weight_g, `max_gross_weight_g of carton type ${type.name}`);
    if (type.supply !== null) assertWhole(type.supply, `supply of carton type ${type.name}`);
  }
}

function assertWhole(figure: number, what: string, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isInteger(figure) && figure >= 0 && figure <= most) return;
  throw new RangeError(`${what} must be a whole number from 0 to ${most}, and is ${figure}`);
}
