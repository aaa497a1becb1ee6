import type { Shop } from '../../../../support/shop.ts';

/** One scan of a person: a call of its own, with its key. */
export interface Scan {
  readonly key: string;
  readonly path: string;
  readonly body: { qty?: number; location_id?: number; lot?: string; serial?: string };
}

/** A pick of one line that several people count at once. */
export interface Scene {
  readonly pick: number;
  readonly order: number;
  readonly line: number;
  readonly part: number;
  /** The units of the line. */
  readonly qty: number;
  /** The scans of each person, in their order. Together they are more than the line has. */
  readonly people: readonly (readonly Scan[])[];
}

export type Random = () => number;

/** Returns numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

let scenes = 0;

/** Makes a line and the scans of two or three people: of plain units at two locations, of lots, or of serial numbers. */
export async function makeScene(shop: Shop, random: Random): Promise<Scene> {
  const scene = ++scenes;
  const qty = 2 + below(random, 5);
  const tracking = (['none', 'none', 'lot', 'serial'] as const)[below(random, 4)]!;
  const [part, shelf] = [await shop.part({ tracking, whole_units: true }), await shop.storage()];
  const units = Array.from({ length: qty + 2 }, (_, at) => ({ serial: `S${scene}-${at}` }));
  const lots = ['A', 'B'].map((lot) => ({ lot, qty }));
  if (tracking === 'serial') await shop.stock(part, units.length, { tracking: units });
  else if (tracking === 'lot') await shop.stock(part, 2 * qty, { tracking: lots });
  else await shop.stock(part, qty + 2);
  const order = await shop.issued([{ part_id: part, qty }]);
  const pick = await shop.done('/picklinebyorder', { order_id: [order] });
  if (tracking === 'none') await shop.stock(part, 2, { location_id: shelf });
  const [{ id: line }] = pick.lines;
  const bodyOf = (): Scan['body'] => {
    if (tracking === 'serial') return { serial: units[below(random, units.length)]!.serial };
    const back = random() < 0.15 ? { qty: -1 } : random() < 0.2 ? { qty: 2 } : {};
    if (tracking === 'lot') return { ...back, lot: random() < 0.5 ? 'A' : 'B' };
    return { ...back, ...(random() < 0.3 ? { location_id: shelf } : {}) };
  };
  const people = Array.from({ length: 2 + below(random, 2) }, (_, person) =>
    Array.from({ length: qty + 2 }, (_, at) => ({
      key: `scene ${scene} person ${person} scan ${at} of line ${line}`,
      path: `/pickline/${line}/count`,
      body: bodyOf(),
    })),
  );
  return { pick: pick.id, order, line, part, qty, people };
}

/** The units of accepted scans: each was counted once, although it was repeated. */
export const unitsOf = (scans: Iterable<Scan>): number =>
  [...scans].reduce((sum, { body }) => sum + (body.qty ?? 1), 0);
