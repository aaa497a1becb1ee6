import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { projectRoot } from '../../config/root.ts';
import type { CartonType } from '../../lib/cartonization/carton-type.ts';
import type { Item } from '../../lib/cartonization/item.ts';
import { present } from './support/series-figures.ts';

/** Real orders with the number of cartons that another packer uses for each. */
export interface RealOrders {
  readonly cartonTypes: readonly CartonType[];
  readonly orders: readonly { readonly id: string; readonly items: readonly Item[]; readonly reference: number }[];
}

/** The data is in a folder next to the project. */
const folder = join(projectRoot, '../shared/data/cartonization');

/** The orders of `../shared/data/cartonization`, or undefined where that folder is not there. */
export function realOrders(): RealOrders | undefined {
  if (!existsSync(join(folder, 'order-items.csv'))) return undefined;
  const cartonTypes = rows('cartons.csv').map((row, at) => ({
    id: at + 1,
    name: present(row.carton, 'carton name'),
    inner_width_mm: Number(row.inner_width_mm),
    inner_length_mm: Number(row.inner_length_mm),
    inner_depth_mm: Number(row.inner_depth_mm),
    outer_width_mm: Number(row.outer_width_mm),
    outer_length_mm: Number(row.outer_length_mm),
    outer_depth_mm: Number(row.outer_depth_mm),
    empty_weight_g: Number(row.empty_weight_g),
    max_gross_weight_g: Number(row.max_gross_weight_g),
    supply: null,
  }));
  const items = new Map<string, Item[]>();
  for (const [at, row] of rows('order-items.csv').entries()) {
    const order = present(row.order, 'order number');
    const ofOrder = items.get(order) ?? [];
    items.set(order, ofOrder);
    ofOrder.push({
      // An order may have the same item in several rows.
      key: `${row.item}/${at + 1}`,
      qty: Number(row.qty),
      width_mm: Number(row.width_mm),
      length_mm: Number(row.length_mm),
      depth_mm: Number(row.depth_mm),
      weight_g: Number(row.weight_g),
    });
  }
  const orders = rows('reference.csv').map(({ order, cartons }) => {
    const id = present(order, 'order number');
    return { id, items: present(items.get(id), `items of order ${id}`), reference: Number(cartons) };
  });
  return { cartonTypes, orders };
}

function rows(file: string): Record<string, string | undefined>[] {
  return parse(readFileSync(join(folder, file)), { columns: true });
}
