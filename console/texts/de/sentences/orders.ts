import type { Sentences } from './places.ts';

/** What an order waits for, what the next calls do, and what speaks against an issue. */
export const orders: Sentences = {
  'stock: Of part {part:wait}, {short:word} of {all:word} are not available.': 'Von {part} fehlen {short} von {all}.',
  'stock: {short:quantities}; autowork {work:n}, for {person}, then continues':
    'Es fehlen: {short}. Danach geht die Arbeit weiter, die {person} an Conveyor gegeben hat ({work})',
  'stock: {short:quantities}': 'Es fehlen: {short}',
  '{step:step} by hand': '{step} von Hand',
  '{step:step} not before {time:moment}': '{step} nicht vor {time}',
  'the ship step of order {orders}, which has something in the same cartons':
    'Auf den Versand von Auftrag {orders}, der etwas in denselben Kartons hat',
  'autowork {work:n}, for {person}': 'auf die Arbeit {work}, die {person} an Conveyor gegeben hat',
  'the engine': 'auf Conveyor',
  'the engine: the workflow of the order was {how:word}[, and starts again at {time:moment}]':
    'Der Workflow des Auftrags ist zu Ende ({how})[ und beginnt wieder um {time}]',
  'the date {time:moment}': 'auf den Termin {time}',
  'Booking with {carrier}: {why}, attempt {attempt:n}, next now[; then {step:step} by hand]':
    'Buchung bei {carrier}: {why}, Versuch {attempt}, der nächste gleich[; dann {step} von Hand]',
  'Booking with {carrier}: {why}, attempt {attempt:n}, next in {seconds:n} s[; then {step:step} by hand]':
    'Buchung bei {carrier}: {why}, Versuch {attempt}, der nächste in {seconds} s[; dann {step} von Hand]',

  'Ends the hold': 'Beendet den Halt',
  'Plans the steps and reserves stock': 'Plant die Schritte und reserviert Ware',
  'Issues the order in spite of its warnings': 'Gibt den Auftrag trotz der Warnungen frei',
  'Issues the order as soon as nothing stands in the way': 'Gibt den Auftrag frei, sobald nichts mehr im Weg steht',
  'Tries to issue the order again': 'Versucht die Freigabe noch einmal',
  'Takes the request back, so that the order stays a draft': 'Nimmt den Wunsch zurück: der Auftrag bleibt ein Entwurf',
  'Plans the order again; the hold ends if its cause has ended':
    'Plant den Auftrag neu; der Halt endet, wenn sein Grund nicht mehr besteht',
  'Starts the workflow of the order again': 'Startet den Workflow des Auftrags wieder',
  'Asks {carrier:toCarrier} again': 'Fragt {carrier} noch einmal',
  'Sends it with {carrier}': 'Versendet ihn mit {carrier}',
  'Changes the address, and asks the carrier again': 'Ändert die Adresse und fragt den Frachtführer noch einmal',
  'Does it without a label': 'Macht es ohne Etikett',
  'Changes the address': 'Ändert die Adresse',
  'Holds the order until a person releases it': 'Hält den Auftrag an, bis ihn jemand weiterlaufen lässt',
  'Moves a line of pick {pick:n} to the moving location':
    'Bringt eine Zeile der Kommissionierung {pick} zum Umlagerplatz',
  'Finishes pick {pick:n}; lines that are not committed go back to the order':
    'Beendet die Kommissionierung {pick}; Zeilen, die nicht bestätigt sind, gehen an den Auftrag zurück',
  'Finishes pack {pack:n}; its cartons close': 'Beendet die Packliste {pack}; ihre Kartons werden geschlossen',
  'Finishes ship {ship:n}': 'Beendet den Versand {ship}',
  'Adds a carton to pack {pack:n}': 'Legt einen Karton für die Packliste {pack} an',
  'Moves all loose units of pack {pack:n} into carton {carton:n}':
    'Legt alle losen Stücke der Packliste {pack} in den Karton {carton}',
  'Moves all loose units of order {order:n} on pack {pack:n} into carton {carton:n}':
    'Legt alle losen Stücke von Auftrag {order} auf der Packliste {pack} in den Karton {carton}',
  'Makes a {list:aList}': 'Legt {list} an',
  'Does the {step:stepDone} step in one call': 'Erledigt in einem Zug {step}',
  'Marks everything that is ready as picked up': 'Verbucht alles, was bereit ist, als abgeholt',
  'Order {order:n} has something in the same cartons. This shows the calls that move it':
    'Auftrag {order} hat etwas in denselben Kartons. Hier steht, was ihn weiterbringt',
  'Brings stock of part {part}, {then:goesOn}[. Name each {kind:tracked} in tracking]':
    'Bucht Ware von {part} ein; {then}[. Dafür werden die {kind} gebraucht]',

  'The order is on hold: {reason}': 'Der Auftrag ist angehalten: {reason}',
  'The plan names {name}, which does not exist.': 'Der Plan nennt {name}, das es nicht gibt.',
  'The order has no lines.': 'Der Auftrag hat keine Zeilen.',
  'The total of the order is {total}, below zero.': 'Die Summe des Auftrags ist {total}, also unter null.',
  'The order has no complete address to ship to: name and city are needed.':
    'Der Auftrag hat keine vollständige Lieferadresse: Name und Ort sind nötig.',
  'Part {part}[, which {from} comes to,] is no longer active.':
    'Der Artikel {part}[, den {from} ergibt,] ist nicht mehr aktiv.',
  'Part {part} is a kit without components, or has one inside: nothing of that can be picked.':
    'Der Artikel {part} ist ein Set ohne Teile oder enthält eines: daraus lässt sich nichts kommissionieren.',
  'Of part {part}, {short:word} of {all:word} are not available.': 'Von {part} fehlen {short} von {all}.',
  'The order has warnings. To issue it in spite of them, send ignore_warnings=1.':
    'Etwas spricht gegen die Freigabe. Sie lässt sich trotzdem erzwingen.',
};
