import type { Whereabouts } from '../order-state.ts';

/** Where an order is, in the words of a warehouse in German: beside its state in lists, and on the tiles of Today. */

const byHand: Readonly<Record<string, string>> = {
  pick: 'von Hand kommissionieren',
  pack: 'von Hand verpacken',
  ship: 'von Hand versenden',
  pickup: 'abholbereit',
};

const doing: Readonly<Record<string, string>> = {
  issue: 'Freigabe',
  pick: 'Kommissionierung',
  pack: 'Verpacken',
  ship: 'Versand',
  pickup: 'Abholung',
};

const causes: Readonly<Record<string, string>> = {
  'carrier.refused': 'Frachtführer lehnt ab',
  'carrier.unavailable': 'Frachtführer antwortet nicht',
  'carrier.unknown': 'Frachtführer ist nicht zu fragen',
  'carrier.no-cartons': 'nichts ist in Kartons',
  'carrier.relabel': 'ein Etikett wird neu gebucht',
  'carrier.plugin-defect': 'Fehler im Plugin des Frachtführers',
  'carrier.plugin-failed': 'Fehler im Plugin des Frachtführers',
  'issue.gave-up': 'nicht rechtzeitig freigegeben',
  'step.overdue': 'Schritt ist überfällig',
  'rule.escalated': 'von einer Regel gemeldet',
  'autowork.canceled': 'Arbeit von Conveyor wurde abgebrochen',
  'engine.canceled': 'Workflow wurde abgebrochen',
  'engine.gone': 'Workflow fehlt',
  'engine.restored': 'Datenbank wurde zurückgesetzt',
  'stock.short': 'Ware fehlt',
  'order.warnings': 'etwas spricht gegen die Freigabe',
};

function waiting(step: string | null, reason: string | null): string {
  const then = doing[step ?? ''] ?? step ?? '';
  switch (reason) {
    case 'hand':
      return byHand[step ?? ''] ?? `${then} von Hand`;
    case 'draft':
      return 'Entwurf';
    case 'issue':
      return 'Entwurf, Freigabe sobald möglich';
    case 'stock':
      return step === 'issue' ? 'Ware fehlt, Entwurf' : 'Ware fehlt';
    case 'cartons':
      return 'andere Aufträge in denselben Kartons';
    case 'date':
      return `Termin, ${then}`;
    default:
      return [then, reason].filter(Boolean).join(', ');
  }
}

export function whereabouts({ state, step, reason }: Whereabouts): string {
  const then = doing[step ?? ''] ?? step;
  switch (state) {
    case 'waiting':
      return waiting(step, reason);
    case 'attention':
      // A carrier books at one step alone.
      return [causes[reason ?? ''] ?? reason, !reason?.startsWith('carrier.') && then].filter(Boolean).join(', ');
    case 'held':
      return then ? `vor ${then}` : 'Entwurf';
    case 'working':
      return then ?? '';
    case 'done':
      return '';
  }
}
