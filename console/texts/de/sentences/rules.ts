import type { Rule } from './pattern.ts';

/** What the service says about texts of rules and about plans. Names of rules, files and values stay as somebody wrote them. */

const names: Readonly<Record<string, string>> = {
  pick: 'Kommissionierung',
  pack: 'Verpacken',
  ship: 'Versand',
  pickup: 'Abholung',
  carrier: 'Spediteur',
  refused: 'Abgelehnt',
  hold: 'Angehalten',
  priority: 'Priorität',
  'service level': 'Versandart',
  service_level: 'Versandart',
  workflow: 'Ablauf',
  wave: 'Welle',
  note: 'Notiz',
  notes: 'Notizen',
  rules: 'Regeln',
  not_rules: 'nicht diese Regeln',
  escalate: 'Braucht jemanden',
  'create pick': 'Kommissionierung anlegen',
  'start in carton': 'in einem Karton beginnen',
  'carton types': 'Kartonarten',
  'cartons per pallet': 'Kartons je Palette',
};
const values: Readonly<Record<string, string>> = {
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
};
const name = (text = '') =>
  names[text] ?? text.replace(/^(pick|pack|ship|pickup) not before$/, (_, of) => `${names[of]} frühestens`);
const value = (text = '') => values[text] ?? text;
const step = (text = '') => names[text] ?? text;
const isKnown = (text = '') => text in names || / not before$/.test(text);

const findings: readonly Rule[] = [
  [
    /^("[\s\S]+") can never fire: no order matches (`.+)$/,
    (rule, what) => `${rule} trifft nie zu: auf keinen Auftrag passt ${what?.replace(' and not ', ' und nicht ')}`,
  ],
  [
    /^("[\s\S]+") can never fire: ("[\s\S]+" \(\S+:\d+\)) holds for the same orders, and only the first applies$/,
    (rule, other) => `${rule} trifft nie zu: ${other} gilt für dieselben Aufträge, und nur die erste zählt`,
  ],
  [
    /^("[\s\S]+") has no effect with (.+): ("[\s\S]+" \(\S+:\d+\)) holds for the same orders, comes first and decides (".+")$/,
    (rule, what, other, decides) =>
      `${rule} bewirkt nichts mit ${what?.replaceAll(' and ', ' und ')}: ${other} gilt für dieselben Aufträge, kommt zuerst und entscheidet ${decides}`,
  ],
  [
    /^("[\s\S]+") changes nothing: ("[\s\S]+" \(\S+:\d+\)) holds? for the same orders and decided it before$/,
    (rule, others) => `${rule} ändert nichts: ${others} gilt für dieselben Aufträge und hat es vorher entschieden`,
  ],
];

const differences: readonly Rule[] = [
  [
    /^([a-z_ ]+): expected (.+), is (.+)$/,
    (what, expected, is) => (isKnown(what) ? `${name(what)}: erwartet ${value(expected)}, ist ${value(is)}` : ''),
  ],
  [
    /^([a-z_ ]+): (.+) → (.+)$/,
    (what, before, after) => (isKnown(what) ? `${name(what)}: ${value(before)} → ${value(after)}` : ''),
  ],
  [/^require (pick|pack|ship|pickup)$/, (which) => `${step(which)} wird gebraucht`],
  [/^skip (pack|ship)$/, (which) => `${step(which)} entfällt`],
  [/^(pick|pack|ship|pickup) (automatic|by hand)$/, (which, who) => `${step(which)} ${value(who)}`],
  [/^forbid automatic (pick|pack|ship|pickup)$/, (which) => `${step(which)} nicht automatisch`],
  [/^allow automatic (pick|pack|ship|pickup)$/, (which) => `${step(which)} darf automatisch sein`],
  [/^(hold|priority|carrier|service level|workflow|wave|note|escalate): (.+)$/, (what, is) => `${name(what)}: ${is}`],
];

const changes: readonly Rule[] = [
  [/^Rule ("[\s\S]+") is new: ([\s\S]+)\.$/, (rule, members) => `Regel ${rule} ist neu: ${members}.`],
  [/^Rule ("[\s\S]+") changed: ([\s\S]+)\.$/, (rule, members) => `Regel ${rule} ist geändert: ${members}.`],
  [/^The order of the rules changed\.$/, () => 'Die Reihenfolge der Regeln ist geändert.'],
  [
    /^Test cases: (.+)\.$/,
    (counts) =>
      `Fälle: ${counts
        ?.replace(/new/, 'neu')
        .replace(/changed/, 'geändert')
        .replace(/gone/, 'weg')}.`,
  ],
];

const calls: readonly Rule[] = [
  [
    /^([\d,]+) of ([\d,]+) orders would have another plan\.$/,
    (changed, all) => `${grouped(changed)} von ${grouped(all)} Aufträgen hätten einen anderen Plan.`,
  ],
  [
    /^The service cannot write (.+)\. Download the edited text, and write it there\.$/,
    (path) => `Der Dienst kann ${path} nicht schreiben. Laden Sie den Text herunter, und schreiben Sie ihn dorthin.`,
  ],
  [
    /^The operators' file does not allow this\. Write (".+") into it and reload it, or download the edited text\.$/,
    (entry) =>
      `Die Datei der Betreiber erlaubt das nicht. Schreiben Sie ${entry} hinein, und lesen Sie sie neu, oder laden Sie den Text herunter.`,
  ],
  [
    /^Rule set (\w+) is active, and the edited text began from (\w+)\. Compare the text with the newer one \(GET \/config\/files\), and send it with that hash\.$/,
    (active, began) =>
      `Es gelten die Regeln ${active}, und Ihr Text begann mit ${began}. Vergleichen Sie ihn mit dem neueren Text.`,
  ],
  [
    /^Changes of (.+) are not active\. Activate them by a reload, or undo them, first\.$/,
    (files) => `Änderungen in ${files} gelten noch nicht. Lassen Sie sie erst gelten, oder nehmen Sie sie zurück.`,
  ],
];
const grouped = (text = '') => text.replaceAll(',', '.');

export const rules: readonly Rule[] = [...findings, ...changes, ...differences, ...calls];
