import type { CartonType } from './carton-type.ts';
import type { CartonizeInput } from './input.ts';
import type { Item } from './item.ts';
import type { CartonizeResult, PackedCarton, Placement } from './result.ts';

/**
 * Checks an answer against every rule, without any code of the search. Returns one sentence for each broken rule, and an empty
 * list for a correct answer.
 */
export function verifyPlacements(result: CartonizeResult, input: CartonizeInput): string[] {
  const items = new Map(input.items.map((item) => [item.key, item]));
  const types = new Map(input.cartonTypes.map((type) => [type.id, type]));
  const broken = [...verifyUnits(result, input.items), ...verifySupply(result, input.cartonTypes)];
  for (const [at, carton] of result.cartons.entries()) {
    const type = types.get(carton.cartontype_id);
    const sentences = type
      ? verifyCarton(carton, type, items, input.cartonTypes)
      : [`carton type ${carton.cartontype_id} was not offered`];
    broken.push(...sentences.map((sentence) => `carton ${at + 1}: ${sentence}`));
  }
  return broken;
}

/** Checks that every unit is placed or left out exactly once. */
function verifyUnits(result: CartonizeResult, items: readonly Item[]): string[] {
  const broken: string[] = [];
  const seen = new Map(items.map((item) => [item.key, 0]));
  const count = (key: string, qty: number): void => {
    if (!seen.has(key)) broken.push(`${key} is not an item of the input`);
    seen.set(key, (seen.get(key) ?? 0) + qty);
  };
  for (const carton of result.cartons) for (const { key } of carton.placements) count(key, 1);
  const leftOut = new Set<string>();
  for (const { key, qty, why } of result.left_out) {
    count(key, qty);
    if (leftOut.has(key)) broken.push(`${key} is left out twice`);
    leftOut.add(key);
    if (!Number.isInteger(qty) || qty <= 0) broken.push(`${key} is left out ${qty} times`);
    if (why === '') broken.push(`${key} is left out without a reason`);
  }
  for (const { key, qty } of items) {
    if (seen.get(key) !== qty) broken.push(`${seen.get(key)} of ${qty} units of ${key} are accounted for`);
  }
  return broken;
}

function verifySupply(result: CartonizeResult, types: readonly CartonType[]): string[] {
  return types.flatMap(({ id, name, supply }) => {
    const used = result.cartons.filter((carton) => carton.cartontype_id === id).length;
    return supply !== null && used > supply ? [`${used} cartons ${name} are used of ${supply}`] : [];
  });
}

function verifyCarton(
  carton: PackedCarton,
  type: CartonType,
  items: ReadonlyMap<string, Item>,
  types: readonly CartonType[],
): string[] {
  const broken: string[] = [];
  const { placements } = carton;
  if (placements.length === 0) broken.push('it is empty');
  const content = placements.map(({ key }) => items.get(key)).filter((item) => item !== undefined);
  const gross = content.reduce((sum, item) => sum + item.weight_g, type.empty_weight_g);
  if (gross !== carton.gross_weight_g) broken.push(`it weighs ${gross} g and not ${carton.gross_weight_g} g`);
  if (gross > type.max_gross_weight_g) broken.push(`it weighs ${gross} g of at most ${type.max_gross_weight_g} g`);
  const share = placements.reduce((sum, unit) => sum + volume(unit), 0) / room(type);
  if (Math.abs(share - carton.used_volume_share) > 1e-9) broken.push(`${share} of it is used`);
  if (new Set(content.map((item) => item.group ?? '')).size > 1) broken.push('it holds units of several groups');
  const smaller = types.filter((one) => room(one) < room(type)).map(({ id }) => id);
  const refused = carton.refused_smaller.map(({ cartontype_id }) => cartontype_id);
  if (smaller.sort().join() !== refused.sort().join()) broken.push(`smaller are ${smaller}, refused are ${refused}`);
  if (carton.refused_smaller.some(({ why }) => why === '')) broken.push('a smaller one is refused without a reason');
  for (const [at, unit] of placements.entries()) {
    const item = items.get(unit.key);
    if (item)
      broken.push(...verifyUnit(unit, item, type, placements).map((fault) => `unit ${at + 1} (${unit.key}) ${fault}`));
  }
  return broken;
}

function verifyUnit(unit: Placement, item: Item, type: CartonType, all: readonly Placement[]): string[] {
  return [...verifyBounds(unit, type), ...verifySides(unit, item), ...verifyNeighbours(unit, item, all)];
}

/** Checks that the unit is inside the carton, at a corner in whole millimetres. */
function verifyBounds(unit: Placement, type: CartonType): string[] {
  const broken: string[] = [];
  const { x_mm: x, y_mm: y, z_mm: z } = unit;
  if (![x, y, z].every((figure) => Number.isInteger(figure) && figure >= 0)) broken.push('begins outside');
  if (
    x + unit.width_mm > type.inner_width_mm ||
    y + unit.length_mm > type.inner_length_mm ||
    z + unit.depth_mm > type.inner_depth_mm
  ) {
    broken.push('sticks out');
  }
  return broken;
}

/** Checks that the unit has the sides of its item, in an orientation that is allowed. */
function verifySides({ width_mm: width, length_mm: length, depth_mm: depth }: Placement, item: Item): string[] {
  const broken: string[] = [];
  const sorted = (sides: readonly (number | null)[]): string => [...sides].sort((a, b) => Number(a) - Number(b)).join();
  if (sorted([width, length, depth]) !== sorted([item.width_mm, item.length_mm, item.depth_mm])) {
    broken.push(`is ${width} × ${length} × ${depth} mm`);
  }
  if (item.keep_flat && depth !== item.depth_mm) broken.push('does not lie flat');
  return broken;
}

/** Checks overlaps, units above a fragile one, and the support of the base. */
function verifyNeighbours(unit: Placement, item: Item, all: readonly Placement[]): string[] {
  const broken: string[] = [];
  const { z_mm: z, width_mm: width, length_mm: length, depth_mm: depth } = unit;
  let supported = 0;
  for (const other of all) {
    const shared = other === unit ? 0 : sharedArea(unit, other);
    if (shared === 0) continue;
    const otherTop = other.z_mm + other.depth_mm;
    if (other.z_mm < z + depth && z < otherTop) broken.push(`overlaps ${other.key}`);
    if (item.fragile && other.z_mm >= z + depth) broken.push(`is fragile and has ${other.key} above it`);
    if (otherTop === z) supported += shared;
  }
  if (z > 0 && supported * 10 < width * length * 7) {
    broken.push(`stands on ${supported} of ${width * length} mm²`);
  }
  return broken;
}

/** Returns the area that two units share when seen from above, in square mm. */
function sharedArea(one: Placement, other: Placement): number {
  const width = Math.min(one.x_mm + one.width_mm, other.x_mm + other.width_mm) - Math.max(one.x_mm, other.x_mm);
  const length = Math.min(one.y_mm + one.length_mm, other.y_mm + other.length_mm) - Math.max(one.y_mm, other.y_mm);
  return Math.max(0, width) * Math.max(0, length);
}

function volume({ width_mm, length_mm, depth_mm }: Placement): number {
  return width_mm * length_mm * depth_mm;
}

function room({ inner_width_mm, inner_length_mm, inner_depth_mm }: CartonType): number {
  return inner_width_mm * inner_length_mm * inner_depth_mm;
}
