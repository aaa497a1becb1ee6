import type { Sentences } from './places.ts';

/** What the service says about a scanned code, and about units that a person reports. */
export const scans: Sentences = {
  'This is {kind:kind} {label}.': 'Das ist {kind} {label}.',
  'No record has the code {code}.': 'Den Code {code} hat hier nichts.',
  'Pick {label:word} is {is:state}.': 'Der Pick {label} ist {is}.',
  'Pack {label:word} is {is:state}.': 'Die Packliste {label} ist {is}.',
  'Ship {label:word} is {is:state}.': 'Der Versand {label} ist {is}.',
  'Everything of the pick is picked.': 'Alles von diesem Pick ist gepickt.',
  'The pick asks for {part}[ at {places:names}].': 'Gebraucht wird {part}[ auf {places}].',
  'Everything is in cartons.': 'Alles ist in Kartons.',
  'To pack: {parts:quantities}.': 'Zu packen: {parts}.',
  'Everything at {place} is picked.': 'Auf {place} ist alles gepickt.',
  'All of {part} is picked.': 'Von {part} ist alles gepickt.',
  'All of {part} is in cartons.': 'Von {part} ist alles in Kartons.',
  '{unit:unit} {value} of {part} is not at {places:names}.': '{unit} {value} von {part} liegt nicht auf {places}.',
  '{unit:unit} {value} of {part} is not.': '{unit} {value} von {part} liegt nicht bereit.',
  'One scan counts {units:word} of {part}, and the pick asks for {wanted:word}[ at {places:names}].':
    'Ein Scan zählt {units} von {part}; gebraucht werden {wanted}[ auf {places}].',
  'One scan counts {units:word} of {part}, and {loose:word} of {same} is to pack.':
    'Ein Scan zählt {units} von {part}; zu packen ist {loose}.',
  'One scan counts {units:word} of {part}, and {loose:word} of {same} are to pack.':
    'Ein Scan zählt {units} von {part}; zu packen sind {loose}.',
  'Location {place} is no storage location in use.': '{place} ist kein Lagerplatz in Gebrauch.',
  'The receipt takes every part.': 'Dieser Wareneingang nimmt alles an.',
  'Everything is received.': 'Alles ist eingetroffen.',
  'All of {part} is received.': 'Von {part} ist alles eingetroffen.',
  'Expected: {parts:quantities}.': 'Erwartet: {parts}.',
  'One scan counts {units:word} of {part}, and at most {most:word} may come in.':
    'Ein Scan zählt {units} von {part}; höchstens {most} dürfen eintreffen.',
  'Carton {carton} is of pack {other}, and not of {own}.':
    'Karton {carton} gehört zur Packliste {other} und nicht zu {own}.',
  'Carton {carton} is {is:state}.': 'Karton {carton} ist {is}.',
  'Lot {lot} of {part} expired on {day:word}.': 'Charge {lot} von {part} ist am {day} abgelaufen.',
  '{part} expired on {day:word}.': '{part} ist am {day} abgelaufen.',

  'Order {order} is void.': 'Auftrag {order} ist storniert.',
  'Order {order} is not on {kind:kind} {list:word}.': 'Auftrag {order} ist nicht auf: {kind} {list}.',
  'Ship {ship:word} takes its own cartons.': 'Versand {ship} nimmt nur seine eigenen Kartons.',
  'Pickup {pickup:word} has other cartons.': 'Abholung {pickup} hat andere Kartons.',
  '{carrier:theCarrier} takes cartons and orders that are ready for pickup.':
    '{carrier} nimmt, was zur Abholung bereit ist.',
  'Carton {carton} is on ship {ship:word}.': 'Karton {carton} ist auf Versand {ship}.',
  'Carton {carton} is on another ship.': 'Karton {carton} ist auf einem anderen Versand.',
  'Carton {carton}[ of order {order}][ of orders {orders:names}] is on no ship.':
    'Karton {carton}[ mit {order}][ mit {orders}] ist auf keinem Versand.',
  'Carton {carton}[ of order {order}][ of orders {orders:names}] is not picked up.':
    'Karton {carton}[ mit {order}][ mit {orders}] ist nicht abgeholt.',
  'Carton {carton}[ of order {order}][ of orders {orders:names}] is not ready for pickup: it has to be shipped first.':
    'Karton {carton}[ mit {order}][ mit {orders}] ist nicht bereit: er muss erst versendet werden.',
  'Carton {carton} left with another pickup.': 'Karton {carton} ist schon abgeholt.',
  'Carton {carton} left with pickup {pickup:word}.': 'Karton {carton} ist schon abgeholt ({pickup}).',
  'Carton {carton} was picked up[ with {pickup:word}].': 'Karton {carton} ist schon abgeholt[ ({pickup})].',
  '{what:parcel} of another carrier: {label} goes with {other}, and not with {own}.':
    '{what} eines anderen Frachtführers: {label} geht mit {other}, nicht mit {own}.',
  '{what:parcel} of another carrier: {label} goes with {other}.':
    '{what} eines anderen Frachtführers: {label} geht mit {other}.',
  '{what:parcel} of another carrier: {label} does not go with {own}.':
    '{what} eines anderen Frachtführers: {label} geht nicht mit {own}.',
  '{what:parcel} of another carrier: {label} is not of this one.': '{what} eines anderen Frachtführers: {label}.',
  'Order {order} is on hold[: {reason}].': 'Auftrag {order} ist angehalten[: {reason}].',
  'Order {order} has 1 carton ready: scan each carton.': 'Von Auftrag {order} ist 1 Karton bereit: scannen Sie jeden.',
  'Order {order} has {count:n} cartons ready: scan each carton.':
    'Von Auftrag {order} sind {count} Kartons bereit: scannen Sie jeden.',
  'Nothing of order {order} is ready for pickup: it is {is:state}.':
    'Von Auftrag {order} ist nichts zur Abholung bereit: er ist {is}.',

  'Pickline {line:n} is committed, or has no place. To report its units, give it back first: {call}':
    'Die Zeile {line} ist schon gepickt oder hat keinen Platz. Ihre Stücke lassen sich hier nicht mehr melden.',
  'Only {left:word} of part {part} are left to count for pickline {line:n}, and {damaged:word} are damaged. Take back the count of the damaged units first.':
    'Von {part} sind nur noch {left} zu zählen, und {damaged} sind beschädigt. Nehmen Sie zuerst die Zählung der beschädigten zurück.',
};
