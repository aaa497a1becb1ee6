import type { Texts } from '../en.ts';

export const board: Texts['board'] = {
  look: 'Ansicht',
  list: 'Liste',
  board: 'Tafel',
  label: 'Aufträge nach Schritt',
  columns: {
    drafts: 'Entwürfe',
    pick: 'Zu kommissionieren',
    pack: 'Zu verpacken',
    ship: 'Zu versenden',
    pickup: 'Abholbereit',
    attention: 'Zu klären',
    held: 'Angehalten',
  },
  none: 'Kein Auftrag',
  more: 'Mehr zeigen',
  inList: (count) => `Alle ${count.toLocaleString('de')} als Liste`,
  noCarrier: 'kein Frachtführer',
};
