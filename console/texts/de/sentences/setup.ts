import type { Sentences } from './places.ts';

/** What the service says to the forms of Setup. */
export const setup: Sentences = {
  'Other records ({name:record}) refer to it, so it cannot be deleted.':
    'Anderes verweist noch darauf ({name}), deshalb lässt es sich nicht löschen.',
  'There is no {name:knownRecord} {id:n}.': '{name} {id} gibt es nicht.',
  'is required, because you have no current site': 'wird gebraucht, weil Sie an keinem Standort sind',
  'Site {site} has the moving location {name} (id {id:n}) already, and a site has one.':
    '{site} hat schon den Bewegungsplatz {name}, und ein Standort hat nur einen.',
  'Change its name, or deactivate it first.': 'Ändern Sie dessen Namen, oder nehmen Sie ihn erst außer Gebrauch.',
  '{name} holds goods of {orders}: it cannot be deactivated until they are picked up or given back.':
    'Auf {name} steht Ware von Aufträgen: bis sie abgeholt oder zurückgelegt ist, bleibt er in Gebrauch.',
  '{kind:entry} "{name}" is gone.': '{kind} „{name}“ ist weg.',
  '{kind:entry} "{name}" is new: {what}.': '{kind} „{name}“ ist neu: {what}.',
  '{kind:entry} "{name}" changed: {what}.': '{kind} „{name}“ ist anders: {what}.',
  'The order of the rules changed.': 'Die Reihenfolge der Regeln ist anders.',
  'Nothing has changed.': 'Es hat sich nichts geändert.',
  'Site {site} has no active storage location: make one with POST /location.':
    '{site} hat keinen Lagerplatz in Gebrauch.',
};
