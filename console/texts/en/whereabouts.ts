import type { Whereabouts } from '../order-state.ts';

/** Where an order is, in the words of a warehouse in English: beside its state in lists, and on the tiles of Today. */

const byHand: Readonly<Record<string, string>> = {
  pick: 'pick by hand',
  pack: 'pack by hand',
  ship: 'ship by hand',
  pickup: 'ready for pickup',
};

const doing: Readonly<Record<string, string>> = {
  issue: 'issuing',
  pick: 'picking',
  pack: 'packing',
  ship: 'shipping',
  pickup: 'pickup',
};

/** Causes of attention, by the code of the service. Plugins and rules may have further ones. */
const causes: Readonly<Record<string, string>> = {
  'carrier.refused': 'carrier refused',
  'carrier.unavailable': 'carrier does not answer',
  'carrier.unknown': 'carrier cannot be asked',
  'carrier.no-cartons': 'nothing is in cartons',
  'carrier.relabel': 'a label is booked again',
  'carrier.plugin-defect': 'fault in the plugin of the carrier',
  'carrier.plugin-failed': 'fault in the plugin of the carrier',
  'issue.gave-up': 'could not be issued in time',
  'step.overdue': 'step is overdue',
  'rule.escalated': 'reported by a rule',
  'autowork.canceled': 'work of Conveyor was canceled',
  'engine.canceled': 'workflow was canceled',
  'engine.gone': 'workflow is missing',
  'engine.restored': 'database was restored',
  'stock.short': 'not enough stock',
  'order.warnings': 'warnings of the issue',
};

function waiting(step: string | null, reason: string | null): string {
  const then = doing[step ?? ''] ?? step ?? '';
  switch (reason) {
    case 'hand':
      return byHand[step ?? ''] ?? `${then} by hand`;
    case 'draft':
      return 'draft';
    case 'issue':
      return 'draft, issued when possible';
    case 'stock':
      return step === 'issue' ? 'stock for a draft' : `stock for ${then}`;
    case 'cartons':
      return 'other orders in the same cartons';
    case 'date':
      return `date of ${then}`;
    default:
      return [then, reason].filter(Boolean).join(', ');
  }
}

/** Returns the words; empty where the state says all. */
export function whereabouts({ state, step, reason }: Whereabouts): string {
  const then = doing[step ?? ''] ?? step;
  switch (state) {
    case 'waiting':
      return waiting(step, reason);
    case 'attention':
      // A carrier books at one step alone.
      return [causes[reason ?? ''] ?? reason, !reason?.startsWith('carrier.') && then].filter(Boolean).join(', ');
    case 'held':
      return then ? `before ${then}` : 'draft';
    case 'working':
      return then ?? '';
    case 'done':
      return '';
  }
}
