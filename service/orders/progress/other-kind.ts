import { sql } from 'kysely';
import { type OrderKind, orderPath } from '../../../records/sales-order.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { recordName } from '../../platform/problems/record-names.ts';
import { kindsOfOrders } from '../resource.ts';

/** Returns what answers for an order of another kind than its address has: the refusal names the right address. */
export const otherKindIn =
  ({ readPool }: Database) =>
  async (word: string, id: number): Promise<Problem | null> => {
    if (!kindsOfOrders.some(({ order }) => order.name === word)) return null;
    const { rows } = await sql<{ kind: OrderKind; number: string }>`
      select kind, number from salesorder where id = ${id} and kind || 'order' <> ${word}`.execute(readPool);
    const [found] = rows;
    if (!found) return null;
    const { kind, number } = found;
    const path = orderPath({ kind, id });
    const detail = `There is no ${recordName(word)} ${id}. ${number} is a ${recordName(`${kind}order`)}: ${path}.`;
    return problem('record.unknown', detail, { record: `${kind}order`, path });
  };
