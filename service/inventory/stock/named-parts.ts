import { sql } from 'kysely';
import { formsOfGtin, gtinsOf } from '../../../lib/barcodes/gtin.ts';
import { readBarcode } from '../../../lib/barcodes/read.ts';
import { folded, foldedSql } from '../../../lib/expressions/folding.ts';
import { compact, identifier } from '../../../lib/expressions/texts/identifier.ts';
import { codeReading } from '../../../lib/expressions/texts/reading.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { unknownRecord } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';
import { partType } from '../../platform/states/kinds.ts';
import type { TrackedPart } from './tracking.ts';
import { isWhole } from './whole-units.ts';

/** A part that has stock: what a part of a body stands for. An alias stands for units of its parent. */
export interface StockedPart extends TrackedPart {
  readonly part_id: number;
  /** Units of the part in one of the body's. */
  readonly per_unit: string;
}

/**
 * Returns the parts of stock that ids stand for.
 * @param pointerOf JSON pointer of an id in the body
 * @throws reference.unknown; body.invalid where a part has no stock of its own
 */
export async function stockedParts(
  tx: Tx,
  ids: readonly number[],
  pointerOf: (id: number) => string,
): Promise<Map<number, StockedPart>> {
  const { rows } = await sql<StockedPart & Row<'part', 'id' | 'parttype_id'>>`
    -- Reads the parts, and the parents of aliases.
    select a.id, p.id as part_id, p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking, p.parttype_id,
      trim_scale(case when a.parent_part_id is null then 1 else a.parent_qty end)::text as per_unit
    from part a join part p on p.id = coalesce(a.parent_part_id, a.id) where a.id = any(${ids}::bigint[])`.execute(tx);
  const parts = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const part = parts.get(id);
    if (!part) throw unknownRecord(pointerOf(id), 'part', id);
    if (part.parttype_id !== partType.inventory) {
      throw unfit(pointerOf(id), `must be a part of the type Inventory: ${part.part} has no stock of its own`);
    }
  }
  return parts;
}

/** Units in a list `lines` of a body. */
export interface UnitsEntry {
  /** The id or a scanned code names the part. */
  readonly part_id?: number | undefined;
  readonly code?: string | undefined;
  readonly lot?: string | null | undefined;
  readonly serial?: string | null | undefined;
  readonly expires_on?: string | null | undefined;
}

/** The facts about units in a scanned code. */
interface CodeUnits {
  readonly part_id: number;
  /** Units that the code counts. */
  readonly qty: string;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly expires_on: string | null;
}

/** The part of an entry, and the facts about its units: its own ones, and others of its code. */
export interface EntryUnits extends Partial<Omit<CodeUnits, 'part_id'>> {
  readonly part: StockedPart;
}

/**
 * Reads the parts of entries, and the codes.
 * @param partIdOf the part of an entry that names it otherwise, such as by a line
 * @throws reference.unknown; body.invalid where no part has a code, or several have it, or a part has no stock of its own
 */
export async function readEntries<Entry extends UnitsEntry>(
  tx: Tx,
  entries: readonly Entry[],
  partIdOf: (entry: Entry, position: number) => number | undefined = ({ part_id }) => part_id,
): Promise<EntryUnits[]> {
  const codes = await readCodes(tx, entries);
  const ids = entries.map((entry, position) => partIdOf(entry, position) ?? codes.get(position)?.part_id ?? 0);
  const parts = await stockedParts(tx, ids, (id) => `/lines/${ids.lastIndexOf(id)}/part_id`);
  return entries.map(({ lot, serial, expires_on }, position) => {
    const own = Object.entries({ lot, serial, expires_on }).filter(([, value]) => value != null);
    const part = parts.get(ids[position] as number) as StockedPart;
    return { ...codes.get(position), ...Object.fromEntries(own), part };
  });
}

/** Reads codes as scans do: the number of a part, a form of its upc, or a GS1 code with lot, serial number, date and count. */
async function readCodes(tx: Tx, entries: readonly UnitsEntry[]): Promise<Map<number, CodeUnits>> {
  const barcodes = entries.flatMap(({ code }, position) =>
    code === undefined ? [] : [{ ...readBarcode(code, new Date().getUTCFullYear()), position }],
  );
  if (barcodes.length === 0) return new Map();
  const terms = barcodes.flatMap(({ text, gs1, position }) => {
    const code = folded(compact(text));
    const gtins = [...(gs1?.gtin ? [gs1.gtin] : []), ...gtinsOf(code)];
    const upcs = [...new Set([code, ...gtins.flatMap(formsOfGtin)])];
    return [
      { position, number: folded(identifier(text)), upc: null },
      ...upcs.map((upc) => ({ position, number: null, upc })),
    ];
  });
  const { rows } = await sql<{ position: number; part_id: number }>`
    -- Finds the active parts by their number or upc.
    with term as (
      select * from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as t(position int, number text, upc text))
    select t.position, p.id as part_id from term t join part p on ${sql.raw(foldedSql('p.number'))} = t.number where p.active
    union
    select t.position, p.id from term t join part p on ${sql.raw(foldedSql(codeReading.sql('p.upc')))} = t.upc where p.active
    order by 1, 2`.execute(tx);
  const found = grouped(rows, ({ position }) => position);
  const units = barcodes.map(({ code, gs1, position }): [number, CodeUnits] => {
    const [first, second] = found.get(position) ?? [];
    if (!first) throw unfit(`/lines/${position}/code`, `names no active part: ${code}`);
    if (second) throw unfit(`/lines/${position}/code`, `names several parts: ${code}. Send part_id`);
    const { lot = null, serial = null, expires_on = null, qty = null } = gs1 ?? {};
    return [position, { part_id: first.part_id, qty: String(qty ?? 1), lot, serial, expires_on }];
  });
  return new Map(units);
}
