import { lockStock } from '../../inventory/stock/locks.ts';
import { expiredUnits, releaseExpired } from '../../inventory/stock/release.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { allocateBackorders } from '../work/allocate-backorders.ts';
import { notingEndedCounts } from '../work/put-back/note.ts';
import { writeOffPicklines } from '../work/write-off-picklines.ts';

/**
 * Exchanges reserved units that expired while their orders waited, for example on hold: the orders get other stock, or wait for
 * some. The orders are locked.
 */
export async function exchangeExpired(
  context: OperationContext,
  siteId: number,
  orderIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  const candidates = await expiredUnits(tx, orderIds);
  if (candidates.length === 0) return;
  const partIds = candidates.map(({ part_id }) => part_id);
  await lockStock(tx, siteId, partIds);
  // Another operation may have exchanged units of the orders before the lock was free.
  const expired = await expiredUnits(tx, orderIds);
  await notingEndedCounts(context, { partIds, why: 'writeoff' }, async () => {
    await releaseExpired(tx, orderIds);
    for (const locationId of new Set(expired.map(({ location_id }) => location_id))) {
      const units = expired.filter(({ location_id }) => location_id === locationId);
      await writeOffPicklines(tx, locationId, units);
    }
  });
  await allocateBackorders(context, siteId, partIds);
}
