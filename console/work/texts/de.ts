import type { Question } from '../claim-button.tsx';
import type { WorkTexts } from './en.ts';

const number = (count: number) => count.toLocaleString('de');
/** Amounts that people measure have up to six digits after the point. */
const exactly = (amount: number) => amount.toLocaleString('de', { maximumFractionDigits: 6 });
const units = (count: number) => `${number(count)} Stück`;
const orders = (count: number) => `${number(count)} ${count === 1 ? 'Auftrag' : 'Aufträge'}`;

const byPerson = (by: string | null) => (by === null ? '' : ` von ${by}`);

/** Returns the question about unscanned items; null without such items. */
const asks = (names: readonly string[], words: (count: number) => string, yes: string): Question | null =>
  names.length === 0 ? null : { words: words(names.length), units: names, yes };

/** The pages of work in German. */
export const work: WorkTexts = {
  title: 'Arbeit',
  back: 'Zurück zur Übersicht',
  site: 'Standort',
  chooseSite: 'Wählen Sie Ihren Standort',
  step: 'Schritt',
  queues: {
    pick: 'Picken',
    pack: 'Packen',
    ship: 'Versenden',
    pickup: 'Abholung',
  },
  listNames: {
    pick: (list: string) => `Pick ${list}`,
    pack: (list: string) => `Packliste ${list}`,
    ship: (list: string) => `Versand ${list}`,
  },
  openLists: (count: number) => `In Arbeit: ${number(count)}`,
  waitingOrders: (count: number) => `Wartend: ${orders(count)}`,
  workedBy: (names: string) => `mit ${names}`,
  nothingToDo: {
    pick: 'Hier wartet kein Auftrag auf das Picken.',
    pack: 'Hier wartet kein Auftrag auf das Packen.',
    ship: 'Hier wartet kein Auftrag auf den Versand.',
  },
  orderToDo: {
    pick: (order: string, count: number) => `${order}: ${units(count)}`,
    pack: (order: string, count: number) => `${order}: ${units(count)}`,
    ship: (order: string, count: number) => `${order}: ${number(count)}`,
  },
  beginWith: {
    pick: (count: number) => (count === 1 ? 'Diesen Auftrag picken' : `${orders(count)} zusammen picken`),
    pack: (count: number) => (count === 1 ? 'Diesen Auftrag packen' : `${orders(count)} zusammen packen`),
    ship: (count: number) => (count === 1 ? 'Diesen Auftrag versenden' : `${orders(count)} zusammen versenden`),
  },
  chooseFirst: (count: number) => (count === 1 ? 'Den ersten nehmen' : `Die ersten ${number(count)} nehmen`),
  more: 'Mehr zeigen',
  grouping: {
    label: 'Ein Pick von',
    names: {
      order: 'Aufträgen',
      customer: 'allem eines Kunden',
      destination: 'allem in ein Land',
      part: 'allem eines Artikels',
    },
    titles: { customer: 'Kunden', destination: 'Länder', part: 'Artikel' },
    entry: (name: string, count: number, qty: number) => `${name}: ${units(qty)} von ${orders(count)}`,
    begin: (count: number) =>
      count === 1 ? 'Alles davon picken' : `Alles von diesen ${number(count)} zusammen picken`,
  },
  opensNothing: (what: string) => `Das ist ${what}. Damit lässt sich hier nichts öffnen.`,
  scanTest: 'Scan-Test: was sendet mein Scanner?',
  ok: 'OK',
  minus: (part: string) => `Eins weniger von ${part}`,
  plus: (part: string) => `Eins mehr von ${part}`,
  all: (count: number) => `Alle ${number(count)}`,
  of: (counted: number, total: number) => `${number(counted)} von ${number(total)}`,
  unsent: (count: number) => `${number(count)} nicht gesendet`,
  waiting: (count: number) =>
    `${number(count)} ${count === 1 ? 'Scan ist' : 'Scans sind'} nicht gesendet. Arbeiten Sie weiter: sie werden von selbst gesendet.`,
  waitingToFinish: 'Abschließen geht, wenn alles gesendet ist.',
  others: (count: number) => `${number(count)} von einem anderen Benutzer warten, bis er sich hier anmeldet.`,
  people: (names: string) => `Auch hier: ${names}`,
  refused: (what: string) => `Nicht gezählt: ${what}`,
  refusedElsewhere: (of) => `Ein Scan wurde nicht gezählt: ${of}`,
  openRefused: 'Öffnen',
  listAndOrder: (list, order) => (order === '' ? list : `${list}, Auftrag ${order}`),
  tooOld: 'Der Scan ist mehr als einen Tag alt. Zählen Sie noch einmal, was da ist.',
  what: {
    scanPart: (part: string) => `${part} scannen`,
    goTo: (place: string) => `Zum Platz ${place} gehen`,
    scanLot: (part: string) => `Charge von ${part} scannen`,
    scanSerial: (part: string) => `Seriennummer von ${part} scannen`,
    howMuch: (part: string, unit: string) => `Wie viel ${part}? In ${unit}`,
    chooseLot: (part: string) => `Charge von ${part}`,
  },
  noRights: 'Sie dürfen keine Liste der Arbeit sehen. Ein Administrator kann Ihnen Rechte geben, etwa pick.read.',
  mayNot: (permission: string) => `Sie dürfen hier nur zusehen: es braucht das Recht ${permission}.`,
  noSite:
    'Sie arbeiten an keinem Standort und dürfen keine sehen. Ein Administrator kann Ihnen einen geben, oder das Recht site.read.',
  wrong: {
    notKept: 'Nichts ist gezählt: der Speicher dieses Browsers ist voll. Rufen Sie einen Administrator.',
    notNow: (what: string) => `${what} gehört hierher, aber die Seite wartet auf etwas anderes.`,
    unknown: (code: string) => `Nichts hat hier den Code ${code}.`,
    expected: (what: string) => `Erwartet: ${what}.`,
    goOn: (what: string) => `So geht es weiter: ${what}.`,
    allCounted: (part: string, total: number) => `Alle ${units(total)} von ${part} sind schon gezählt.`,
    tooMany: (part: string, scanned: number, open: number) =>
      `Ein Scan zählt ${units(scanned)} von ${part}, und es fehlen nur ${number(open)}.`,
    tooManyAt: (part: string, scanned: number, open: number, place = '') =>
      `Ein Scan zählt ${units(scanned)} von ${part}, und es fehlen${place && ` an ${place}`} nur ${number(open)}.`,
    tooMuch: (part: string, open: number, unit: string) => `Es fehlen nur ${exactly(open)} ${unit} von ${part}.`,
    noLot: (part: string) => `Zuerst die Charge von ${part} scannen oder wählen.`,
    otherPlace: (part: string, place: string, here: string) =>
      `${part} ist an ${place} zu nehmen, und Sie sind an ${here}. Zuerst den Platz scannen.`,
    nothingToUndo: 'Es gibt nichts Gezähltes, das sich zurücknehmen lässt.',
    picked: (part: string) => `Alles von ${part} ist gezählt und gepickt. Hier lässt es sich nicht zurücknehmen.`,
    otherLot: (part: string, lot: string) =>
      `Der Pick nimmt kein ${part} der Charge ${lot}. Wenn sie genommen werden soll, wählen Sie sie unter „Etwas stimmt nicht“.`,
    serialTwice: (part: string, serial: string) => `${part} mit Seriennummer ${serial} ist schon gezählt.`,
    doneHere: (place: string) => `An ${place} ist nichts mehr zu picken.`,
  },
  putBack: {
    title: 'Zurücklegen',
    nothing: 'Nichts geht zurück.',
    units: (count, unit, place, carton) =>
      `${exactly(count)} × ${unit}${carton === null ? '' : ` aus Karton ${carton}`} nach ${place}`,
    offShip: (carton, count, unit) =>
      `Karton ${carton} (${exactly(count)} × ${unit}) zu den Kartons, die auf einen Versand warten`,
    why: {
      void: (order, by) => `Auftrag ${order} wurde${byPerson(by)} storniert.`,
      closeshort: (order, by) => `Auftrag ${order} wurde${byPerson(by)} vorzeitig beendet.`,
      unissue: (order, by) => `Auftrag ${order} wurde${byPerson(by)} zum Entwurf zurückgenommen.`,
      delete: (order, by) => `Die Liste von Auftrag ${order} wurde${byPerson(by)} gelöscht.`,
      writeoff: (order, by) =>
        `Ware von Auftrag ${order} wurde${byPerson(by)} abgeschrieben. Zählen Sie neu, was da ist.`,
      transfer: (order, by) =>
        `Der Bestand von Auftrag ${order} wurde${byPerson(by)} verschoben. Zählen Sie am neuen Platz neu.`,
      cancel: (order, by) => `Ware von Auftrag ${order} wurde${byPerson(by)} aus dem Auftrag genommen.`,
    },
    deleted: {
      pick: 'Dieser Pick wurde gelöscht.',
      pack: 'Dieser Pack wurde gelöscht.',
      ship: 'Dieser Versand wurde gelöscht.',
    },
    back: 'Das ist zurück',
    question: 'Liegt alles davon an seinem Platz?',
    yes: 'Ja, es liegt dort',
    done: 'Vermerkt: Es ist zurück.',
    some: (count, total) => `${number(count)} von ${number(total)} zurück`,
    ticked: (names) => asks(names, () => 'Das wurde nicht gescannt. Ist es zurück?', 'Ja, es ist zurück'),
    queue: (count) => `${number(count)} zurückzulegen`,
    list: 'Zurückzulegen',
    none: 'Hier geht nichts zurück.',
    expected: 'etwas, das zurückgeht',
    of: (order) => `Auftrag ${order}`,
  },
  print: 'Noch einmal drucken',
  printOn: {
    carrierLabels: 'Etiketten der Frachtführer drucken auf',
    labels: 'Kartonetiketten drucken auf',
    sheets: 'Lieferscheine drucken auf',
  },
  thisBrowser: 'Dieser Browser',
  openPaper: 'Das Papier öffnen',
  printedOn: (printers: string) => `Gedruckt auf ${printers}`,
  next: 'Weiter',
  no: 'Nein',
  asksAnyway: { words: 'Der Frachtführer hat nicht gebucht. Soll es ohne Etikett hinaus?', yes: 'Ja, ohne Etikett' },
  notes: 'Hinweis',
  labels: {
    due: (cartons) => `Der Frachtführer erstellt das Etikett von ${cartons}. Es wird gedruckt, sobald es da ist.`,
    refused: (order, cartons) => `Auftrag ${order}: kein Etikett für ${cartons}`,
    askSomebody: (order) =>
      `Stellen Sie den Karton beiseite und sagen Sie es jemandem, der Auftrag ${order} ändern darf.`,
    open: (carton) => `Etikett von ${carton} beim Frachtführer öffnen`,
    printOfCarrier: 'Etiketten des Frachtführers noch einmal drucken',
    printOwn: 'Eigene Etiketten noch einmal drucken',
  },
  unprintableLabel: (carton, mediaType) =>
    `Das Etikett von ${carton} ist ${mediaType}, was ein Browser nicht drucken kann. Wählen Sie am Anfang der Arbeit einen Drucker für die Etiketten der Frachtführer.`,
  checklist: {
    checked: (name: string) => `${name} ist da`,
    twice: (name: string) => `${name} ist schon abgehakt.`,
  },
  pack: {
    cartons: 'Kartons',
    carton: (name: string) => `Karton ${name}`,
    cartonType: 'Kartontyp',
    noType: 'Irgendein Karton',
    newCarton: 'Neuer Karton',
    autopack: 'Kartons für mich wählen',
    cartonMade: 'Neuer Karton',
    chooseCarton: 'Karton nehmen: Typ scannen oder wählen',
    intoCarton: (name: string) => `In Karton ${name}`,
    moved: (count: number, part: string) => `${number(count)} × ${part} gepackt`,
    checked: (count: number, part: string) => `${number(count)} × ${part} geprüft`,
    allPacked: (part: string) => `Alle Stück von ${part} sind gepackt und geprüft.`,
    noCarton: 'Es gibt keinen offenen Karton.',
    notInCarton: (part: string, carton: string) => `In Karton ${carton} ist kein ${part}.`,
    partlyKept: (count: number, part: string) =>
      `Nur ${number(count)} × ${part} gepackt: Der Speicher dieses Browsers ist voll. Rufen Sie einen Administrator.`,
    tooManyToCheck: (part: string, scanned: number, most: number) =>
      `Ein Scan prüft ${units(scanned)} von ${part}, und kein Karton hat mehr als ${number(most)} ungeprüfte.`,
    serialTwice: (part: string, serial: string, carton: string) =>
      `${part} mit Seriennummer ${serial} ist schon in Karton ${carton}.`,
    targetFirst: (from: string) => `Ware verlässt Karton ${from}: Nennen Sie zuerst einen anderen Karton.`,
    scanToCheck: (part: string, carton: string) => `Karton ${carton} prüfen: ${part} scannen`,
    dropQuestion: 'Nicht dieses',
    moveOut: 'In einen anderen Karton umpacken',
    moving: (carton: string) => `Aus Karton ${carton}`,
    chooseTarget: (from: string) => `Karton scannen oder wählen, der Stücke aus ${from} bekommt`,
    scanToMove: (from: string, to: string) => `Scannen, was aus ${from} in ${to} kommt`,
    endMoving: 'Umpacken beenden',
    closedCarton: (name: string) => `Karton ${name} ist geschlossen.`,
    loose: 'Zu packen',
    empty: 'Es ist nichts darin.',
    content: (count: number, part: string) => `${number(count)} × ${part}`,
    seen: (count: number) => `${number(count)} geprüft`,
    weight: 'Gewicht in Gramm',
    keepWeight: 'Gewicht speichern',
    emptyCarton: 'Alles herausnehmen',
    view: 'Ansicht des Kartons',
    views: { iso: 'Ecke', top: 'Oben', front: 'Vorn', rows: 'Liste' },
    drawing: (name: string) => `Zeichnung von Karton ${name}`,
    finish: 'Abschließen und Etiketten drucken',
    inCarton: (count, part, carton) => `${number(count)} × ${part} in ${carton}`,
    asksFinish: (count, content) => ({
      words: `${units(count)} ${count === 1 ? 'wurde' : 'wurden'} nicht gescannt. Ist alles in seinem Karton?`,
      units: content,
      yes: 'Ja, abschließen',
    }),
    asksEmpty: (carton, content) => ({
      words: `Ist alles aus Karton ${carton} heraus?`,
      units: content,
      yes: 'Ja, er ist leer',
    }),
    otherParcel: (order, carton) =>
      `Das gehört zu Auftrag ${order}, einem anderen Paket. Dafür ist Karton ${carton}: noch einmal scannen und dort hineinlegen.`,
    otherParcelNew: (order) =>
      `Das gehört zu Auftrag ${order}, einem anderen Paket. Nehmen Sie dafür einen neuen Karton und scannen Sie es noch einmal.`,
    unchecked: (count: number) => `${units(count)} ${count === 1 ? 'ist' : 'sind'} ohne Scan gepackt.`,
    finished: 'Das Packen ist abgeschlossen.',
    voided: 'Diese Packliste ist storniert.',
  },
  ship: {
    cartons: 'Kartons',
    pallets: 'Paletten',
    pallet: (label: string) => `Palette ${label}`,
    onPallet: 'auf einer Palette',
    noCarton: 'Ware ohne Karton',
    palletize: (count: number) => `${number(count)} auf eine neue Palette`,
    putOn: (count: number) => `${number(count)} darauf stellen`,
    isOn: (count: number, pallet: string) => `${number(count)} auf Palette ${pallet}`,
    checkFirst: (pallet: string) => `Palette ${pallet}: zuerst die Kartons scannen, dann die Palette.`,
    unloadPallet: 'Herunternehmen',
    finish: 'Abschließen',
    finishWithout: (count: number) => `Abschließen, ${number(count)} ungeprüft`,
    asksFinish: (names) =>
      asks(names, (count) => `${number(count)} nicht gescannt. Ist alles davon hier?`, 'Ja, abschließen'),
    asksPallet: (names) =>
      asks(
        names,
        (count) => `${number(count)} nicht gescannt. Ist alles davon auf der Palette?`,
        'Ja, auf der Palette',
      ),
    asksUnload: (pallet, names) =>
      asks(names, () => `Sind die Kartons von Palette ${pallet} herunter?`, 'Ja, sie sind herunter'),
    finished: 'Der Versand ist abgeschlossen. Seine Kartons sind bereit zur Abholung.',
    expected: 'ein Karton dieses Versands',
    voided: 'Dieser Versand ist storniert.',
  },
  pickup: {
    nothing: 'Hier ist nichts bereit zur Abholung.',
    byCarrier: 'Versender',
    all: 'Alle',
    carrier: (name: string, count: number) => `${name}: ${number(count)}`,
    held: (count: number) =>
      `${number(count)} ${count === 1 ? 'ist' : 'sind'} angehalten und ${count === 1 ? 'bleibt' : 'bleiben'} hier.`,
    ready: 'Bereit zur Abholung',
    hand: (count: number, total: number) => `${number(count)} von ${number(total)} übergeben`,
    asksHand: (names) =>
      asks(names, (count) => `${number(count)} nicht gescannt. Hat der Frachtführer alles davon?`, 'Ja, übergeben'),
    done: (count: number) => `${number(count)} übergeben`,
    expected: 'ein Karton, der bereit ist',
  },
  pick: {
    title: (pick: string) => `Pick ${pick}`,
    progress: (counted: number, total: number) => `${number(counted)} von ${units(total)}`,
    here: (place: string) => `An ${place}`,
    forOrder: (order: string) => `für Auftrag ${order}`,
    counted: (count: number, part: string) => `${number(count)} × ${part} gezählt`,
    placeIs: (place: string) => `Sie sind an ${place}`,
    stops: 'Alle Plätze',
    noStock: 'Kein Bestand',
    enterAmount: (part: string) => `Menge von ${part} eingeben`,
    cancel: (part: string) => `Doch nicht ${part}`,
    finished: 'Dieser Pick ist abgeschlossen.',
    nothingPicked: 'Dieser Pick ist zu Ende. Nichts davon ist gepickt.',
    voided: 'Dieser Pick ist storniert.',
    rest: {
      title: 'Noch nicht gepickt',
      units: (count: number, part: string, place: string) => `${exactly(count)} × ${part} an ${place}`,
      short: (count: number, part: string) => `${exactly(count)} × ${part}: kein Bestand da, der Auftrag wartet darauf`,
      pick: 'Den Rest picken',
    },
    pack: 'Packen',
    problem: 'Etwas stimmt nicht',
    problems: {
      short: 'Es sind weniger da',
      shortHelp: 'Pickt, was gezählt ist. Der Rest geht an den Auftrag zurück.',
      missing: 'Der Rest fehlt',
      reason: 'Grund, wenn Sie einen nennen wollen',
      missingHelp: (count: number, place: string) =>
        `Pickt, was gezählt ist, und bucht die übrigen ${exactly(count)} an ${place} aus, wo sie reserviert sind. Anderer Bestand kommt auf diesen Pick, wenn es welchen gibt.`,
      discrepancy: 'Hier liegt nicht, was in den Büchern steht',
      howMany: 'Wie viele',
      units: { lot: 'Charge', serial: 'Seriennummer' },
      damaged: 'Beschädigt',
      found: 'Zu viele hier',
      discrepancyHelp: (place: string) =>
        `Beschädigte Stücke werden an ${place} ausgebucht, und andere treten an ihre Stelle. Was zu viel ist, kommt dort zum Bestand.`,
      writtenOff: (count: number, part: string, place: string) => `${exactly(count)} × ${part} an ${place} ausgebucht.`,
      replaced: () => 'Anderer Bestand tritt auf diesem Pick an die Stelle.',
      waitedFor: (count: number) => `Für ${exactly(count)} ist kein anderer Bestand da: der Auftrag wartet.`,
      added: (count: number, part: string, place: string) =>
        `${exactly(count)} × ${part} an ${place} zum Bestand genommen.`,
      elsewhere: 'Andere Stücke nehmen',
      elsewhereHelp: 'Andere Plätze und Chargen mit freiem Bestand dieses Artikels:',
      noElsewhere: 'Kein anderer Platz und keine andere Charge hier hat freien Bestand dieses Artikels.',
      placeWith: (place: string, count: number, lots: string) => `${place}${lots && ` (${lots})`}: ${number(count)}`,
      later: 'Später',
      laterHelp: 'Pickt, was gezählt ist. Der Rest bleibt auf diesem Pick.',
    },
  },
};
