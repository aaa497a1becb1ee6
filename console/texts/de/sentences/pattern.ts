type Values = readonly (string | undefined)[];

/** A sentence of the service with its places, and the same in German. */
export type Rule = readonly [pattern: RegExp, words: (...values: Values) => string];

const states: Readonly<Record<string, string>> = {
  Draft: 'ein Entwurf',
  Issued: 'freigegeben',
  'In Progress': 'in Arbeit',
  Fulfilled: 'erledigt',
  'Closed Short': 'vorzeitig beendet',
  Void: 'storniert',
  Open: 'offen',
  Closed: 'geschlossen',
  Finished: 'beendet',
  Done: 'erledigt',
  Running: 'unterwegs',
  Paused: 'angehalten',
  Canceled: 'abgebrochen',
};
/** Returns a state in German, as a word of a sentence. */
export const state = (name = ''): string => states[name] ?? name;
