import { type Rule, state } from './pattern.ts';
import { people } from './people.ts';
import { rules as ofRules } from './rules.ts';
import { scans } from './scans.ts';
import { schedules } from './schedules.ts';
import { setup } from './setup.ts';
import { webhooks } from './webhooks.ts';

/**
 * The sentences of the service in German, by their English form with its places, as other programs keep catalogues by the source text.
 * A sentence that is not here stays English on the page, and is marked so.
 */

const steps: Readonly<Record<string, string>> = {
  issue: 'die Freigabe',
  pick: 'die Kommissionierung',
  pack: 'das Verpacken',
  ship: 'der Versand',
  pickup: 'die Abholung',
};
const step = (name = '') => steps[name] ?? name;
const lists: Readonly<Record<string, string>> = { pick: 'Kommissionierung', pack: 'Packliste', ship: 'Versand' };
const list = (name = '') => lists[name.toLowerCase()] ?? name;

const moves: Readonly<Record<string, string>> = {
  'lines, discounts and fees can be changed in a draft only':
    'Zeilen, Rabatte und Gebühren lassen sich nur in einem Entwurf ändern',
  'only drafts can be deleted': 'nur Entwürfe lassen sich löschen',
  "it can't be issued": 'er lässt sich nicht freigeben',
  "it can't go back to draft": 'er kann nicht zurück zum Entwurf',
  "it can't be worked on": 'an ihm kann niemand arbeiten',
  "it can't be closed short": 'er lässt sich nicht vorzeitig beenden',
  "it can't be voided": 'er lässt sich nicht stornieren',
  'there is nothing to hold': 'es gibt nichts anzuhalten',
  'there is nothing to release': 'es gibt nichts, was weiterlaufen könnte',
  'there is no work to do for it': 'für ihn ist nichts zu tun',
  'there is nothing to skip': 'es gibt nichts, was entfallen könnte',
  'there is nothing to try again': 'es gibt nichts, was noch einmal zu versuchen wäre',
  'there is nothing to decide any more': 'es gibt nichts mehr zu entscheiden',
};

const moment = (iso = '') =>
  Number.isNaN(Date.parse(iso))
    ? iso
    : new Intl.DateTimeFormat('de', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso));

/** "5 of part A, 2 of part B" as a list of parts. */
const parts = (text = '') =>
  text
    .split(', ')
    .map((each) => each.replace(/^(\S+) of part (.+)$/, '$1 × $2'))
    .join(', ');

const waits: readonly Rule[] = [
  [/^stock: (Of part .+)$/, (rest) => sentence(rest ?? '') ?? rest ?? ''],
  [
    /^stock: (.+?)(?:; autowork (\d+), for (.+), then continues)?$/,
    (short, work, person) =>
      `Es fehlen: ${parts(short)}${work ? `. Danach geht die Arbeit weiter, die ${person} an Conveyor gegeben hat (${work})` : ''}`,
  ],
  [/^(pick|pack|ship|pickup) by hand$/, (name) => `${step(name)} von Hand`],
  [/^(pick|pack|ship|pickup) not before (\S+)$/, (name, time) => `${step(name)} nicht vor ${moment(time)}`],
  [
    /^the ship step of order (.+), which has something in the same cartons$/,
    (orders) => `Auf den Versand von Auftrag ${orders}, der etwas in denselben Kartons hat`,
  ],
  [/^autowork (\d+), for (.+)$/, (id, person) => `auf die Arbeit ${id}, die ${person} an Conveyor gegeben hat`],
  [/^the engine$/, () => 'auf Conveyor'],
  [
    /^the engine: the workflow of the order was (\S+?)(?:, and starts again at (\S+))?$/,
    (how, time) =>
      `Der Workflow des Auftrags ist zu Ende (${how})${time ? ` und beginnt wieder um ${moment(time)}` : ''}`,
  ],
  [/^the date (\S+)$/, (time) => `auf den Termin ${moment(time)}`],
  [/^Booking with (.+): (.+), attempt (\d+), next now$/, (name, why, times) => booking(name, why, times, 'gleich')],
  [
    /^Booking with (.+): (.+), attempt (\d+), next in (\d+) s(?:; then (\w+) by hand)?$/,
    (name, why, times, seconds, by) =>
      booking(name, why, times, `in ${seconds} s`) + (by ? `; dann ${step(by)} von Hand` : ''),
  ],
];

const booking = (carrier = '', why = '', attempt = '', next = '') =>
  `Buchung bei ${carrier}: ${why}, Versuch ${attempt}, der nächste ${next}`;

