import type { ReactNode } from 'react';
import { type Client, isProblem, ProblemError, type SalesOrder } from '../../../client/browser.ts';
import { fieldErrors } from '../../ground/field-errors.tsx';
import { type Draft, draftOf, headChanges, isChanged, type Row, rowChanges } from './values.ts';

/** Refused fields with the reason, by field. */
export type Faults = Readonly<Record<string, ReactNode>>;

export interface SaveResult {
  /** What was typed. Lines that were added have their ids, and lines that were removed are gone. */
  readonly draft: Draft;
  readonly faults: Faults;
  /** A refusal that is of no field. */
  readonly refusal: unknown;
  /** True if somebody has changed the order since it was read: then nothing is saved. */
  readonly isOutdated: boolean;
}

/**
 * Saves a draft: the order first, with the version that was read, and then its lines, which are calls of their own. The version
 * covers the lines. A refused line keeps no other one from being saved.
 * @param order the last read order, with its lines
 */
export async function save(client: Client, order: SalesOrder, typed: Draft): Promise<SaveResult> {
  const before = draftOf(order);
  const nothing = { draft: typed, faults: {}, refusal: null, isOutdated: false };
  try {
    await client.salesorder.update(order.id, headChanges(before.head, typed.head), { ifMatch: order });
  } catch (error) {
    if (isProblem(error, 'precondition.failed')) return { ...nothing, isOutdated: true };
    const faults = fieldErrors(error, typed.head);
    return { ...nothing, faults, refusal: Object.keys(faults).length > 0 ? null : error };
  }
  const beforeById = new Map(before.rows.map((row) => [row.id, row]));
  const rows: Row[] = [];
  const faults: Record<string, ReactNode> = {};
  let refusal: unknown = null;
  for (const row of typed.rows) {
    const was = beforeById.get(row.id);
    if (refusal !== null || !isChanged(was, row)) {
      rows.push(row);
      continue;
    }
    try {
      const saved = await saveRow(client, order.id, was, row);
      if (saved) rows.push(saved);
    } catch (error) {
      rows.push(row);
      const own = rowFaults(error, row);
      Object.assign(faults, own);
      if (Object.keys(own).length === 0) refusal = error;
    }
  }
  return { draft: { ...typed, rows }, faults, refusal, isOutdated: false };
}

/** Returns the saved line; null for a removed one. */
async function saveRow(client: Client, orderId: number, before: Row | undefined, row: Row): Promise<Row | null> {
  const { line } = client.salesorder;
  if (row.isRemoved) {
    if (row.id !== null) await line.remove(orderId, row.id);
    return null;
  }
  if (row.id !== null) {
    await line.update(orderId, row.id, rowChanges(before, row));
    return row;
  }
  const { id } = await line.create(orderId, rowChanges(undefined, row));
  return { ...row, id };
}

/** A fault of the part has no field of its own: it is shown at the quantity. */
function rowFaults(error: unknown, row: Row): Faults {
  const { part_id, ...own } = fieldErrors(error, { qty: '', unit_price: '', part_id: '' });
  const faults = part_id === undefined ? own : { qty: part_id, ...own };
  if (!(error instanceof ProblemError)) return {};
  return Object.fromEntries(Object.entries(faults).map(([field, detail]) => [`${row.key}/${field}`, detail]));
}
