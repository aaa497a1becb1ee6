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
 * Returns the lot or serial number of units, as their part needs it. A code may contain one of a part that is not tracked.
 * @param pointer JSON pointer of the units in the body
 * @throws tracking.required
 */
export function trackingOf(
  { part, tracking }: TrackedPart,
  { lot, serial }: NamedUnits,
  pointer: string,
): Record<'lot' | 'serial', string | null> {
  if (tracking === 'none') return { lot: null, serial: null };
  if (!(tracking === 'lot' ? lot : serial))
    throw problem('tracking.required', `Part ${part} is tracked by ${tracking}: name it.`, {
      errors: [{ pointer: `${pointer}/${tracking}`, detail: 'is required' }],
    });
  return { lot: lot ?? null, serial: (tracking === 'serial' && serial) || null };
}

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
 * Returns units with their lots and serial numbers written as the stock of their part has them: `l7` is the lot L7, as for a scan. A lot
 * that two spellings have, in stock of an older build, stays as the caller writes it.
 * @param part the id of their part, or the function that returns it
 */
export async function asStocked<Units extends NamedUnits>(
  tx: Tx,
  part: number | ((units: Units) => number),
  units: readonly Units[],
): Promise<Units[]> {
  const partOf = typeof part === 'number' ? () => part : part;
  const lots = await spellings(tx, partOf, 'lot', units);
  const serials = await spellings(tx, partOf, 'serial', units);
  return units.map((each) => ({
    ...each,
    ...(each.lot && { lot: lots.get(nameOf(partOf(each), each.lot)) ?? each.lot }),
    ...(each.serial && { serial: serials.get(nameOf(partOf(each), each.serial)) ?? each.serial }),
  }));
}

/** Returns a name for a lot or serial number of a part, without case. */
const nameOf = (partId: number, text: string) => `${partId}/${folded(text)}`;

/** Returns the spelling in stock of each lot or serial number, by `nameOf`. New ones are written as the first of them. */
async function spellings<Units extends NamedUnits>(
  tx: Tx,
  partOf: (units: Units) => number,
  column: 'lot' | 'serial',
  units: readonly Units[],
): Promise<Map<string, string>> {
  const named = units.flatMap((each) => {
    const { [column]: text } = each;
    return text ? [{ part_id: partOf(each), text, folded: folded(text) }] : [];
  });
  if (named.length === 0) return new Map();
  const first = named.toReversed().map(({ part_id, text }): [string, string] => [nameOf(part_id, text), text]);
  const { rows } = await sql<{ part_id: number; spelling: NonNullable<Column<'inventory', 'lot'>> }>`
    -- Finds how the stock of the parts writes lots or serial numbers. A row that is written as asked comes last, and so wins.
    select n.part_id, i.${sql.ref(column)} as spelling
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(part_id bigint, text text, folded text)
    join inventory i on i.part_id = n.part_id and i.${sql.ref(column)} is not null
      and ${sql.raw(foldedSql(`i.${column}`))} = n.folded
    order by i.${sql.ref(column)} = n.text, i.id desc`.execute(tx);
  const stocked = rows.map(({ part_id, spelling }): [string, string] => [nameOf(part_id, spelling), spelling]);
  return new Map([...first, ...stocked]);
}