const calls: readonly Rule[] = [
  [/^Ends the hold$/, () => 'Beendet den Halt'],
  [/^Plans the steps and reserves stock$/, () => 'Plant die Schritte und reserviert Ware'],
  [/^Issues the order in spite of its warnings$/, () => 'Gibt den Auftrag trotz der Warnungen frei'],
  [
    /^Issues the order as soon as nothing stands in the way$/,
    () => 'Gibt den Auftrag frei, sobald nichts mehr im Weg steht',
  ],
  [/^Tries to issue the order again$/, () => 'Versucht die Freigabe noch einmal'],
  [
    /^Takes the request back, so that the order stays a draft$/,
    () => 'Nimmt den Wunsch zurück: der Auftrag bleibt ein Entwurf',
  ],
  [
    /^Plans the order again; the hold ends if its cause has ended$/,
    () => 'Plant den Auftrag neu; der Halt endet, wenn sein Grund nicht mehr besteht',
  ],
  [/^Starts the workflow of the order again$/, () => 'Startet den Workflow des Auftrags wieder'],
  [/^Asks the carrier again$/, () => 'Fragt den Frachtführer noch einmal'],
  [/^Asks (.+) again$/, (carrier) => `Fragt ${carrier} noch einmal`],
  [/^Sends it with (.+)$/, (carrier) => `Versendet ihn mit ${carrier}`],
  [
    /^Changes the address, and asks the carrier again$/,
    () => 'Ändert die Adresse und fragt den Frachtführer noch einmal',
  ],
  [/^Does it without a label$/, () => 'Macht es ohne Etikett'],
  [/^Changes the address$/, () => 'Ändert die Adresse'],
  [/^Holds the order until a person releases it$/, () => 'Hält den Auftrag an, bis ihn jemand weiterlaufen lässt'],
  [
    /^Moves a line of pick (\d+) to the moving location$/,
    (id) => `Bringt eine Zeile der Kommissionierung ${id} zum Umlagerplatz`,
  ],
  [
    /^Finishes pick (\d+); lines that are not committed go back to the order$/,
    (id) => `Beendet die Kommissionierung ${id}; Zeilen, die nicht bestätigt sind, gehen an den Auftrag zurück`,
  ],
  [/^Finishes pack (\d+); its cartons close$/, (id) => `Beendet die Packliste ${id}; ihre Kartons werden geschlossen`],
  [/^Finishes ship (\d+)$/, (id) => `Beendet den Versand ${id}`],
  [/^Adds a carton to pack (\d+)$/, (id) => `Legt einen Karton für die Packliste ${id} an`],
  [
    /^Moves all loose units of pack (\d+) into carton (\d+)$/,
    (id, carton) => `Legt alle losen Stücke der Packliste ${id} in den Karton ${carton}`,
  ],
  [/^Makes a (pick|pack|ship)$/, (kind) => `Legt ${kind === 'ship' ? 'einen' : 'eine'} ${list(kind)} an`],
  [
    /^Does the (pick|pack|ship|pickup) step in one call$/,
    (name) => `Erledigt in einem Zug ${step(name).replace('der Versand', 'den Versand')}`,
  ],
  [/^Marks everything that is ready as picked up$/, () => 'Verbucht alles, was bereit ist, als abgeholt'],
  [/^Order (\d+) has something in the same cartons$/, (id) => `Auftrag ${id} hat etwas in denselben Kartons`],
  [
    /^Order (\d+) has something in the same cartons\. This shows the calls that move it$/,
    (id) => `Auftrag ${id} hat etwas in denselben Kartons. Hier steht, was ihn weiterbringt`,
  ],
  [
    /^Brings stock of part (.+), (and the order goes on by itself|which is reserved for the order)(?:\. Name each (lot|serial) in tracking)?$/,
    (part, then, kind) =>
      [
        `Bucht Ware von ${part} ein; ${then?.startsWith('and') ? 'der Auftrag geht dann von selbst weiter' : 'sie wird für den Auftrag reserviert'}`,
        kind && `Dafür werden die ${kind === 'lot' ? 'Chargen' : 'Seriennummern'} gebraucht`,
      ]
        .filter(Boolean)
        .join('. '),
  ],
];

