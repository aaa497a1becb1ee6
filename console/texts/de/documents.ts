import type { Texts } from '../en.ts';

/** The texts of the documents of an order in German. */
export const documents: Texts['documents'] = {
  title: 'Belege',
  none: 'Für diesen Auftrag wurde nichts gedruckt.',
  kinds: {
    picklist: 'Kommissionierliste',
    packingslip: 'Lieferschein',
    cartonlabel: 'Kartonetikett',
    locationlabel: 'Lagerplatzetiketten',
    badge: 'Ausweise',
    commandsheet: 'Befehlscodes',
    returnslip: 'Retourenschein',
  },
  print: {
    picklist: 'Kommissionierlisten drucken',
    packingslip: 'Lieferscheine drucken',
    cartonlabel: 'Kartonetiketten drucken',
  },
  printTitle: 'Erstellt Belege mit dem Inhalt dieses Augenblicks und öffnet sie',
  document: 'Beleg',
  made: 'Erstellt',
  by: 'Von',
  again: 'Neu drucken',
  againTitle: 'Erstellt einen weiteren Beleg aus den jetzigen Daten und öffnet ihn',
  all: 'Alle als eine PDF öffnen',
  opens: 'öffnet sich in einem neuen Tab',
  missing: {
    title: 'Der Schrift fehlen Buchstaben',
    letters: (of, text, letters) => `${of}: kein ${letters} in „${text}“`,
    way: 'Auf dem Papier stehen dort Kästchen. Wer die Konfiguration pflegt, kann eine Schrift mit diesen Buchstaben einstellen: documents.font.',
  },
};
