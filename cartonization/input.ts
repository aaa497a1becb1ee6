import type { CartonType } from './carton-type.ts';
import type { Item } from './item.ts';

export interface CartonizeInput {
  readonly items: readonly Item[];
  readonly cartonTypes: readonly CartonType[];
  readonly limits?: Limits;
}

export interface Limits {
  /**
   * Looks at a spot, over all groups together; some 20,000 take a millisecond. When they are used up the search stops
   * and the best so far is the answer: everything is packed all the same, perhaps into more or larger cartons.
   */
  readonly steps?: number;
}

/** Sides in mm beyond which areas and figures of merit would no longer be exact whole numbers. */
const longestSide = 99_999;

/**
 * Refuse what the search could not answer exactly.
 *
 * @throws RangeError that names the item or the carton type and what is wrong with it
 */
export function checkInput({ items, cartonTypes }: CartonizeInput): void {
  const keys = new Set<string>();
  for (const item of items) {
    if (keys.has(item.key)) throw new RangeError(`two items have the key ${item.key}`);
    keys.add(item.key);
    whole(item.qty, `qty of item ${item.key}`);
    whole(item.weight_g, `weight_g of item ${item.key}`);
    for (const side of ['width_mm', 'length_mm', 'depth_mm'] as const) {
      if (item[side] !== null) whole(item[side], `${side} of item ${item.key}`, longestSide);
    }
  }
  const ids = new Set<number>();
  for (const type of cartonTypes) {
    if (ids.has(type.id)) throw new RangeError(`two carton types have the id ${type.id}`);
    ids.add(type.id);
    for (const side of ['inner_width_mm', 'inner_length_mm', 'inner_depth_mm'] as const) {
      whole(type[side], `${side} of carton type ${type.name}`, longestSide);
    }
    whole(type.empty_weight_g, `empty_weight_g of carton type ${type.name}`);
    whole(type.max_gross_weight_g, `max_gross_weight_g of carton type ${type.name}`);
    if (type.supply !== null) whole(type.supply, `supply of carton type ${type.name}`);
  }
}

function whole(figure: number, what: string, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isInteger(figure) && figure >= 0 && figure <= most) return;
  throw new RangeError(`${what} must be a whole number from 0 to ${most}, and is ${figure}`);
}
