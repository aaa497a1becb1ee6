import { sql } from 'kysely';
import { lockStock } from '../database/locks.ts';
import { operation, type Tx } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { problem } from '../problems.ts';
import { serveWaiting } from './arrival.ts';
import type { AdjustmentBody } from './schema.ts';
import { type Adjustment, adjust } from './stock.ts';

/**
 * Puts stock in or takes it out (`POST /inventoryadjustment`). What comes in goes first to the orders that wait for it.
 * @returns id of the movement; of the last one where a tracked part gave several
 */
export const adjustInventory = operation('inventory.adjust', async (context, body: AdjustmentBody): Promise<number> => {
  const { tx, actor } = context;
  const place = await placeOf(tx, body);
  const adjustments = await adjustmentsOf(place, body);
  await lockStock(tx, place.site_id, [body.part_id]);
  let movement = 0;
  for (const adjustment of adjustments) movement = await adjust(tx, actor, adjustment);
  await happened(context, {
    event: 'inventory.adjusted',
    id: movement,
    detail: { part: place.part, location: place.location, qty: body.qty, reason: body.reason ?? 'adjustment' },
  });
  if (!body.qty.startsWith('-')) await serveWaiting(context, place.site_id, [body.part_id]);
  return movement;
});

interface Place {
  part: string;
  tracking: 'none' | 'lot' | 'serial';
  parttype_id: number;
  location: string;
  site_id: number;
  locationtype_id: number;
}

async function placeOf(tx: Tx, body: AdjustmentBody): Promise<Place> {
  const { rows } = await sql<Place>`
    select p.number as part, p.tracking, p.parttype_id, l.name as location, l.site_id, l.locationtype_id
    from part p, location l where p.id = ${body.part_id} and l.id = ${body.location_id}`.execute(tx);
  const place = rows[0];
  if (!place) {
    throw problem('reference.unknown', `There is no part ${body.part_id} or no location ${body.location_id}.`);
  }
  if (place.parttype_id !== 1) {
    throw problem('body.invalid', `Part ${place.part} is not of the type Inventory: it has no stock of its own.`, {
      errors: [{ pointer: '/part_id', detail: 'must be a part of the type Inventory' }],
    });
  }
  if (place.locationtype_id !== 1) {
    throw problem('body.invalid', `${place.location} is no storage location: stock is adjusted in storage only.`, {
      errors: [{ pointer: '/location_id', detail: 'must be a location of the type Storage' }],
    });
  }
  return place;
}

function adjustmentsOf(place: Place, body: AdjustmentBody): Adjustment[] {
  const { part_id, location_id, qty, reason = 'adjustment', tracking } = body;
  if (qty === '0') {
    throw problem('body.invalid', 'An adjustment of 0 changes nothing.', {
      errors: [{ pointer: '/qty', detail: 'must not be 0' }],
    });
  }
  const base = { part_id, location_id, reason };
  if (place.tracking === 'none') {
    if (tracking?.length)
      throw problem('tracking.mismatch', `Part ${place.part} is not tracked: leave \`tracking\` out.`);
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
