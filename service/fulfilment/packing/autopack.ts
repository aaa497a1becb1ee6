import { sql } from 'kysely';
import { lockOrders, lockRecord, lockStock } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { allowedTypes, chooseCartons, type LeftLoose } from './choose-cartons.ts';
import { fillCartons, placeOf } from './fill-cartons.ts';
import { looseUnits } from './loose.ts';
import { ordersOfPack } from './orders-of-pack.ts';
import { packStates } from './states.ts';

/** Puts what is loose on a pack into the most fitting cartons. */
export const autopack = operation(
  'pack.autopack',
  async (context, packId: number): Promise<{ left_out: LeftLoose[] }> => {
    const { tx } = context;
    const orders = await lockOrders(tx, await ordersOfPack(tx, packId));
    const pack = await lockRecord(tx, 'pack', packId);
    packStates.demand('fill', pack);
    const { rows } = await sql<{
      start_in_carton: boolean;
    }>`select start_in_carton from pack where id = ${packId}`.execute(tx);
    if (rows[0]!.start_in_carton) {
      throw problem(
        'pack.start-in-carton',
        `Pack ${packId} was started in one carton: autopack is for packs that were not.`,
      );
    }
    const loose = await looseUnits(tx, [packId]);
    await lockStock(
      tx,
      pack.site_id,
      loose.map((unit) => unit.part_id),
    );
    const { filled, left } = await chooseCartons(tx, loose, allowedTypes(orders));
    await fillCartons(context, placeOf(packId, orders), filled);
    return { left_out: left };
  },
);
