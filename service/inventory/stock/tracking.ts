import { sql } from 'kysely';
import { folded, foldedSql } from '../../../lib/expressions/folding.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import type { CountedPart } from './whole-units.ts';

/** The fields of a part that decide how its stock is named and counted. */
export type TrackedPart = CountedPart & Row<'part', 'tracking'>;

/** Returns the problem that `tracking` is sent for a part that is not tracked. */
export const notTracked = ({ part }: TrackedPart): Problem =>
  problem('tracking.mismatch', `Part ${part} is not tracked: leave \`tracking\` out.`, {
    errors: [{ pointer: '/tracking', detail: 'is only for parts that are tracked' }],
  });

/** Returns the problem that `tracking` is missing for a tracked part. */
export const trackingRequired = ({ part, tracking }: TrackedPart): Problem =>
  problem('tracking.required', `Part ${part} is tracked by ${tracking}: name the units in \`tracking\`.`, {
    errors: [{ pointer: '/tracking', detail: tracking === 'lot' ? 'needs [{lot, qty}]' : 'needs [{serial}]' }],
  });

/**
 * Refuses a serial number that is named twice: it stands for one unit, and the list would count it as two.
 * @throws tracking.mismatch
 */
export function assertUniqueSerials(tracking: readonly { readonly serial?: string | null | undefined }[]): void {
  const seen = new Set<string>();
  for (const [at, { serial }] of tracking.entries()) {
    if (serial && seen.has(folded(serial))) {
      throw problem('tracking.mismatch', `Serial number ${serial} is named twice. Name each serial number once.`, {
        errors: [{ pointer: `/tracking/${at}/serial`, detail: 'is named twice' }],
      });
    }
    if (serial) seen.add(folded(serial));
  }
}

/** Units by lot or serial number, as a caller names them. */
interface NamedUnits {
  readonly lot?: string | null | undefined;
  readonly serial?: string | null | undefined;
}

/**
 * Returns units with their lots and serial numbers written as the stock of the part has them: `l7` is the lot L7, as for a scan. A lot
 * that two spellings have, in stock of an older build, stays as the caller writes it.
 */
export async function asStocked<Units extends NamedUnits>(
  tx: Tx,
  partId: number,
  units: readonly Units[],
): Promise<Units[]> {
  const lots = await spellings(tx, partId, 'lot', units);
  const serials = await spellings(tx, partId, 'serial', units);
  return units.map((each) => ({
    ...each,
    ...(each.lot && { lot: lots.get(folded(each.lot)) ?? each.lot }),
    ...(each.serial && { serial: serials.get(folded(each.serial)) ?? each.serial }),
  }));
}

/** Returns the spelling in stock of each lot or serial number, by its folded form. New ones are written as the first of them. */
async function spellings(
  tx: Tx,
  partId: number,
  column: 'lot' | 'serial',
  units: readonly NamedUnits[],
): Promise<Map<string, string>> {
  const named = [...new Set(units.flatMap((each) => each[column] || []))];
  if (named.length === 0) return new Map();
  const first = new Map(named.toReversed().map((text) => [folded(text), text]));
  const { rows } = await sql<{ spelling: NonNullable<Column<'inventory', 'lot'>> }>`
    -- Finds how the stock of the part writes lots or serial numbers. A row that is written as asked comes last, and so wins.
    select ${sql.ref(column)} as spelling from inventory
    where part_id = ${partId} and ${sql.ref(column)} is not null and ${sql.raw(foldedSql(column))} = any(${[...first.keys()]}::text[])
    order by ${sql.ref(column)} = any(${named}::text[]), id desc`.execute(tx);
  return new Map([...first, ...rows.map(({ spelling }): [string, string] => [folded(spelling), spelling])]);
}
