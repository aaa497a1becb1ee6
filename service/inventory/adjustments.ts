import { problem } from '../platform/problems/problems.ts';
import type { AdjustmentBody } from './schema.ts';
import type { Adjustment } from './stock/adjust.ts';
import { assertUniqueSerials } from './stock/unique-serials.ts';
import { type Counted, demandWhole } from './stock/whole-units.ts';

/** What is said of a part, as far as its stock is concerned. */
export interface TrackedPart extends Counted {
  readonly tracking: 'none' | 'lot' | 'serial';
}

/** What a body asks for, at one place. */
type Changing = Pick<AdjustmentBody, 'part_id' | 'location_id' | 'qty' | 'reason' | 'tracking'>;

/**
 * The changes that a body asks for: one for each lot or serial number of a tracked part.
 * @throws body.invalid, tracking.required, tracking.mismatch
 */
export function adjustmentsOf(place: TrackedPart, body: Changing): Adjustment[] {
  const { part_id, location_id, qty, reason = 'adjustment', tracking } = body;
  if (qty === '0') {
    throw problem('body.invalid', 'An adjustment of 0 changes nothing.', {
      errors: [{ pointer: '/qty', detail: 'must not be 0' }],
    });
  }
  demandWhole(qty, place, '/qty');
  for (const [at, entry] of (tracking ?? []).entries()) {
    if (entry.qty) demandWhole(entry.qty, place, `/tracking/${at}/qty`);
  }
  const base = { part_id, location_id, reason };
  if (place.tracking === 'none') {
    if (tracking?.length)
      throw problem('tracking.mismatch', `Part ${place.part} is not tracked: leave \`tracking\` out.`, {
        errors: [{ pointer: '/tracking', detail: 'is only for parts that are tracked' }],
      });
    return [{ ...base, qty }];
  }
  if (!tracking?.length) {
    throw problem(
      'tracking.required',
      `Part ${place.part} is tracked by ${place.tracking}: say which in \`tracking\`.`,
      {
        errors: [
          { pointer: '/tracking', detail: place.tracking === 'lot' ? 'needs [{lot, qty}]' : 'needs [{serial}]' },
        ],
      },
    );
  }
  assertUniqueSerials(tracking);
  const sign = qty.startsWith('-') ? '-' : '';
  const parts = tracking.map((entry, at): Adjustment => {
    if (place.tracking === 'lot' ? !entry.lot : !entry.serial) {
      throw problem('tracking.mismatch', `Part ${place.part} is tracked by ${place.tracking}.`, {
        errors: [{ pointer: `/tracking/${at}`, detail: `needs ${place.tracking}` }],
      });
    }
    const own = place.tracking === 'serial' ? `${sign}1` : (entry.qty ?? (tracking.length === 1 ? qty : '0'));
    return {
      ...base,
      qty: own,
      lot: entry.lot ?? null,
      serial: entry.serial ?? null,
      expires_on: entry.expires_on ?? null,
    };
  });
  const total = parts.reduce((sum, part) => sum + scaled(part.qty), 0n);
  if (total !== scaled(qty) || parts.some((part) => part.qty === '0')) {
    throw problem('tracking.mismatch', `The quantities in \`tracking\` do not add up to ${qty}.`, {
      errors: [{ pointer: '/tracking', detail: `must add up to ${qty}` }],
    });
  }
  return parts;
}

/** Exact, in millionths: quantities have six digits after the point at most. */
function scaled(qty: string): bigint {
  const [whole = '0', fraction = ''] = qty.replace('-', '').split('.');
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return qty.startsWith('-') ? -value : value;
}
