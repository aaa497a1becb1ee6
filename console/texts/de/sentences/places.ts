/** What can be at a place of a sentence, and how German says it. */
export interface Place {
  readonly pattern: string;
  readonly words: (english: string) => string;
}

type Words = Readonly<Record<string, string>>;

const asItIs = (english: string) => english;

/** One of these words, and nothing else. A capital at the start of a sentence is the same word. */
function oneOf(words: Words): Place {
  const known = Object.keys(words).flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]);
  return {
    pattern: known.join('|'),
    words: (english) => words[english] ?? words[english.charAt(0).toLowerCase() + english.slice(1)] ?? english,
  };
}

/** Any text; these words are German in it. */
const mostly = (words: Words): Place => ({ pattern: '.+?', words: (english) => words[english] ?? english });

/** "A, B and 4 more", "A and B" */
function names(text: string): string {
  const german = text.replaceAll(' and ', ' und ');
  return german.endsWith(' more') ? `${german.slice(0, -' more'.length)} weitere` : german;
}

/** "3 of part A, 2 of B and 4 more" */
function quantities(text: string): string {
  const each = names(text).split(', ');
  return each.map((one) => one.replace(' of part ', ' × ').replace(' of ', ' × ')).join(', ');
}

function moment(iso: string): string {
  if (Number.isNaN(Date.parse(iso))) return iso;
  return new Intl.DateTimeFormat('de', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));
}

function day(iso: string): string {
  if (Number.isNaN(Date.parse(iso))) return iso;
  return new Intl.DateTimeFormat('de', { dateStyle: 'short', timeZone: 'UTC' }).format(new Date(iso));
}

const steps: Words = {
  issue: 'die Freigabe',
  pick: 'die Kommissionierung',
  pack: 'das Verpacken',
  ship: 'der Versand',
  pickup: 'die Abholung',
};
const lists: Words = { pick: 'Kommissionierung', pack: 'Packliste', ship: 'Versand' };
const kinds: Words = {
  part: 'der Artikel',
  location: 'der Platz',
  carton: 'der Karton',
  pallet: 'die Palette',
  pickup: 'die Abholung',
  pick: 'der Pick',
  pack: 'die Packliste',
  ship: 'der Versand',
  order: 'der Auftrag',
  carrier: 'der Frachtführer',
  user: 'der Benutzer',
};
const records: Words = {
  'inventory movement': 'Bewegung von Bestand',
  inventory: 'Bestand',
  location: 'Lagerplatz',
  'sales order': 'Auftrag',
  salesorder: 'Auftrag',
  carton: 'Karton',
  'carton type': 'Kartontyp',
  user: 'Benutzer',
  site: 'Standort',
  ...lists,
  quote: 'Angebot',
  carrier: 'Frachtführer',
  'carrier service level': 'Versandart',
  'service level': 'Versandart',
};
const claims: Words = {
  carrier: 'Spediteur',
  hold: 'Angehalten',
  priority: 'Priorität',
  'service level': 'Versandart',
  workflow: 'Ablauf',
  wave: 'Welle',
  note: 'Notiz',
  escalate: 'Braucht jemanden',
};
const planSteps: Words = { pick: 'Kommissionierung', pack: 'Verpacken', ship: 'Versand', pickup: 'Abholung' };

