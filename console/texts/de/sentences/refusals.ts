import type { Sentences } from './places.ts';

/** Why the service refuses a call, and what it recommends after the first sentence. */
export const refusals: Sentences = {
  'The e-mail or the password is wrong.': 'Die E-Mail oder das Passwort ist falsch.',
  'Too many logins from this address have failed. Try again in {seconds:n} seconds.':
    'Zu viele Anmeldungen sind gescheitert. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'Too many logins with this e-mail have failed. Try again in {seconds:n} seconds, or from an address that has logged in with it before.':
    'Zu viele Anmeldungen sind gescheitert. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'The sign-in link is unknown, was used, or is too old. Make a new one.':
    'Der Link ist unbekannt, schon benutzt oder zu alt. Lassen Sie sich einen neuen geben.',
  '{method:word} {path:word} needs the permission {permission:word}. An administrator can give it.':
    'Dafür ist die Berechtigung {permission} nötig. Ein Administrator kann sie Ihnen geben.',
  'A view for the user group {group}, which you are not in, needs the permission {permission:word}. An administrator can give it.':
    'Eine Ansicht für die Gruppe {group}, in der Sie nicht sind, braucht die Berechtigung {permission}. Ein Administrator kann sie Ihnen geben.',
  'You have {count:n} saved views, and {most:n} is the most. Delete one first.':
    'Sie haben {count} Ansichten, mehr gehen nicht. Löschen Sie erst eine.',
  'The record was changed after you read it. Read it again and repeat the change.':
    'Das wurde geändert, seit Sie es geöffnet haben.',
  'There is no sales order {id:n}.': 'Es gibt keinen Auftrag {id}.',
  'Another record has the same {fields}. Choose another one.': 'Das gibt es schon. Wählen Sie etwas anderes.',
  'Order {order} is on hold: {reason}. Release it first.':
    'Auftrag {order} ist angehalten: {reason}. Lassen Sie ihn erst weiterlaufen.',
  'Order {order} is on hold: {reason}. Only members of the user group {groups:names} may release it.':
    'Auftrag {order} ist angehalten: {reason}. Nur Mitglieder von {groups} lassen ihn weiterlaufen.',
  'Order {order} is on hold: {reason}. Replan it when the plugin works again, or release it.':
    'Auftrag {order} ist angehalten: {reason}. Planen Sie ihn neu, wenn das Plugin wieder geht, oder lassen Sie ihn weiterlaufen.',
  'Order {order} is on hold: {reason}. Change its address, its carrier or the configuration, and replan it: the hold ends if no plugin refuses the new plan.':
    'Auftrag {order} ist angehalten: {reason}. Ändern Sie Adresse, Frachtführer oder Konfiguration, und planen Sie ihn neu.',
  'Order {order} is refused: {why}. Change its address, its carrier or the configuration, and replan it: the hold ends if no plugin refuses the new plan.':
    'Auftrag {order} ist abgelehnt: {why}. Ändern Sie Adresse, Frachtführer oder Konfiguration, und planen Sie ihn neu.',
  'Order {order} is refused: {why}.': 'Auftrag {order} ist abgelehnt: {why}.',
  'Order {order} is held ({reason}), and only members of the user group {groups:names} may release it.':
    'Auftrag {order} ist angehalten ({reason}), und nur Mitglieder von {groups} lassen ihn weiterlaufen.',
  'Order {order} is {is:state}: {why:move}.': 'Auftrag {order} ist {is}: {why}.',
  "Order {order} can't be voided: its pickup has begun.":
    'Auftrag {order} lässt sich nicht stornieren: die Abholung hat begonnen.',
  'Close it short instead: POST {path:word}.': 'Beenden Sie ihn stattdessen vorzeitig.',
  'The plan of order {order} has no {step:step} step: nobody has to do it.':
    'Für Auftrag {order} entfällt {step}: niemand muss etwas tun.',
  'The {step:step} step of order {order} is done already.': 'Bei Auftrag {order} ist {step} schon erledigt.',
  'Stock is short at {sites}: {short:quantities}. Stock that arrives is reserved for the order.':
    'Ware fehlt in {sites}: {short}. Ware, die ankommt, wird für den Auftrag reserviert.',
  'There is no open pick of order {order}: make one with POST {path:word}. For a finished pick, send its pick_id.':
    'Für Auftrag {order} gibt es keine offene Kommissionierung: legen Sie erst eine an.',
  'No delivery of order {order} exists: make a ship first with POST {path}':
    'Für Auftrag {order} gibt es keine Lieferung: legen Sie erst einen Versand an.',
  'No carton on site has units of order {order}: pack it first.':
    'Kein Karton im Haus enthält Stücke von Auftrag {order}: verpacken Sie ihn erst.',
  'Pick {pick:n} is void: its orders were taken off it.':
    'Die Kommissionierung {pick} ist storniert: ihre Aufträge sind nicht mehr darauf.',
  'Ship {ship:n} is void: its orders were taken off it.':
    'Der Versand {ship} ist storniert: seine Aufträge sind nicht mehr darauf.',
  'Ship {ship:n} has no cartons: its orders are not packed.':
    'Der Versand {ship} hat keine Kartons: seine Aufträge sind nicht verpackt.',
  'printer: there is no printer "{printer}" in the configuration; GET /printer lists them.':
    'In der Konfiguration gibt es keinen Drucker „{printer}“. Wählen Sie bei der Arbeit einen anderen.',
  'Printer {printer} is for {kinds}, and {document} is a {kind:word}.':
    'Der Drucker {printer} ist nicht für diese Art von Beleg.',
  'Printer {printer} is at site {site}, and {document} belongs to site {other}.':
    'Der Drucker {printer} steht am Standort {site}, und der Beleg gehört zu {other}.',
  'Printer {printer} answered {answer}. Nothing was printed.':
    'Der Drucker {printer} hat abgelehnt: {answer}. Es ist nichts gedruckt.',
  'Printer {printer} has {done:word} the job[: {answer}]. Nothing was printed.':
    'Der Drucker {printer} hat abgelehnt[: {answer}]. Es ist nichts gedruckt.',
  'Printer {printer} did not answer: {why}. Look whether it printed the {document:word} before you print it again.':
    'Der Drucker {printer} hat nicht geantwortet: {why}. Sehen Sie nach, ob er gedruckt hat, bevor Sie es noch einmal versuchen.',
  'Printer {printer} did not answer in the Internet {how}. Look whether it printed the {document:word} before you print it again.':
    'Der Drucker {printer} hat nicht geantwortet. Sehen Sie nach, ob er gedruckt hat, bevor Sie es noch einmal versuchen.',
  "{list:list} {id:n} is {is:state}: it can't be finished.": '{list} {id} ist {is} und lässt sich nicht beenden.',
  'Nothing is left to {step:step} of order {order}.': 'Bei Auftrag {order} ist nichts mehr übrig für {step}.',
  'The request took longer than {seconds:n} seconds.': 'Der Aufruf hat länger als {seconds} Sekunden gedauert.',
  'The service failed. Its log has the cause under {id:word}.':
    'Der Dienst ist gescheitert. In seinem Protokoll steht der Grund unter {id}.',

  'Issue it first.': 'Geben Sie ihn erst frei.',
  'Unissue it first.': 'Nehmen Sie ihn erst zurück zum Entwurf.',
  'Unissue it first, or void it.': 'Nehmen Sie ihn erst zurück zum Entwurf, oder stornieren Sie ihn.',
  'Delete or void it.': 'Löschen oder stornieren Sie ihn.',
  'Void it.': 'Stornieren Sie ihn.',
  'Units of it are picked.': 'Von ihm ist schon Ware kommissioniert.',
  'Units of it have left.': 'Ein Teil davon hat das Haus verlassen.',
  'Orders that are over are kept.': 'Abgeschlossene Aufträge bleiben.',
  'Part of it was picked up: close it short.': 'Ein Teil ist abgeholt: beenden Sie ihn vorzeitig.',
  'Delete {records:deletions}[{unissue:thenUnissue}][, or {end:end}].':
    'Löschen Sie erst {records}[{unissue}].[ Oder {end}.]',
  'It was picked up in whole; clone it to deliver the same again.':
    'Alles ist abgeholt. Für dieselbe Lieferung legen Sie eine Kopie an.',
  'Clone it to start anew.': 'Für einen neuen Anfang legen Sie eine Kopie an.',
  'Finish or delete it first.': 'Beenden oder löschen Sie das erst.',
  'Its orders were taken off it.': 'Seine Aufträge sind nicht mehr darauf.',
  'It may still be done: read the record before you send it again, or {how}':
    'Er kann trotzdem noch gelingen: sehen Sie nach, bevor Sie ihn noch einmal senden.',
};
