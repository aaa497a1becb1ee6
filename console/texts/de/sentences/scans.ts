import { type Rule, state } from './pattern.ts';

/** What the service says about a scanned code, in German. */

const kinds: Readonly<Record<string, string>> = {
  part: 'der Artikel',
  location: 'der Platz',
  carton: 'der Karton',
  pallet: 'die Palette',
  pick: 'der Pick',
  pack: 'die Packliste',
  ship: 'der Versand',
  pickup: 'die Abholung',
  order: 'der Auftrag',
  carrier: 'der Frachtführer',
  user: 'der Benutzer',
};
const kind = (name = '') => kinds[name] ?? name;

/** "3 of A-100, 2 of B-200 and 4 more" */
const quantities = (text = '') =>
  text
    .replace(/ and (\d+) more$/, ' und $1 weitere')
    .split(', ')
    .map((each) => each.replace(/^(\S+) of (.+)$/, '$1 × $2'))
    .join(', ');
const names = (text = '') => text.replace(/ and (\d+) more$/, ' und $1 weitere');
/** The end of a sentence: " at A-2, A-10" */
const at = (places?: string) => (places ? ` auf ${names(places)}` : '');
/** The end of a sentence: " of orders S-1, S-2" */
const of = (orders?: string) => (orders ? ` mit ${names(orders)}` : '');

const inLists: readonly Rule[] = [
  [
    /^This is (part|location|carton|pallet|pick|pack|ship|pickup|order|carrier|user) (.+)\.$/,
    (name, label) => `Das ist ${kind(name)} ${label}.`,
  ],
  [/^No record has the code (.+)\.$/, (code) => `Den Code ${code} hat hier nichts.`],
  [
    /^(Pick|Pack|Ship) (\S+) is (Open|Finished|Void)\.$/,
    (name, label, is) => `${kind(name?.toLowerCase())} ${label} ist ${state(is)}.`,
  ],
  [/^Everything of the pick is picked\.$/, () => 'Alles von diesem Pick ist gepickt.'],
  [/^The pick asks for (.+?)(?: at (.+))?\.$/, (part, places) => `Gebraucht wird ${part}${at(places)}.`],
  [/^Everything is in cartons\.$/, () => 'Alles ist in Kartons.'],
  [/^To pack: (.+)\.$/, (parts) => `Zu packen: ${quantities(parts)}.`],
  [/^Everything at (.+) is picked\.$/, (place) => `Auf ${place} ist alles gepickt.`],
  [/^All of (.+) is picked\.$/, (part) => `Von ${part} ist alles gepickt.`],
  [/^All of (.+) is in cartons\.$/, (part) => `Von ${part} ist alles in Kartons.`],
  [
    /^(Lot|Serial number) (.+) of (.+) is not(?: at (.+))?\.$/,
    (unit, value, part, places) =>
      `${unit === 'Lot' ? 'Die Charge' : 'Die Seriennummer'} ${value} von ${part} liegt nicht${at(places) || ' bereit'}.`,
  ],
  [
    /^One scan counts (\S+) of (.+), and the pick asks for (\S+?)(?: at (.+))?\.$/,
    (units, part, wanted, places) => `Ein Scan zählt ${units} von ${part}; gebraucht werden ${wanted}${at(places)}.`,
  ],
  [
    /^One scan counts (\S+) of (.+), and (\S+) of .+ (?:is|are) to pack\.$/,
    (units, part, loose) => `Ein Scan zählt ${units} von ${part}; zu packen sind ${loose}.`,
  ],
  [
    /^Carton (.+) is of pack (.+), and not of (.+)\.$/,
    (label, other, own) => `Karton ${label} gehört zur Packliste ${other} und nicht zu ${own}.`,
  ],
  [/^Carton (.+) is (Open|Closed|Void|Locked)\.$/, (label, is) => `Karton ${label} ist ${state(is)}.`],
  [
    /^(?:Lot (.+) of )?(.+) expired on (\S+)\.$/,
    (lot, part, day) => `${lot ? `Charge ${lot} von ${part}` : part} ist am ${day} abgelaufen.`,
  ],
  [/^(.+) is tracked by lot: scan the lot\.$/, (part) => `${part} hat Chargen: scannen Sie die Charge.`],
  [
    /^(.+) is tracked by serial number: scan the serial number\.$/,
    (part) => `${part} hat Seriennummern: scannen Sie die Seriennummer.`,
  ],
];

