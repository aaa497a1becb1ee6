import type { Rule } from './pattern.ts';

/** What the service says to the forms of Setup. */

const records: Readonly<Record<string, string>> = {
  location: 'Lagerplatz',
  inventory: 'Bestand',
  'inventory movement': 'Bewegung von Bestand',
  'sales order': 'Auftrag',
  salesorder: 'Auftrag',
  carton: 'Karton',
  user: 'Benutzer',
  site: 'Standort',
  pick: 'Kommissionierung',
  pack: 'Packliste',
  ship: 'Versand',
  quote: 'Angebot',
  carrier: 'Frachtführer',
  'carrier service level': 'Versandart',
  'service level': 'Versandart',
  'carton type': 'Kartontyp',
};
const entries: Readonly<Record<string, string>> = {
  Rule: 'Die Regel',
  Carrier: 'Der Frachtführer',
  Workflow: 'Der Workflow',
  Schedule: 'Der Zeitplan',
  Printer: 'Der Drucker',
};
const record = (name = '') => records[name] ?? name;

export const setup: readonly Rule[] = [
  [
    /^Other records \((.+)\) refer to it, so it cannot be deleted\.$/,
    (name) => `Anderes verweist noch darauf (${record(name)}), deshalb lässt es sich nicht löschen.`,
  ],
  [
    /^There is no (location|carrier|service level|carton type|site) (\d+)\.$/,
    (name, id) => `${record(name)} ${id} gibt es nicht.`,
  ],
  [/^The record was changed after you read it\.$/, () => 'Das wurde geändert, nachdem Sie es gelesen haben.'],
  [/^Read it again and repeat the change\.$/, () => 'Lesen Sie es neu, und ändern Sie es noch einmal.'],
  [/^must be a time zone such as Europe\/Berlin(?:.*)$/, () => 'muss eine Zeitzone sein, zum Beispiel Europe/Berlin'],
  [/^must be a whole number(?:.*)$/, () => 'muss eine ganze Zahl sein'],
  [
    /^may have (\d+) characters at most; it has (\d+)$/,
    (most, has) => `darf höchstens ${most} Zeichen haben; es hat ${has}`,
  ],
  [/^is required, because you have no current site$/, () => 'wird gebraucht, weil Sie an keinem Standort sind'],
  [
    /^Site (.+) has the moving location (.+) \(id (\d+)\) already, and a site has one\.$/,
    (site, name) => `${site} hat schon den Bewegungsplatz ${name}, und ein Standort hat nur einen.`,
  ],
  [
    /^Change its name, or deactivate it first\.$/,
    () => 'Ändern Sie dessen Namen, oder nehmen Sie ihn erst außer Gebrauch.',
  ],
  [
    /^(.+) holds goods of (.+): it cannot be deactivated until they are picked up or given back\.$/,
    (name) => `Auf ${name} steht Ware von Aufträgen: bis sie abgeholt oder zurückgelegt ist, bleibt er in Gebrauch.`,
  ],
  [
    /^(Rule|Carrier|Workflow|Schedule|Printer) "(.+)" is gone\.$/,
    (kind, name) => `${entries[kind ?? '']} „${name}“ ist weg.`,
  ],
  [
    /^(Rule|Carrier|Workflow|Schedule|Printer) "(.+?)" is new: (.+)\.$/s,
    (kind, name, what) => `${entries[kind ?? '']} „${name}“ ist neu: ${what}.`,
  ],
  [
    /^(Rule|Carrier|Workflow|Schedule|Printer) "(.+?)" changed: (.+)\.$/s,
    (kind, name, what) => `${entries[kind ?? '']} „${name}“ ist anders: ${what}.`,
  ],
  [/^The order of the rules changed\.$/, () => 'Die Reihenfolge der Regeln ist anders.'],
  [/^The operators' file does not allow this\.$/, () => 'Die Datei der Betreiber erlaubt das nicht.'],
  [
    /^Write "(.+)" into it and reload it, or download the edited text\.$/,
    (line) => `Schreiben Sie „${line}“ hinein und lesen Sie sie neu, oder laden Sie den geänderten Text herunter.`,
  ],
  [/^Nothing has changed\.$/, () => 'Es hat sich nichts geändert.'],
  [
    /^Site (.+) has no active storage location: make one with POST \/location\.$/,
    (site) => `${site} hat keinen Lagerplatz in Gebrauch.`,
  ],
];
