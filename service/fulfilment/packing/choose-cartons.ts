import { setImmediate as otherCalls } from 'node:timers/promises';
import { sql } from 'kysely';
import { type CartonType, noWeightLimit } from '../../../lib/cartonization/carton-type.ts';
import type { Item } from '../../../lib/cartonization/item.ts';
import type { PackedCarton } from '../../../lib/cartonization/result.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import type { CartonFilling } from './fill-cartons.ts';
import type { LooseUnits } from './pack-contents.ts';
import { searchCartons } from './search-cartons.ts';

/** Units of an order and a part that no carton takes, with the reason. */
export interface LeftLoose {
  order_id: number;
  part_id: number;
  part: string;
  qty: number;
  why: string;
}

/** Units of one part for one order, and the order lines that they belong to. */
interface OrderItem extends Item {
  units: LooseUnits;
  lines: LineShare[];
}

interface LineShare {
  line_id: number;
  qty: number;
}

/**
 * Chooses cartons for loose units by their sizes and weights. Orders get cartons of their own.
 * @param allowed names of the carton types to choose from; null for all types
 * @returns the filled cartons, and the units that no carton takes
 * @throws pack.too-large
 */
export async function chooseCartons(
  context: OperationContext,
  loose: readonly LooseUnits[],
  allowed: readonly string[] | null,
): Promise<{ filled: CartonFilling[]; left: LeftLoose[] }> {
  const partIds = loose.map((unit) => unit.part_id);
  const { types, measures } = await typesAndMeasures(context.tx, partIds);
  const names = allowed && new Set(allowed.map((name) => name.toLowerCase()));
  const cartonTypes = names ? types.filter(({ name }) => names.has(name.toLowerCase())) : types;
  const { items, left } = itemsOf(loose, measures);
  // For 3,000 lines, each part of this takes up to 30 ms, and blocks all other calls.
  await otherCalls();
  const result = searchCartons(context, {
    items: [...items.values()].map(({ lines, units, ...item }) => item),
    cartonTypes,
  });
  await otherCalls();
  const filled = result.cartons.map((carton) => fillingOf(carton, items));
  const refused = result.left_out.map(({ key, qty, why }) => leftLoose(itemOf(items, key).units, qty, why));
  await otherCalls();
  return { filled, left: [...left, ...refused] };
}

/** Returns the items to pack by key, and the units that cannot be items. */
function itemsOf(loose: readonly LooseUnits[], measures: ReadonlyMap<number, Measure>) {
  const items = new Map<string, OrderItem>();
  const left: LeftLoose[] = [];
  for (const units of loose) {
    const { order_id, part_id, line_id } = units;
    const qty = Number(units.qty);
    const measure = measures.get(part_id);
    if (!Number.isInteger(qty)) left.push(leftLoose(units, qty, 'is not a whole number of units'));
    else if (measure?.weight_g == null) left.push(leftLoose(units, qty, 'its weight is not known'));
    else {
      const key = `${order_id}/${part_id}`;
      const same = items.get(key);
      const lines = [...(same?.lines ?? []), { line_id, qty }];
      const { weight_g } = measure;
      items.set(key, {
        ...measure,
        weight_g,
        key,
        group: String(order_id),
        qty: (same?.qty ?? 0) + qty,
        lines,
        units,
      });
    }
  }
  return { items, left };
}

function itemOf(items: ReadonlyMap<string, OrderItem>, key: string): OrderItem {
  const item = items.get(key);
  if (!item) throw new Error(`Cartonization returned an item ${key} that it was not given.`);
  return item;
}

/** Returns how a carton is filled. Its units are taken off the lines of the items, so that the next carton gets others. */
function fillingOf(
  { cartontype_id, placements, refused_smaller }: PackedCarton,
  items: ReadonlyMap<string, OrderItem>,
): CartonFilling {
  const counts = new Map<OrderItem, number>();
  const placed = placements.map(({ key, ...place }) => {
    const item = itemOf(items, key);
    counts.set(item, (counts.get(item) ?? 0) + 1);
    return { part_id: item.units.part_id, ...place };
  });
  return {
    pack_id: firstOf([...counts.keys()]).units.pack_id,
    order_ids: [...counts.keys()].map(({ units }) => units.order_id),
    carton: { cartontype_id, placements: placed, refused_smaller },
    contents: [...counts].flatMap(([{ lines, units }, count]) =>
      takeFrom(lines, count).map((share) => ({ ...share, part_id: units.part_id })),
    ),
  };
}

const leftLoose = ({ order_id, part_id, part }: LooseUnits, qty: number, why: string): LeftLoose => ({
  order_id,
  part_id,
  part,
  qty,
  why,
});

/** Takes `count` units from lines in their order, and lowers the lines. */
function takeFrom(lines: LineShare[], count: number): LineShare[] {
  const shares: LineShare[] = [];
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

/** Returns the carton types that the plans of all orders allow; null for all types. */
export function allowedTypes(orders: readonly Pick<LockedOrder, 'carton_types'>[]): string[] | null {
  const lists = orders.flatMap(({ carton_types }) => (carton_types ? [carton_types] : []));
  const [first, ...others] = lists;
  return first ? first.filter((name) => others.every((list) => list.includes(name))) : null;
}

/**
 * Returns the active carton types, and the sizes and weights of parts. Types with a limited supply are locked: of two people who
 * pack at the same time, only one may take the last carton.
 */
async function typesAndMeasures(
  tx: Tx,
  partIds: readonly number[],
): Promise<{ types: CartonType[]; measures: Map<number, Measure> }> {
  const { rows } = await sql<{ types: CartonType[] | null; measures: (Measure & { id: number })[] | null }>`
    -- Reads the active carton types and the measures of the parts, and locks the types with a limited supply.
    with limited as (
      select * from cartontype where active and supply is not null order by id for no key update
    )
    select (select json_agg(t order by t.id) from (
        select id, name, inner_width_mm, inner_length_mm, inner_depth_mm, coalesce(outer_width_mm, inner_width_mm) as outer_width_mm,
          coalesce(outer_length_mm, inner_length_mm) as outer_length_mm, coalesce(outer_depth_mm, inner_depth_mm) as outer_depth_mm,
          empty_weight_g, coalesce(max_gross_weight_g, ${noWeightLimit}::int) as max_gross_weight_g, supply
        from (select * from cartontype where supply is null union all select * from limited) t
        where active and inner_width_mm is not null and inner_length_mm is not null and inner_depth_mm is not null) t) as types,
      (select json_agg(p) from (
        select id, width_mm, length_mm, depth_mm, weight_g, keep_flat, fragile
        from part where id = any(${partIds}::bigint[])) p) as measures`.execute(tx);
  const { types, measures } = firstOf(rows);
  return { types: types ?? [], measures: new Map((measures ?? []).map(({ id, ...measure }) => [id, measure])) };
}
