import { sql } from 'kysely';
import { type CartonType, noWeightLimit } from '../../../cartonization/carton-type.ts';
import { cartonize } from '../../../cartonization/cartonize.ts';
import type { Item } from '../../../cartonization/item.ts';
import type { UnplacedItem } from '../../../cartonization/result.ts';
import type { LockedOrder } from '../../platform/database/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Filled } from './fill-cartons.ts';
import type { Loose } from './loose.ts';

/** A reason for each item that found no carton, by order and part. */
export interface LeftLoose {
  order_id: number;
  part_id: number;
  part: string;
  qty: number;
  why: string;
}

/**
 * Chooses cartons for loose units by their sizes and weights; orders are kept apart.
 * @param allowed names of the carton types that may be taken; null for all
 * @returns the filled cartons, and what is left loose with a reason
 */
export async function chooseCartons(
  tx: Tx,
  loose: readonly Loose[],
  allowed: readonly string[] | null,
): Promise<{ filled: Filled[]; left: LeftLoose[] }> {
  const { types: all, parts } = await shelf(
    tx,
    loose.map((unit) => unit.part_id),
  );
  const names = allowed && new Set(allowed.map((name) => name.toLowerCase()));
  const types = names ? all.filter(({ name }) => names.has(name.toLowerCase())) : all;
  const items = new Map<string, Item & { lines: { line_id: number; qty: number }[]; loose: Loose }>();
  const left: LeftLoose[] = [];
  for (const unit of loose) {
    const { order_id, part_id, part } = unit;
    const qty = Number(unit.qty);
    const measure = parts.get(part_id);
    if (!Number.isInteger(qty)) left.push({ order_id, part_id, part, qty, why: 'is not a whole number of units' });
    else if (measure?.weight_g == null) left.push({ order_id, part_id, part, qty, why: 'its weight is not known' });
    else {
      const key = `${order_id}/${part_id}`;
      const known = items.get(key);
      const lines = [...(known?.lines ?? []), { line_id: unit.line_id, qty }];
      const total = (known?.qty ?? 0) + qty;
      items.set(key, {
        ...measure,
        weight_g: measure.weight_g,
        key,
        group: String(order_id),
        qty: total,
        lines,
        loose: unit,
      });
    }
  }
  const result = cartonize({ items: [...items.values()].map(({ lines, loose, ...item }) => item), cartonTypes: types });
  const remaining = new Map([...items].map(([key, item]) => [key, item.lines.map((line) => ({ ...line }))]));
  const filled = result.cartons.map((carton): Filled => {
    const counts = new Map<string, number>();
    for (const { key } of carton.placements) counts.set(key, (counts.get(key) ?? 0) + 1);
    return {
      order_ids: [...counts.keys()].map((key) => items.get(key)!.loose.order_id),
      carton: {
        cartontype_id: carton.cartontype_id,
        placements: carton.placements.map(({ key, ...place }) => ({
          part_id: items.get(key)!.loose.part_id,
          ...place,
        })),
        refused_smaller: carton.refused_smaller,
      },
      contents: [...counts].flatMap(([key, count]) =>
        takeFrom(remaining.get(key)!, count).map((share) => ({ ...share, part_id: items.get(key)!.loose.part_id })),
      ),
    };
  });
  return {
    filled,
    left: [...left, ...result.left_out.map((out: UnplacedItem) => named(out, items.get(out.key)!.loose))],
  };
}

const named = ({ qty, why }: UnplacedItem, { order_id, part_id, part }: Loose): LeftLoose => ({
  order_id,
  part_id,
  part,
  qty,
  why,
});

/** Takes `count` units from lines in their order; what is taken is no longer there for the next carton. */
function takeFrom(lines: { line_id: number; qty: number }[], count: number): { line_id: number; qty: number }[] {
  const shares: { line_id: number; qty: number }[] = [];
  let open = count;
  for (const line of lines) {
    const qty = Math.min(line.qty, open);
    if (qty === 0) continue;
    line.qty -= qty;
    open -= qty;
    shares.push({ line_id: line.line_id, qty });
  }
  return shares;
}

type Measure = Pick<Item, 'width_mm' | 'length_mm' | 'depth_mm' | 'keep_flat' | 'fragile'> & {
  weight_g: number | null;
};

/** The carton types that every one of the orders may be packed into, as their plans say; null for all there are. */
export function allowedTypes(orders: readonly Pick<LockedOrder, 'carton_types'>[]): string[] | null {
  const lists = orders.flatMap(({ carton_types }) => (carton_types ? [carton_types] : []));
  const [first, ...others] = lists;
  return first ? first.filter((name) => others.every((list) => list.includes(name))) : null;
}

/**
 * The carton types there are, and the sizes and weights of parts. Types of which only so many are there are locked: two who pack at
 * the same time may not both take the last one.
 */
async function shelf(
  tx: Tx,
  partIds: readonly number[],
): Promise<{ types: CartonType[]; parts: Map<number, Measure> }> {
  const { rows } = await sql<{ types: CartonType[] | null; measures: (Measure & { id: number })[] | null }>`
    with counted as (
      select * from cartontype where active and supply is not null order by id for no key update
    )
    select (select json_agg(t order by t.id) from (
        select id, name, inner_width_mm, inner_length_mm, inner_depth_mm, coalesce(outer_width_mm, inner_width_mm) as outer_width_mm,
          coalesce(outer_length_mm, inner_length_mm) as outer_length_mm, coalesce(outer_depth_mm, inner_depth_mm) as outer_depth_mm,
          empty_weight_g, coalesce(max_gross_weight_g, ${noWeightLimit}::int) as max_gross_weight_g, supply
        from (select * from cartontype where supply is null union all select * from counted) t
        where active and inner_width_mm is not null and inner_length_mm is not null and inner_depth_mm is not null) t) as types,
      (select json_agg(p) from (
        select id, width_mm, length_mm, depth_mm, weight_g, keep_flat, fragile
        from part where id = any(${partIds}::int[])) p) as measures`.execute(tx);
  const { types, measures } = rows[0]!;
  return { types: types ?? [], parts: new Map((measures ?? []).map(({ id, ...measure }) => [id, measure])) };
}
