import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import { mostAmounts, mostLines } from './schema.ts';

/** Lines, and discounts, fees and taxes of the order and of its lines. */
interface Size {
  readonly lines: number;
  readonly amounts: number;
}

/**
 * Checks that a draft may grow.
 * @param more what is to be added
 * @throws order.too-large
 */
export async function assertRoom(
  tx: Tx,
  { id, number }: { readonly id: number; readonly number: string },
  more: Size,
): Promise<void> {
  const result = await sql<Size>`
    -- Counts the lines of a draft, and its discounts, fees and taxes.
    select (select count(*) from salesorderline where salesorder_id = ${id})::int as lines,
      (select count(*) from salesorderdiscount where salesorder_id = ${id})::int
        + (select count(*) from salesorderfee where salesorder_id = ${id})::int
        + (select count(*) from salesordertax where salesorder_id = ${id})::int as amounts`.execute(tx);
  const size = firstRow(result);
  if (size.lines + more.lines > mostLines) throw tooLarge(number, size.lines, 'lines', mostLines);
  if (size.amounts + more.amounts > mostAmounts) {
    throw tooLarge(number, size.amounts, 'discounts, fees and taxes', mostAmounts);
  }
}

function tooLarge(number: string, has: number, what: string, most: number) {
  return problem(
    'order.too-large',
    `Order ${number} has ${has} ${what}, and no order may have more than ${most}. Divide it into several orders.`,
  );
}
