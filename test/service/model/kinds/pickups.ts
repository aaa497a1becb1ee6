import { ids, isAt } from '../calls.ts';
import * as pickups from '../pickups.ts';
import { type Kinds, perform, performInPart } from './kind.ts';

export const pickupsKinds: Kinds = {
  'pick up': [
    6,
    (world, choose) => {
      const lines = choose.some(world.pickuplines, ({ done }) => !done);
      return lines.length === 0
        ? null
        : { path: '/pickup', body: { pickupline_ids: ids(lines) }, does: () => pickups.pickUp(world, lines) };
    },
  ],
  'pick up by carrier': [
    2,
    (world, choose, { carriers }) => {
      const carrier = choose.one(
        carriers.filter(({ id }) => world.orders.some((one) => one.carrier.id === id && isAt.pickup(one))),
      );
      if (!carrier?.id) return null;
      return { path: '/pickup', body: { carrier_id: carrier.id }, does: () => pickups.pickUpBy(world, carrier.id!) };
    },
  ],
  'undo a pickup': [
    2,
    (world, choose) => {
      const chosen = choose.some(world.pickuplines, ({ done, pickup }) => done && pickup !== null);
      const pickup = chosen.find((line) => line.pickup !== null)?.pickup;
      if (!pickup) return null;
      const lines = chosen.filter((line) => line.pickup === pickup);
      const body = { pickupline_ids: ids(lines), reason: 'The van was full' };
      return { path: `/pickup/${pickup}/undo`, body, does: () => pickups.undoPickup(world, lines) };
    },
  ],
  'perform pickup': [2, perform('pickup')],
  'perform pickup in part': [2, performInPart('pickup')],
};
