import type { Texts } from '../en.ts';

const number = (count: number) => count.toLocaleString('de');

export const selection: Texts['selection'] = {
  row: (order) => `Auftrag ${order} auswählen`,
  loaded: 'Die sichtbaren Aufträge auswählen',
  selected: (count) => `${number(count)} ausgewählt`,
  all: (total) => `Alle ${number(total)} passenden auswählen`,
  clear: 'Auswahl aufheben',
  more: 'Mehr',
};