/** The kinds of places by name. */
export const places: Readonly<Record<string, Place>> = {
  word: { pattern: '\\S+?', words: asItIs },
  /** One of several waits. */
  wait: { pattern: '[^;]+?', words: asItIs },
  n: { pattern: '\\d+', words: asItIs },
  count: { pattern: '[\\d,]+', words: (text) => text.replaceAll(',', '.') },
  moment: { pattern: '\\S+', words: moment },
  /** "2026-04-23 08:00:00 UTC" */
  utc: { pattern: '\\S+ \\S+ UTC', words: (text) => moment(text.replace(' UTC', 'Z').replace(' ', 'T')) },
  day: { pattern: '\\S+', words: day },
  names: { pattern: '.+?', words: names },
  quantities: { pattern: '[^;]+?', words: quantities },
  state: oneOf({
    Draft: 'ein Entwurf',
    Issued: 'freigegeben',
    'In Progress': 'in Arbeit',
    Fulfilled: 'erledigt',
    'Closed Short': 'vorzeitig beendet',
    Void: 'storniert',
    Open: 'offen',
    Closed: 'geschlossen',
    Locked: 'gesperrt',
    Finished: 'beendet',
    Done: 'erledigt',
    Running: 'unterwegs',
    Paused: 'angehalten',
    Canceled: 'abgebrochen',
  }),
  step: oneOf(steps),
  /** A step that somebody does. */
  stepDone: oneOf({ ...steps, ship: 'den Versand' }),
  list: oneOf(lists),
  aList: oneOf({ pick: 'eine Kommissionierung', pack: 'eine Packliste', ship: 'einen Versand' }),
  kind: oneOf(kinds),
  record: mostly(records),
  knownRecord: oneOf(records),
  parcel: oneOf({ carton: 'Karton', order: 'Auftrag' }),
  move: oneOf({
    'lines, discounts and fees can be changed in a draft only':
      'Zeilen, Rabatte und Gebühren lassen sich nur in einem Entwurf ändern',
    'only drafts can be deleted': 'nur Entwürfe lassen sich löschen',
    "it can't be issued": 'er lässt sich nicht freigeben',
    "it can't go back to draft": 'er kann nicht zurück zum Entwurf',
    "it can't be worked on": 'an ihm kann niemand arbeiten',
    "it can't be closed short": 'er lässt sich nicht vorzeitig beenden',
    "it can't be voided": 'er lässt sich nicht stornieren',
    'there is nothing to hold': 'es gibt nichts anzuhalten',
    'there is no work to do for it': 'für ihn ist nichts zu tun',
    'there is nothing to skip': 'es gibt nichts, was entfallen könnte',
    'there is nothing to try again': 'es gibt nichts, was noch einmal zu versuchen wäre',
    'there is nothing to decide any more': 'es gibt nichts mehr zu entscheiden',
  }),
  /** "pick 3, then pack 4" */
  deletions: {
    pattern: '\\w+ \\d+(?:, then \\w+ \\d+)*',
    words: (text) =>
      text
        .split(', then ')
        .map((one) => one.split(' '))
        .map(([kind = '', id]) => `${lists[kind] ?? kind} ${id}`)
        .join(', dann '),
  },
  thenUnissue: oneOf({ ', then unissue it': ', und nehmen Sie ihn zurück zum Entwurf' }),
  end: oneOf({ 'void it': 'stornieren Sie ihn', 'close it short': 'beenden Sie ihn vorzeitig' }),
  goesOn: oneOf({
    'and the order goes on by itself': 'der Auftrag geht dann von selbst weiter',
    'which is reserved for the order': 'sie wird für den Auftrag reserviert',
  }),
  tracked: oneOf({ lot: 'Chargen', serial: 'Seriennummern' }),
  unit: oneOf({ lot: 'Die Charge', 'serial number': 'Die Seriennummer' }),
  toCarrier: mostly({ 'the carrier': 'den Frachtführer' }),
  theCarrier: mostly({ 'The carrier': 'Der Frachtführer' }),
  entry: oneOf({
    rule: 'Die Regel',
    carrier: 'Der Frachtführer',
    workflow: 'Der Workflow',
    schedule: 'Der Zeitplan',
    printer: 'Der Drucker',
  }),
  /** What two plans decide differently. */
  decision: oneOf({
    ...claims,
    ...planSteps,
    'pick not before': 'Kommissionierung frühestens',
    'pack not before': 'Verpacken frühestens',
    'ship not before': 'Versand frühestens',
    'pickup not before': 'Abholung frühestens',
    authorise: 'Genehmigung',
    authorised_by: 'Wer genehmigt',
    window: 'Frist',
    wait: 'Wartezeit',
    site: 'Standort',
    location: 'Lagerplatz',
    why: 'Grund',
    put_away: 'Einlagern auf',
    refused: 'Abgelehnt',
    service_level: 'Versandart',
    notes: 'Notizen',
    rules: 'Regeln',
    not_rules: 'nicht diese Regeln',
    'create pick': 'Kommissionierung anlegen',
    'start in carton': 'in einem Karton beginnen',
    'carton types': 'Kartonarten',
    'cartons per pallet': 'Kartons je Palette',
  }),
  decided: mostly({
    none: 'nichts',
    nothing: 'nichts',
    'none of them': 'keine davon',
    skipped: 'entfällt',
    required: 'wird gebraucht',
    automatic: 'automatisch',
    'by hand': 'von Hand',
    'as ordered': 'wie bestellt',
    yes: 'ja',
    no: 'nein',
  }),
  claim: oneOf(claims),
  planStep: oneOf(planSteps),
  by: oneOf({ automatic: 'automatisch', 'by hand': 'von Hand' }),
  /** What a rule is about. */
  subject: oneOf({ order: 'keinen Auftrag', return: 'keine Retoure', part: 'keinen Artikel' }),
  subjects: oneOf({ orders: 'Aufträge', returns: 'Retouren', parts: 'Artikel' }),
  ruleCondition: oneOf({ '`when` and not `unless`': '`when` und nicht `unless`', '`when`': '`when`' }),
  lacks: {
    pattern: 'no site has a|the site ".+?" has no',
    words: (text) =>
      text
        .replace('no site has a', 'kein Standort hat einen')
        .replace(/^the site (.+) has no$/, 'der Standort $1 hat keinen'),
  },
  /** A key or a rule of the operators' file. */
  source: { pattern: '.+', words: (text) => text.replace(/^rule /, 'Regel ') },
  /** "2 new, 1 changed" */
  caseChanges: {
    pattern: '[^.]+',
    words: (text) => text.replace(' new', ' neu').replace(' changed', ' geändert').replace(' gone', ' weg'),
  },
};

/**
 * Sentences of the service, and the same in German. `{order}` is a place for any text, `{is:state}` one for a word of the kind `state`.
 * A part in brackets may be absent: ` at {places}` in `The pick asks for {part}[ at {places}].` German leaves out the part whose place is empty.
 */
export type Sentences = Readonly<Record<string, string>>;
