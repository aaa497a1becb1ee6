import { sql } from 'kysely';
import type { Step } from '../../../planning/plan.ts';
import { isRelabelled, relabelCode } from '../../inventory/stock/voided-labels.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';

interface Unbooked {
  id: number;
  number: string;
  detail: string;
}

/**
 * Asks a person who does a step by hand whose carrier refused the booking, or is away: without a label, the goods leave for a
 * carrier that does not expect them. The engine books before the step, and an autowork too, so they are not asked; `demandLabels`
 * has them book again after a change of address.
 * @throws order.warnings (428) with a warning for each order, unless `ignoreWarnings` is set
 */
export async function demandBooked(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  { step, orderIds, ignoreWarnings }: { step: Step; orderIds: readonly number[]; ignoreWarnings: boolean },
): Promise<void> {
  if (ignoreWarnings || actor.workflowId !== null) return;
  const { rows } = await sql<Unbooked>`
    -- The orders whose carrier did not book the step.
    select o.id, o.number, o.attention ->> 'detail' as detail from salesorder o
    where o.id = any(${orderIds}::bigint[]) and o.attention ->> 'step' = ${step} and (${isRelabelled}
      or o.attention ->> 'code' like 'carrier.%' and o.attention ->> 'code' <> ${relabelCode})
    order by o.id`.execute(database.kysely);
  if (rows.length === 0) return;
  const warnings = rows.map(({ id, number, detail }) => ({
    code: 'carrier.not-booked',
    message: `Order ${number} has no label: ${detail}`,
    pointer: `/order_id/${orderIds.indexOf(id)}`,
  }));
  throw problem(
    'order.warnings',
    `The carrier has not booked: mend that and retry, or do the ${step} step without a label with ignore_warnings=1.`,
    { warnings },
  );
}