const warnings: readonly Rule[] = [
  [/^The order is on hold: (.+)$/s, (reason) => `Der Auftrag ist angehalten: ${reason}`],
  [/^The plan names (.+), which does not exist\.$/, (name) => `Der Plan nennt ${name}, das es nicht gibt.`],
  [/^The order has no lines\.$/, () => 'Der Auftrag hat keine Zeilen.'],
  [
    /^The total of the order is (.+), below zero\.$/,
    (total) => `Die Summe des Auftrags ist ${total}, also unter null.`,
  ],
  [
    /^The order has no complete address to ship to: name and city are needed\.$/,
    () => 'Der Auftrag hat keine vollständige Lieferadresse: Name und Ort sind nötig.',
  ],
  [
    /^Part (.+), which (.+) comes to, is no longer active\.$/,
    (part, from) => `Der Artikel ${part}, den ${from} ergibt, ist nicht mehr aktiv.`,
  ],
  [/^Part (.+) is no longer active\.$/, (part) => `Der Artikel ${part} ist nicht mehr aktiv.`],
  [
    /^Part (.+) is a kit without components, or has one inside: nothing of that can be picked\.$/,
    (part) =>
      `Der Artikel ${part} ist ein Set ohne Teile oder enthält eines: daraus lässt sich nichts kommissionieren.`,
  ],
  [
    /^Of part (.+), (\S+) of (\S+) are not available\.$/,
    (part, short, all) => `Von ${part} fehlen ${short} von ${all}.`,
  ],
  [
    /^The order has warnings\. To issue it in spite of them, send ignore_warnings=1\.$/,
    () => 'Etwas spricht gegen die Freigabe. Sie lässt sich trotzdem erzwingen.',
  ],
];

