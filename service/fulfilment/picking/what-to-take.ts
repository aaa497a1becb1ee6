import { sql } from 'kysely';
import { trim } from '../../inventory/stock/quantity.ts';
import { assertUniqueSerials } from '../../inventory/stock/unique-serials.ts';
import { type Counted, demandWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { Commit } from './schema.ts';

/** A pickline, as far as it decides what can be taken for it. */
export interface Takeable extends Counted {
  readonly id: number;
  readonly part_id: number;
  readonly tracking: 'none' | 'lot' | 'serial';
  readonly qty: string;
}

/** How much of which lot, or which unit. */
export interface Share {
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

/**
 * What a commit takes, by lot or serial number where the part is tracked; all of the line where nothing is said.
 * @throws tracking.required, tracking.mismatch where the details do not fit how the part is tracked
 */
export function whatToTake(line: Takeable, input: Commit): Share[] {
  if (!input.tracking?.length) {
    if (line.tracking !== 'none' && (input.qty !== undefined || input.location_id !== undefined)) {
      throw problem(
        'tracking.required',
        `Part ${line.part} is tracked by ${line.tracking}: say which in \`tracking\`.`,
        {
          errors: [
            { pointer: '/tracking', detail: line.tracking === 'lot' ? 'needs [{lot, qty}]' : 'needs [{serial}]' },
          ],
        },
      );
    }
    if (input.qty !== undefined) demandWhole(input.qty, line, '/qty');
    return [{ qty: input.qty ?? line.qty }];
  }
  if (line.tracking === 'none') {
    throw problem('tracking.mismatch', `Part ${line.part} is not tracked: leave \`tracking\` out.`, {
      errors: [{ pointer: '/tracking', detail: 'is only for parts that are tracked' }],
    });
  }
  assertUniqueSerials(input.tracking);
  return input.tracking.map((entry, position) => {
    const missing = line.tracking === 'lot' ? !entry.lot || !entry.qty : !entry.serial;
    if (missing) {
      throw problem('tracking.mismatch', `Part ${line.part} is tracked by ${line.tracking}.`, {
        errors: [
          { pointer: `/tracking/${position}`, detail: line.tracking === 'lot' ? 'needs lot and qty' : 'needs serial' },
        ],
      });
    }
    if (entry.qty) demandWhole(entry.qty, line, `/tracking/${position}/qty`);
    return line.tracking === 'lot'
      ? { lot: entry.lot, qty: entry.qty! }
      : { serial: entry.serial, lot: entry.lot, qty: '1' };
  });
}

/** How much is taken in all. @throws body.invalid, tracking.mismatch where that is more than the line, or not the qty given */
export async function totalOf(
  tx: Tx,
  line: Takeable,
  shares: readonly Share[],
  { qty, tracking }: Commit,
): Promise<string> {
  const { rows } = await sql<{ sum: string; over: boolean; other: boolean }>`
    select coalesce(sum(q), 0) as sum, sum(q) > ${line.qty}::numeric as over, coalesce(sum(q) <> ${qty ?? null}::numeric, false) as other
    from unnest(${shares.map((share) => share.qty)}::numeric[]) as q`.execute(tx);
  const { sum, over, other } = rows[0]!;
  if (over) {
    throw problem('body.invalid', `Pickline ${line.id} is for ${trim(line.qty)}; ${trim(sum)} are too many.`, {
      errors: [{ pointer: tracking?.length ? '/tracking' : '/qty', detail: `must be at most ${trim(line.qty)}` }],
    });
  }
  if (other) {
    throw problem('tracking.mismatch', `The quantities in \`tracking\` add up to ${trim(sum)}, not to ${trim(qty!)}.`, {
      errors: [{ pointer: '/tracking', detail: `must add up to ${trim(qty!)}` }],
    });
  }
  return sum;
}

/** A serial number says which unit; the lot that the unit came with goes along. */
export async function withLots(tx: Tx, line: Takeable, locationId: number, shares: readonly Share[]): Promise<Share[]> {
  const { rows } = await sql<{ lot: string | null; serial: string }>`
    select lot, serial from inventory where part_id = ${line.part_id} and location_id = ${locationId}
      and serial = any(${shares.map((share) => share.serial ?? null)}::text[]) and qty > 0`.execute(tx);
  return shares.map((share) =>
    share.serial ? { ...share, lot: rows.find((row) => row.serial === share.serial)?.lot ?? null } : share,
  );
}
