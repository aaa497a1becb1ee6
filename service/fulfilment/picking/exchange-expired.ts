import { expiredOf, releaseExpired } from '../../inventory/stock/release-expired.ts';
import { lockStock } from '../../platform/database/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { allocateBackorders } from '../work/allocate-backorders.ts';
import { writeOffPicklines } from '../work/write-off-picklines.ts';

/**
 * What orders have reserved and has expired while they waited (on hold, say) is not fetched: they get other stock, or wait for some.
 * The orders are locked.
 */
export async function exchangeExpired(
  context: OperationContext,
  siteId: number,
  orderIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  const seen = await expiredOf(tx, orderIds);
  if (seen.length === 0) return;
  const partIds = seen.map(({ part_id }) => part_id);
  await lockStock(tx, siteId, partIds);
  // Somebody may have exchanged units with others while we waited.
  const expired = await expiredOf(tx, orderIds);
  await releaseExpired(tx, orderIds);
  for (const place of new Set(expired.map(({ location_id }) => location_id))) {
    await writeOffPicklines(
      tx,
      place,
      expired.filter(({ location_id }) => location_id === place),
    );
  }
  await allocateBackorders(context, siteId, partIds);
}
