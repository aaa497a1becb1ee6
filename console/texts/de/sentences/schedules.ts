import type { Sentences } from './places.ts';

/** Why the service refuses something about a schedule, and why a schedule does not run. */
export const schedules: Sentences = {
  'The Temporal server does not answer: {why}[.] Try again later.':
    'Der Temporal-Server antwortet nicht: {why}. Versuchen Sie es später noch einmal.',
  'The Temporal server has no namespace {name:word}. TEMPORAL_NAMESPACE names the one of the service.':
    'Der Temporal-Server hat keinen Namespace {name}. TEMPORAL_NAMESPACE nennt den des Dienstes.',
  'Temporal does not have the schedule yet.': 'Temporal hat den Zeitplan noch nicht.',
  'Conveyor did not create the schedule.': 'Conveyor hat den Zeitplan nicht angelegt.',
  'A bulk run with the action {action:word} needs the permission {permission:word}. An administrator can give it.':
    'Ein Sammellauf mit der Aktion {action} braucht die Berechtigung {permission}. Ein Administrator kann sie Ihnen geben.',
  '"{name}" leads to {records:word} records, which need the permission {permission:word}. An administrator can give it.':
    '„{name}“ führt zu Datensätzen, für die Sie die Berechtigung {permission} brauchen. Ein Administrator kann sie Ihnen geben.',
  'Schedule {name} starts bulk runs for the orders of all sites, and you may not act at site {id:n} ({site}).':
    'Der Zeitplan {name} startet Sammelläufe für die Aufträge aller Standorte, und am Standort {site} ({id}) dürfen Sie nichts tun.',
  'Or start a bulk run of your own: POST /bulkrun.': 'Oder starten Sie selbst einen Sammellauf.',
  'What schedule {name} starts was changed outside of Conveyor.':
    'Was der Zeitplan {name} startet, wurde außerhalb von Conveyor geändert.',
  "To make it as the operators' file says: POST /schedule/apply.":
    'Wenden Sie die Datei an, damit er wieder so ist, wie sie es sagt.',
  "Temporal does not have the schedule {name} of the operators' file yet.":
    'Temporal hat den Zeitplan {name} aus der Datei noch nicht.',
  'To create it: POST /schedule/apply.': 'Wenden Sie die Datei an, um ihn anzulegen.',
  'Temporal has a schedule {name} that Conveyor did not create.':
    'Temporal hat einen Zeitplan {name}, den Conveyor nicht angelegt hat.',
  'Choose another name in the file.': 'Wählen Sie in der Datei einen anderen Namen.',
  'Temporal has no schedule {name}.': 'Temporal hat keinen Zeitplan {name}.',
  'The schedules are {names}.': 'Die Zeitpläne sind {names}.',
  'There are no schedules.': 'Es gibt keine Zeitpläne.',
  'must not be in the future: the schedule runs then by itself':
    'darf nicht in der Zukunft liegen: dann läuft der Zeitplan von selbst',
  'must not be after the end of the period': 'darf nicht nach dem Ende des Zeitraums liegen',
  'Schedule {name} has {count:n} or more due times in this period, and a call starts {most:n} at most.':
    'Der Zeitplan {name} hat in diesem Zeitraum mindestens {count} Termine, und es lassen sich höchstens {most} auf einmal starten.',
  'Schedule {name} has {count:n} due times in this period, and a call starts {most:n} at most.':
    'Der Zeitplan {name} hat in diesem Zeitraum {count} Termine, und es lassen sich höchstens {most} auf einmal starten.',
  'Name a shorter period.': 'Nennen Sie einen kürzeren Zeitraum.',
};
