import { problem } from '../platform/problems/problems.ts';
import type { AdjustmentBody } from './schema.ts';
import type { Adjustment } from './stock/adjust.ts';
import { millionths } from './stock/quantity.ts';
import { assertUniqueSerials, notTracked, type TrackedPart, trackingRequired } from './stock/tracking.ts';
import { assertWhole } from './stock/whole-units.ts';

/** A body that changes the stock of a part at one location. */
type ChangeBody = Pick<AdjustmentBody, 'part_id' | 'location_id' | 'qty' | 'reason' | 'tracking'>;
type TrackingEntry = NonNullable<ChangeBody['tracking']>[number];

/**
 * Returns the adjustments of a body: one for each lot or serial number of a tracked part, and one for a part that is not tracked.
 * @throws body.invalid, tracking.required, tracking.mismatch
 */
export function adjustmentsOf(part: TrackedPart, body: ChangeBody): Adjustment[] {
  const { part_id, location_id, qty, reason = 'adjustment', tracking = [] } = body;
  if (qty === '0') {
    throw problem('body.invalid', 'An adjustment of 0 changes nothing. Send another quantity.', {
      errors: [{ pointer: '/qty', detail: 'must not be 0' }],
    });
  }
  assertWhole(qty, part, '/qty');
  for (const [index, entry] of tracking.entries()) {
    if (entry.qty) assertWhole(entry.qty, part, `/tracking/${index}/qty`);
  }
  const base = { part_id, location_id, reason };
  if (part.tracking === 'none') {
    if (tracking.length > 0) throw notTracked(part);
    return [{ ...base, qty }];
  }
  if (tracking.length === 0) throw trackingRequired(part);
  assertUniqueSerials(tracking);
  const adjustments = tracking.map((entry, index) => ({ ...base, ...trackedUnits(part, qty, tracking, entry, index) }));
  const total = adjustments.reduce((sum, adjustment) => sum + millionths(adjustment.qty), 0n);
  if (total !== millionths(qty) || adjustments.some((adjustment) => adjustment.qty === '0')) {
    throw problem('tracking.mismatch', `The quantities in \`tracking\` do not add up to ${qty}.`, {
      errors: [{ pointer: '/tracking', detail: `must add up to ${qty}` }],
    });
  }
  return adjustments;
}

/**
 * Returns the lot or serial number of one entry, and how many units of it. A serial number is one unit. A single lot without a
 * quantity is all of them.
 */
function trackedUnits(
  part: TrackedPart,
  qty: string,
  tracking: readonly TrackingEntry[],
  entry: TrackingEntry,
  index: number,
): Pick<Adjustment, 'qty' | 'lot' | 'serial' | 'expires_on'> {
  if (part.tracking === 'lot' ? !entry.lot : !entry.serial) {
    throw problem('tracking.mismatch', `Part ${part.part} is tracked by ${part.tracking}.`, {
      errors: [{ pointer: `/tracking/${index}`, detail: `needs ${part.tracking}` }],
    });
  }
  const sign = qty.startsWith('-') ? '-' : '';
  return {
    qty: part.tracking === 'serial' ? `${sign}1` : (entry.qty ?? (tracking.length === 1 ? qty : '0')),
    lot: entry.lot ?? null,
    serial: entry.serial ?? null,
    expires_on: entry.expires_on ?? null,
  };
}
