import type { BulkRunPageTexts } from './en.ts';

const number = (count: number) => count.toLocaleString('de');

/** The pages of bulk runs in German. */
export const bulkRunPages: BulkRunPageTexts = {
  newTitle: 'Neuer Sammellauf',
  action: 'Aktion',
  which:
    'Schreiben Sie, für welche Aufträge der Lauf ist: Wörter, oder ein Ausdruck wie state = "attention". Der Ausdruck id > 0 sind alle Aufträge.',
  counting: 'Wird gezählt …',
  matching: (count: number, isAtLeast: boolean) =>
    `${isAtLeast ? 'Mindestens ' : ''}${number(count)} ${count === 1 ? 'Auftrag passt' : 'Aufträge passen'} jetzt. Der Lauf nimmt die, die bei seinem Start passen.`,
  noRights: 'Sie dürfen keinen Lauf starten: jede Aktion braucht ihre Berechtigung, etwa salesorder.issue.',
  rate: 'Höchstens Aufträge in der Sekunde',
  setRate: 'Setzen',
  byCode: 'Nach dem Grund',
  pdf: 'Alle Dokumente als ein PDF',
};