const refusals: readonly Rule[] = [
  [/^The e-mail or the password is wrong\.$/, () => 'Die E-Mail oder das Passwort ist falsch.'],
  [
    /^Too many logins (?:from this address|with this e-mail) have failed\. Try again in (\d+) seconds(?:, or .+)?\.$/,
    (seconds) => `Zu viele Anmeldungen sind gescheitert. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  ],
  [
    /^The sign-in link is unknown, was used, or is too old\. Make a new one\.$/,
    () => 'Der Link ist unbekannt, schon benutzt oder zu alt. Lassen Sie sich einen neuen geben.',
  ],
  [
    /^(\S+ \S+) needs the permission (\S+)\. An administrator can give it\.$/,
    (_, permission) => `Dafür ist die Berechtigung ${permission} nötig. Ein Administrator kann sie Ihnen geben.`,
  ],
  [
    /^A view for the user group (.+), which you are not in, needs the permission (\S+)\. An administrator can give it\.$/,
    (group, permission) =>
      `Eine Ansicht für die Gruppe ${group}, in der Sie nicht sind, braucht die Berechtigung ${permission}. Ein Administrator kann sie Ihnen geben.`,
  ],
  [
    /^You have (\d+) saved views, and \d+ is the most\. Delete one first\.$/,
    (count) => `Sie haben ${count} Ansichten, mehr gehen nicht. Löschen Sie erst eine.`,
  ],
  [
    /^The record was changed after you read it\. Read it again and repeat the change\.$/,
    () => 'Das wurde geändert, seit Sie es geöffnet haben.',
  ],
  [/^There is no (?:sales )?order (\d+)\.$/, (id) => `Es gibt keinen Auftrag ${id}.`],
  [/^Another record has the same (.+)\. Choose another one\.$/, () => 'Das gibt es schon. Wählen Sie etwas anderes.'],
  [
    /^Order (.+) is on hold: (.+)\. Release it first\.$/s,
    (number, reason) => `Auftrag ${number} ist angehalten: ${reason}. Lassen Sie ihn erst weiterlaufen.`,
  ],
  [
    /^Order (.+) is on hold: (.+)\. Only members of the user group (.+) may release it\.$/s,
    (number, reason, groups) =>
      `Auftrag ${number} ist angehalten: ${reason}. Nur Mitglieder von ${groups?.replaceAll(' and ', ' und ')} lassen ihn weiterlaufen.`,
  ],
  [
    /^Order (.+) is on hold: (.+)\. Replan it when the plugin works again, or release it\.$/s,
    (number, reason) =>
      `Auftrag ${number} ist angehalten: ${reason}. Planen Sie ihn neu, wenn das Plugin wieder geht, oder lassen Sie ihn weiterlaufen.`,
  ],
  [
    /^Order (.+) is on hold: (.+)\. Change its address, its carrier or the configuration, and replan it: the hold ends if no plugin refuses the new plan\.$/s,
    (number, reason) =>
      `Auftrag ${number} ist angehalten: ${reason}. Ändern Sie Adresse, Frachtführer oder Konfiguration, und planen Sie ihn neu.`,
  ],
  [
    /^Order (.+) is held \((.+)\), and only members of the user group (.+) may release it\.$/s,
    (number, reason, groups) =>
      `Auftrag ${number} ist angehalten (${reason}), und nur Mitglieder von ${groups?.replaceAll(' and ', ' und ')} lassen ihn weiterlaufen.`,
  ],
  [
    /^Order (.+) is ([A-Z][a-z]+(?: [A-Z][a-z]+)?): (.+)\.$/,
    (number, name, why) => (moves[why ?? ''] ? `Auftrag ${number} ist ${state(name)}: ${moves[why ?? '']}.` : ''),
  ],
  [
    /^Order (.+) can't be voided: its (\w+) has \w+\.$/,
    (number, name) => `Auftrag ${number} lässt sich nicht stornieren: ${step(name)} hat begonnen.`,
  ],
  [/^Close it short instead: POST \S+\.$/, () => 'Beenden Sie ihn stattdessen vorzeitig.'],
  [
    /^The plan of order (.+) has no (\w+) step: nobody has to do it\.$/,
    (number, name) => `Für Auftrag ${number} entfällt ${step(name)}: niemand muss etwas tun.`,
  ],
  [
    /^The (\w+) step of order (.+) is done already\.$/,
    (name, number) => `Bei Auftrag ${number} ist ${step(name)} schon erledigt.`,
  ],
  [
    /^Stock is short at (.+): (.+)\. Stock that arrives is reserved for the order\.$/,
    (sites, short) => `Ware fehlt in ${sites}: ${parts(short)}. Ware, die ankommt, wird für den Auftrag reserviert.`,
  ],
  [
    /^There is no open pick of order (.+): make one with POST \S+\. For a finished pick, send its pick_id\.$/,
    (number) => `Für Auftrag ${number} gibt es keine offene Kommissionierung: legen Sie erst eine an.`,
  ],
  [
    /^No delivery of order (.+) exists: make a ship first with POST .+$/,
    (number) => `Für Auftrag ${number} gibt es keine Lieferung: legen Sie erst einen Versand an.`,
  ],
  [
    /^No carton on site has units of order (.+): pack it first\.$/,
    (number) => `Kein Karton im Haus enthält Stücke von Auftrag ${number}: verpacken Sie ihn erst.`,
  ],
  [
    /^printer: there is no printer "(.+)" in the configuration; GET \S+ lists them\.$/,
    (printer) => `In der Konfiguration gibt es keinen Drucker „${printer}“. Wählen Sie bei der Arbeit einen anderen.`,
  ],
  [
    /^Printer (.+) is for (.+), and (?:document \d+|the label of carton \S+) is a \w+\.$/,
    (printer) => `Der Drucker ${printer} ist nicht für diese Art von Beleg.`,
  ],
  [
    /^Printer (.+) is at site (.+), and (?:document \d+|the label of carton \S+) belongs to site (.+)\.$/,
    (printer, site, other) => `Der Drucker ${printer} steht am Standort ${site}, und der Beleg gehört zu ${other}.`,
  ],
  [
    /^Printer (.+) (?:answered|has (?:aborted|canceled) the job:?) ?(.*)\. Nothing was printed\.$/,
    (printer, answer) => `Der Drucker ${printer} hat abgelehnt: ${answer}. Es ist nichts gedruckt.`,
  ],
  [
    /^Printer (.+) did not answer(?:: (.+)| in the Internet .+)\. Look whether it printed the (?:document|label) before you print it again\.$/,
    (printer, why) =>
      `Der Drucker ${printer} hat nicht geantwortet${why ? `: ${why}` : ''}. Sehen Sie nach, ob er gedruckt hat, bevor Sie es noch einmal versuchen.`,
  ],
  [
    /^(Pick|Pack|Ship) (\d+) is ([A-Z][a-z]+): it can't be finished\.$/,
    (kind, id, name) => `${list(kind)} ${id} ist ${state(name)} und lässt sich nicht beenden.`,
  ],
  [
    /^Nothing is left to (pick|pack|ship) of order (.+)\.$/,
    (name, number) => `Bei Auftrag ${number} ist nichts mehr übrig für ${step(name)}.`,
  ],
  [
    /^The request took longer than (\d+) seconds\.$/,
    (seconds) => `Der Aufruf hat länger als ${seconds} Sekunden gedauert.`,
  ],
  [
    /^The service failed\. Its log has the cause under (\S+)\.$/,
    (id) => `Der Dienst ist gescheitert. In seinem Protokoll steht der Grund unter ${id}.`,
  ],
];

/** What a refusal recommends, after its first sentence. */
const advice: readonly Rule[] = [
  [/^Issue it first\.$/, () => 'Geben Sie ihn erst frei.'],
  [/^Unissue it first\.$/, () => 'Nehmen Sie ihn erst zurück zum Entwurf.'],
  [/^Unissue it first, or void it\.$/, () => 'Nehmen Sie ihn erst zurück zum Entwurf, oder stornieren Sie ihn.'],
  [/^Delete or void it\.$/, () => 'Löschen oder stornieren Sie ihn.'],
  [/^Void it\.$/, () => 'Stornieren Sie ihn.'],
  [/^Units of it are picked\.$/, () => 'Von ihm ist schon Ware kommissioniert.'],
  [/^Units of it have left\.$/, () => 'Ein Teil davon hat das Haus verlassen.'],
  [/^Orders that are over are kept\.$/, () => 'Abgeschlossene Aufträge bleiben.'],
  [/^Part of it was picked up: close it short\.$/, () => 'Ein Teil ist abgeholt: beenden Sie ihn vorzeitig.'],
  [
    /^Delete ((?:\w+ \d+(?:, then )?)+?)(, then unissue it)?(?:, or (void it|close it short))?\.$/,
    (records = '', unissue, end) => {
      const named = records.split(', then ').map((record) => record.replace(/\w+/, (kind) => list(kind)));
      const draft = unissue ? ', und nehmen Sie ihn zurück zum Entwurf' : '';
      const or = end ? ` Oder ${end === 'void it' ? 'stornieren Sie ihn' : 'beenden Sie ihn vorzeitig'}.` : '';
      return `Löschen Sie erst ${named.join(', dann ')}${draft}.${or}`;
    },
  ],
  [
    /^It was picked up in whole; clone it to deliver the same again\.$/,
    () => 'Alles ist abgeholt. Für dieselbe Lieferung legen Sie eine Kopie an.',
  ],
  [/^Clone it to start anew\.$/, () => 'Für einen neuen Anfang legen Sie eine Kopie an.'],
  [/^Finish or delete it first\.$/, () => 'Beenden oder löschen Sie das erst.'],
  [/^Its orders were taken off it\.$/, () => 'Seine Aufträge sind nicht mehr darauf.'],
  [
    /^It may still be done: read the record before you send it again, or .+$/,
    () => 'Er kann trotzdem noch gelingen: sehen Sie nach, bevor Sie ihn noch einmal senden.',
  ],
];

const fields: readonly Rule[] = [
  [/^(?:is required|must not be empty)$/, () => 'wird gebraucht'],
  [/^must have (\d+) characters or more$/, (count) => `braucht mindestens ${count} Zeichen`],
  [/^must be an e-mail address$/, () => 'muss eine E-Mail-Adresse sein'],
  [
    /^there is no country "(.*)"\. Use an ISO code such as DE, or the English name$/i,
    (country) => `${country} ist kein Land: ein Kürzel wie DE oder der englische Name`,
  ],
  [/^is taken$/, () => 'ist schon vergeben'],
  [/^is not your present password$/, () => 'ist nicht Ihr jetziges Passwort'],
  [/^must be at least ([^;]+)(?:; .+ is not)?$/, (least) => `muss mindestens ${least} sein`],
  [/^must be at most ([^;]+)(?:; .+ is not)?$/, (most) => `darf höchstens ${most} sein`],
  [/^must be a number(?:; .+ is not)?$/, () => 'muss eine Zahl sein'],
  [/^must be text(?:; .+ is not)?$/, () => 'muss ein Text sein'],
  [
    /^(?:comes to|is) (\S+) of part (.+), which is counted in whole units \((.+)\)$/,
    (qty, part) => `sind ${qty} von ${part}, das nur in ganzen Stücken gezählt wird`,
  ],
];

const rules: readonly Rule[] = [
  ...waits,
  ...calls,
  ...warnings,
  ...refusals,
  ...advice,
  ...fields,
  ...scans,
  ...webhooks,
  ...schedules,
  ...people,
  ...setup,
  ...ofRules,
];

/** Returns a sentence of the service in German; null for one that is not in the catalogue. */
export function sentence(english: string): string | null {
  for (const [pattern, words] of rules) {
    const match = pattern.exec(english);
    const german = match && words(...match.slice(1));
    if (german) return german.charAt(0).toUpperCase() + german.slice(1);
  }
  return null;
}
