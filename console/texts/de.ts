import { board } from './de/board.ts';
import { bulkRuns } from './de/bulkRuns.ts';
import { cartons } from './de/cartons.ts';
import { documents } from './de/documents.ts';
import { draft } from './de/draft.ts';
import { faults } from './de/faults.ts';
import { keys } from './de/keys.ts';
import { order } from './de/order.ts';
import { palette } from './de/palette.ts';
import { search } from './de/search.ts';
import { selection } from './de/selection.ts';
import { views } from './de/views.ts';
import { whereabouts } from './de/whereabouts.ts';
import type { Texts } from './en.ts';

const orders = (count: number) => `${count.toLocaleString('de')} ${count === 1 ? 'Auftrag' : 'Aufträge'}`;

/** The texts of the console in German. */
export const de: Texts = {
  order,
  cartons,
  documents,
  faults,
  keys,
  palette,
  draft,
  signIn: {
    title: 'Bei Conveyor anmelden',
    again: 'Die Sitzung ist beendet. Melden Sie sich wieder an, dann geht es auf dieser Seite weiter.',
    email: 'E-Mail',
    password: 'Passwort',
    button: 'Anmelden',
    withLink: 'Anmeldung mit dem Link …',
    needsHttps:
      'Die Konsole braucht HTTPS, oder die Adresse localhost oder 127.0.0.1: sonst behalten Browser keine Sitzung. Siehe „TLS by a proxy“ im Handbuch.',
  },
  navigation: {
    label: 'Seiten',
    today: 'Heute',
    orders: 'Aufträge',
    work: 'Arbeit',
    returns: 'Retouren',
    bulkRuns: 'Sammelläufe',
    schedules: 'Zeitpläne',
    rules: 'Regeln',
    setup: 'Einrichtung',
    users: 'Benutzer',
    groups: 'Gruppen',
    permissions: 'Berechtigungen',
    sessions: 'Sitzungen',
    sites: 'Standorte',
    locations: 'Lagerplätze',
    carriers: 'Frachtführer',
    cartonTypes: 'Kartontypen',
    config: 'Konfiguration',
    verify: 'Prüfen',
    webhooks: 'Webhooks',
    webhookLog: 'Protokoll der Webhooks',
    me: 'Ich',
    signOut: 'Abmelden',
    dark: 'Dunkle Farben',
    light: 'Helle Farben',
    language: 'Sprache',
    skip: 'Zum Inhalt',
  },
  problem: {
    noAnswer: 'Der Dienst hat nicht geantwortet',
    refused: 'Der Dienst hat das abgelehnt',
    retry: 'Noch einmal',
    copy: 'Kopieren',
    copied: 'Kopiert',
    close: 'Schließen',
  },
  calls: {
    copy: 'Als curl kopieren',
    show: 'Befehle neben Knöpfen',
    explained: 'Kopiert den Aufruf eines Knopfes als Befehl für eine Shell.',
  },
  today: {
    title: 'Heute',
    empty: 'Kein Auftrag wartet auf jemanden. Neue Aufträge erscheinen hier von selbst.',
    open: (count: number) => `${orders(count)} in Arbeit`,
    oldest: (time: string) => `der älteste ${time}`,
    attention: 'Zu klären',
    held: 'Angehalten',
    hand: 'Von Hand zu tun',
    waiting: 'Wartet auf etwas',
    working: 'Conveyor arbeitet daran',
    carriers: 'Nach Frachtführer',
    noCarrier: 'Ohne Frachtführer',
    late: 'Verspätet',
    issuedLongAgo: 'Vor mehr als einem Tag freigegeben',
    short: 'Ware fehlt',
    bulkRuns: 'Sammelläufe',
    paused: 'angehalten',
    running: 'läuft',
    bulkCounts: (done, total) => `${done.toLocaleString('de')} von ${total.toLocaleString('de')}`,
    bulkFaults: (failed, warned) =>
      [
        failed > 0 && `${failed.toLocaleString('de')} gescheitert`,
        warned > 0 && `${warned.toLocaleString('de')} mit Warnungen`,
      ]
        .filter(Boolean)
        .join(', '),
    bulkProgress: (id) => `Fortschritt des Sammellaufs ${id}`,
    webhooks: 'Webhooks, die scheitern',
    failingSince: (time) => `zuerst gescheitert ${time}`,
    switchedOff: 'abgeschaltet',
    lastAnswer: (answer, time) => `Letzte Antwort ${time}: ${answer}`,
    noRights:
      'Hier ist nichts, was Sie sehen dürfen. Ein Administrator kann Ihnen Berechtigungen geben, etwa salesorder.read.',
  },
  orders: {
    title: 'Aufträge',
    search: 'Aufträge suchen',
    count: orders,
    atLeast: (count: number) => `${count.toLocaleString('de')}+ Aufträge`,
    none: 'Kein Auftrag passt.',
    newer: (count: number) => `${count} neue zeigen`,
    refresh: 'Neu laden',
    gone: 'nicht mehr in dieser Ansicht',
    beforeFault: 'Die Suche hat einen Fehler. Die Liste ist die der Suche davor.',
    noneForFault: 'Die Suche hat einen Fehler, deshalb wurde nichts gesucht.',
  },
  search,
  views,
  board,
  bulkRuns,
  selection,
  me: {
    title: 'Ich',
    appearance: 'Sprache und Farben',
    colors: 'Farben',
    likeSystem: 'Wie im System',
    password: 'Passwort',
    presentPassword: 'Jetziges Passwort',
    newPassword: 'Neues Passwort',
    endsOthers: 'Mindestens 8 Zeichen. Ihre anderen Sitzungen enden.',
    change: 'Passwort ändern',
    passwordChanged: 'Das Passwort ist geändert. Ihre anderen Sitzungen sind beendet.',
    sessions: 'Sitzungen',
    thisSession: 'diese Sitzung',
    lastUsed: (time: string) => `zuletzt benutzt ${time}`,
    end: 'Beenden',
  },
  states: {
    working: 'in Arbeit',
    waiting: 'wartet',
    attention: 'zu klären',
    held: 'angehalten',
    done: 'erledigt',
  },
  steps: {
    issue: 'Freigabe',
    pick: 'Kommissionierung',
    pack: 'Verpacken',
    ship: 'Versand',
    pickup: 'Abholung',
  },
  whereabouts,
  units: { day: 'Tg.', hour: 'Std.', minute: 'Min.' },
};
