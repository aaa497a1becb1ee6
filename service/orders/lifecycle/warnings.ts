import type { Plan } from '../../../planning/plan.ts';
import type { OrderFacts } from '../../../plugins/facts.ts';
import type { Concern } from '../planning/facts.ts';

/** Something a person should know before an order is issued; the answer 428 lists them (design page §1). */
export interface Warning {
  code: string;
  message: string;
  pointer: string;
}

/** What the shortage of a part is. */
export interface Shortage {
  line_id: number;
  part: string;
  qty: string;
  short: string;
}

/** Everything that speaks against issuing an order as it stands, with the plan it would get. */
export function warningsOf(
  facts: OrderFacts,
  plan: Plan,
  concerns: readonly Concern[],
  holdReason: string | null,
  shortages: readonly Shortage[],
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, pointer: string) => warnings.push({ code, message, pointer });
  const line = (id: number) => `/lines/${facts.lines.findIndex((l) => l.id === id)}`;

  if (holdReason !== null) warn('order.held', `The order is on hold: ${holdReason}`, '/held_at');
  if (facts.lines.length === 0) warn('order.no-lines', 'The order has no lines.', '/lines');
  // What the customer collects goes to no address.
  const shipped = plan.steps.some(({ step, required }) => step === 'ship' && required);
  if (shipped && (!facts.ship_to_name || !facts.ship_city)) {
    warn(
      'order.address-unknown',
      'The order has no complete address to ship to: name and city are needed.',
      '/ship_to_name',
    );
  }
  for (const { line_id, part, inactive } of concerns) {
    for (const number of inactive) {
      const which = number === part ? number : `${number}, which ${part} comes to,`;
      warn('part.inactive', `Part ${which} is no longer active.`, `${line(line_id)}/part_id`);
    }
  }
  for (const { line_id, part, hollow } of concerns) {
    if (!hollow) continue;
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
