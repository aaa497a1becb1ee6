import type { Texts } from '../en.ts';

/** The search of a list in German. */
export const search: Texts['search'] = {
  hint: 'Eine Nummer, ein Name oder ein Ausdruck wie  state = "attention" && total > 100',
  failed: 'Die Namen zum Vervollständigen waren nicht zu lesen. Die Suche selbst geht.',
  relation: 'Beziehung',
  types: {
    integer: 'Zahl',
    decimal: 'Zahl',
    text: 'Text',
    boolean: 'true oder false',
    timestamp: 'Zeit',
    date: 'Datum',
    json: 'Werte nach Namen',
  },
  recently: (days: number) => (days === 0 ? 'dieser Moment' : `vor ${days} ${days === 1 ? 'Tag' : 'Tagen'}`),
};
