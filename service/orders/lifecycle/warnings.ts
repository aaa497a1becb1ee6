import type { Plan } from '../../../config/planning/plan.ts';
import { isEmpty, lacksOf } from '../../../lib/addresses/completeness.ts';
import { plainAddress } from '../../../lib/addresses/ship-to.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import type { LineFault } from '../planning/facts.ts';

/** A warning before an order is issued. The answer 428 lists all of them. */
export interface Warning {
  code: string;
  message: string;
  pointer: string;
}

/** The quantity of a part that a line needs and that is not available. */
export interface Shortage extends Row<'work', 'line_id' | 'part_id' | 'qty'> {
  part: Column<'part', 'number'>;
  short: string;
}

/**
 * Returns all warnings about issuing an order with the plan that it would get.
 * @param shortages with `unknown`: the quantities that are short, and the names of the plan that no record has
 */
export function warningsOf(
  facts: OrderFacts,
  plan: Plan,
  lineFaults: readonly LineFault[],
  holdReason: string | null,
  { shortages, unknown }: { readonly shortages: readonly Shortage[]; readonly unknown: readonly string[] },
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, pointer: string) => warnings.push({ code, message, pointer });
  const indexes = new Map(facts.lines.map(({ id }, index) => [id, index]));
  const line = (id: number) => `/lines/${indexes.get(id)}`;

  if (holdReason !== null) warn('order.held', `The order is on hold: ${holdReason}`, '/held_at');
  for (const text of plan.warnings ?? []) warn('plan.warning', text, '/plan');
  for (const name of unknown) warn('plan.unknown-name', `The plan names ${name}, which does not exist.`, '/plan');
  if (facts.lines.length === 0) warn('order.no-lines', 'The order has no lines.', '/lines');
  if (facts.total.startsWith('-'))
    warn('order.total-negative', `The total of the order is ${facts.total}, below zero.`, '/total');
  warnings.push(...addressWarnings(facts, plan));
  for (const { line_id, part, inactive } of lineFaults) {
    for (const number of inactive) {
      const which = number === part ? number : `${number}, which ${part} comes to,`;
      warn('part.inactive', `Part ${which} is no longer active.`, `${line(line_id)}/part_id`);
    }
  }
  for (const { line_id, part, empty_kit } of lineFaults) {
    if (!empty_kit) continue;
    warn(
      'part.no-components',
      `Part ${part} is a kit without components, or has one inside: nothing of that can be picked.`,
      `${line(line_id)}/part_id`,
    );
  }
  for (const { line_id, part, qty, short } of shortages) {
    warn('stock.short', `Of part ${part}, ${short} of ${qty} are not available.`, `${line(line_id)}/qty`);
  }
  return warnings;
}

/** An order that the customer collects needs no address. */
function addressWarnings(facts: OrderFacts, plan: Plan): Warning[] {
  const isShipped = plan.steps.some(({ step, required }) => step === 'ship' && required);
  if (!isShipped) return [];
  const unknown = 'The order has no complete address to ship to: name and city are needed.';
  const lacks = lacksOf(plainAddress(facts)).filter(({ field }) => field !== 'city');
  return [
    ...(isEmpty(facts.ship_to_name) || isEmpty(facts.ship_city)
      ? [{ code: 'order.address-unknown', message: unknown, pointer: '/ship_to_name' }]
      : []),
    ...lacks.map(({ field, why }) => ({
      code: 'order.address-incomplete',
      message: `${why}.`,
      pointer: `/ship_${field}`,
    })),
  ];
}
