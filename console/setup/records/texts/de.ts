import type { RecordTexts } from './en.ts';

/** German texts of the pages of all kinds of records. */
export const records: RecordTexts = {
  search: 'Suche',
  searchHint: 'Ein Name oder ein Ausdruck. Die Namen der Felder werden beim Tippen ergänzt.',
  noMatch: 'Nichts passt.',
  create: 'Anlegen',
  created: (name) => `${name} ist angelegt.`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  delete: 'Löschen',
  keep: 'Behalten',
  yes: 'ja',
  no: 'nein',
  nothing: 'nichts',
  theirs: (value) => `Jemand anders hat geschrieben: ${value}`,
  bothChanged: (fields) => `Jemand anders hat auch geändert: ${fields}`,
  decide: 'Es ist noch nichts gespeichert. Was dort jetzt steht, sehen Sie unter den Feldern.',
  keepMine: 'Meine Eingaben behalten',
  takeTheirs: 'Deren Werte übernehmen',
  othersChanged: (fields) => `Jemand anders hat geändert: ${fields}`,
  shownNow: 'Das Formular zeigt es. Ihre Eingaben sind noch da und noch nicht gespeichert.',
  outdated: 'Jemand anders hat etwas geändert',
  saveAgain: 'Von Ihnen ist noch nichts gespeichert. Speichern Sie noch einmal.',
  events: { created: 'Angelegt', modified: 'Geändert', deleted: 'Gelöscht' },
};
