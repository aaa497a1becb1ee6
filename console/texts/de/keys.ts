import type { Texts } from '../en.ts';

export const keys: Texts['keys'] = {
  title: 'Tasten',
  everywhere: 'Auf allen Seiten',
  here: 'Auf dieser Seite',
  palette: 'Seiten, Aufträge und Befehle suchen',
  search: 'Aufträge suchen',
  help: 'Die Tasten zeigen',
  close: 'Schließen',
  go: (page) => `Zu ${page}`,
  followedBy: 'dann',
};
