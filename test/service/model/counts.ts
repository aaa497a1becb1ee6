import type { Call } from './calls.ts';
import { type Count, type Part, refuseIf, type World } from './world.ts';

interface CountedPlace {
  readonly part: Part;
  readonly location: number;
  readonly lot: string;
  readonly qty: number;
}

/** Returns the call that makes a count of parts at locations: a line for all units there. */
export const countPlaces = (world: World, parts: readonly Part[], locations: readonly number[]): Call => ({
  path: '/count',
  body: { part_ids: parts.map(({ id }) => id), location_ids: locations },
  does: () => {
    const shared = (count: Count) =>
      count.parts.some((part) => parts.includes(part)) && count.locations.some((at) => locations.includes(at));
    refuseIf(world.counts.some((count) => count.status === 'Open' && shared(count)));
    const rows = world.rows.filter(
      ({ part, location, qty }) => parts.includes(part) && locations.includes(location) && qty > 0,
    );
    const lines = rows.map(({ part, location, lot }) => ({ part, location, lot, qty: null, expected: null }));
    const count: Count = { id: null, status: 'Open', parts, locations, lines };
    world.counts.push(count);
    return count;
  },
});

/** Returns the call that enters all units of a place. People may hold units of the place, so the books are learned. */
export const enter = (count: Count, place: CountedPlace): Call => {
  const { part, location, lot, qty } = place;
  return {
    path: `/count/${count.id}/enter?embed=lines`,
    body: { lines: [{ part_id: part.id, location_id: location, lot: lot || undefined, qty }] },
    does: () => refuseIf(count.status !== 'Open'),
    learn: (answer: {
      lines: { part_id: number; location_id: number; lot: string | null; qty_expected: number }[];
    }) => {
      const served = answer.lines.find(
        (line) => line.part_id === part.id && line.location_id === location && (line.lot ?? '') === lot,
      );
      const line = count.lines.find((one) => one.part === part && one.location === location && one.lot === lot);
      const entered = { part, location, lot, qty, expected: served!.qty_expected };
      if (line) Object.assign(line, entered);
      else count.lines.push(entered);
    },
  };
};

/** Moves the differences. Which orders lose units that are missing is not foreseen. */
export function approve(world: World, count: Count): void {
  refuseIf(count.status === 'Canceled');
  if (count.status === 'Approved') return;
  refuseIf(count.lines.some(({ qty }) => qty === null));
  count.status = 'Approved';
  for (const { part, location, lot, qty, expected } of count.lines) {
    world.rowOf(part, location, lot).qty += qty! - expected!;
  }
  world.allocateBackorders(count.parts);
}

/** Whether a count finds fewer units than orders have reserved at a place. */
export const missesReserved = (world: World, count: Count): boolean =>
  count.lines.some(({ part, location, lot, qty, expected }) => {
    const row = world.rowOf(part, location, lot);
    return row.qty - row.committed + (qty ?? 0) - (expected ?? 0) < 0;
  });

/** Whether orders wait for units of a part that a count finds at several places: which of these they get is not foreseen. */
export const findsInTurn = (world: World, count: Count): boolean => {
  const found = count.lines.filter(({ qty, expected }) => (qty ?? 0) > (expected ?? 0)).map(({ part }) => part);
  return world.works().some(({ short, part }) => short > 0 && found.filter((one) => one === part).length > 1);
};

export function cancel(count: Count): void {
  refuseIf(count.status === 'Approved');
  count.status = 'Canceled';
}