const atDepartures: readonly Rule[] = [
  [/^Order (.+) is void\.$/, (order) => `Auftrag ${order} ist storniert.`],
  [
    /^Order (.+) is( not)? on (pick|pack|ship|pickup) (\S+)\.$/,
    (order, not, name, list) => `Auftrag ${order} ist ${not ? 'nicht ' : ''}auf: ${kind(name)} ${list}.`,
  ],
  [/^Ship (\S+) takes its own cartons\.$/, (ship) => `Versand ${ship} nimmt nur seine eigenen Kartons.`],
  [/^Pickup (\S+) has other cartons\.$/, (pickup) => `Abholung ${pickup} hat andere Kartons.`],
  [
    /^(.+) takes cartons and orders that are ready for pickup\.$/,
    (carrier) => `${carrier === 'The carrier' ? 'Der Frachtführer' : carrier} nimmt, was zur Abholung bereit ist.`,
  ],
  [
    /^Carton (.+) is on (?:ship (\S+)|another ship)\.$/,
    (carton, ship) => `Karton ${carton} ist ${ship ? `auf Versand ${ship}` : 'auf einem anderen Versand'}.`,
  ],
  [
    /^Carton (.+?)(?: of orders? (.+))? is on no ship\.$/,
    (carton, orders) => `Karton ${carton}${of(orders)} ist auf keinem Versand.`,
  ],
  [
    /^Carton (.+?)(?: of orders? (.+))? is not picked up\.$/,
    (carton, orders) => `Karton ${carton}${of(orders)} ist nicht abgeholt.`,
  ],
  [
    /^Carton (.+) (?:left with|was picked up)(?: (?:with |pickup )?(\S+?)| another pickup)?\.$/,
    (carton, pickup) => `Karton ${carton} ist schon abgeholt${pickup ? ` (${pickup})` : ''}.`,
  ],
  [
    /^Carton (.+?)(?: of orders? (.+))? is not ready for pickup: it has to be shipped first\.$/,
    (carton, orders) => `Karton ${carton}${of(orders)} ist nicht bereit: er muss erst versendet werden.`,
  ],
  [
    /^(Carton|Order) of another carrier: (.+?)(?: goes with (.+?))?(?:,? and not with (.+)| does not go with (.+)| is not of this one)?\.$/,
    (what, label, other, not, own) =>
      `${what === 'Carton' ? 'Karton' : 'Auftrag'} eines anderen Frachtführers: ${label}${other ? ` geht mit ${other}` : ''}${
        (not ?? own) ? `${other ? ', ' : ' geht '}nicht mit ${not ?? own}` : ''
      }.`,
  ],
  [
    /^Order (.+) is on hold(?:: (.+))?\.$/s,
    (order, reason) => `Auftrag ${order} ist angehalten${reason ? `: ${reason}` : ''}.`,
  ],
  [
    /^Order (.+) has (\d+) cartons? ready: scan each carton\.$/,
    (order, count) =>
      `Von Auftrag ${order} ${count === '1' ? 'ist 1 Karton' : `sind ${count} Kartons`} bereit: scannen Sie jeden.`,
  ],
  [
    /^Nothing of order (.+) is ready for pickup: it is (.+)\.$/,
    (order, is) => `Von Auftrag ${order} ist nichts zur Abholung bereit: er ist ${state(is)}.`,
  ],
];

const discrepancies: readonly Rule[] = [
  [
    /^Pickline (\d+) is committed, or has no place\. To report its units, give it back first: .+$/,
    (line) =>
      `Die Zeile ${line} ist schon gepickt oder hat keinen Platz. Ihre Stücke lassen sich hier nicht mehr melden.`,
  ],
  [
    /^Only (\S+) of part (.+) are left to count for pickline \d+, and (\S+) are damaged\. Take back the count of the damaged units first\.$/,
    (left, part, damaged) =>
      `Von ${part} sind nur noch ${left} zu zählen, und ${damaged} sind beschädigt. Nehmen Sie zuerst die Zählung der beschädigten zurück.`,
  ],
];

export const scans: readonly Rule[] = [...inLists, ...atDepartures, ...discrepancies];
