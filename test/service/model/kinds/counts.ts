import * as counts from '../counts.ts';
import type { Kinds, Make } from './kind.ts';

const isOpen = ({ status }: { readonly status: string }) => status === 'Open';

const create: Make = (world, choose) => {
  const plain = world.parts.filter((part) => part.components[0]?.part === part);
  const parts = choose.some(plain, () => true);
  const locations = choose.some(world.shelves, () => true);
  return parts.length === 0 || locations.length === 0 ? null : counts.countPlaces(world, parts, locations);
};

const enter: Make = (world, choose) => {
  const count = choose.mostly(world.counts, isOpen);
  if (!count) return null;
  // A lot has its expiry date from its first receipt, so only known lots are counted.
  const row = choose.one(
    world.rows.filter(({ part, location }) => count.parts.includes(part) && count.locations.includes(location)),
  );
  return row && counts.enter(count, { ...row, qty: Math.max(0, row.qty + choose.below(5) - 2) });
};

const approve: Make = (world, choose) => {
  const count = choose.mostly(world.counts, isOpen);
  if (!count || counts.missesReserved(world, count) || counts.findsInTurn(world, count)) return null;
  return { path: `/count/${count.id}/approve`, does: () => counts.approve(world, count) };
};

export const countsKinds: Kinds = {
  'count places': [2, create],
  'enter what was counted': [3, enter],
  'approve a count': [3, approve],
  'cancel a count': [
    1,
    (world, choose) => {
      const count = choose.mostly(world.counts, isOpen);
      return count && { path: `/count/${count.id}/cancel`, does: () => counts.cancel(count) };
    },
  ],
};
