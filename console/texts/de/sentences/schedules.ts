import type { Rule } from './pattern.ts';

/** Why the service refuses something about a schedule, and why a schedule does not run. */
export const schedules: readonly Rule[] = [
  [
    /^The Temporal server does not answer: (.+?)\.? Try again later\.$/s,
    (why) => `Der Temporal-Server antwortet nicht: ${why}. Versuchen Sie es später noch einmal.`,
  ],
  [
    /^The Temporal server has no namespace (\S+)\. TEMPORAL_NAMESPACE names the one of the service\.$/,
    (name) => `Der Temporal-Server hat keinen Namespace ${name}. TEMPORAL_NAMESPACE nennt den des Dienstes.`,
  ],
  [/^Temporal does not have the schedule yet\.$/, () => 'Temporal hat den Zeitplan noch nicht.'],
  [/^Conveyor did not create the schedule\.$/, () => 'Conveyor hat den Zeitplan nicht angelegt.'],
  [
    /^A bulk run with the action (\w+) needs the permission (\S+)\. An administrator can give it\.$/,
    (action, permission) =>
      `Ein Sammellauf mit der Aktion ${action} braucht die Berechtigung ${permission}. Ein Administrator kann sie Ihnen geben.`,
  ],
  [
    /^"(.+)" leads to (\S+) records, which need the permission (\S+)\. An administrator can give it\.$/,
    (name, _, permission) =>
      `„${name}“ führt zu Datensätzen, für die Sie die Berechtigung ${permission} brauchen. Ein Administrator kann sie Ihnen geben.`,
  ],
  [
    /^Schedule (.+) starts bulk runs for the orders of all sites, and you may not act at site (\d+) \((.+)\)\.$/,
    (name, id, site) =>
      `Der Zeitplan ${name} startet Sammelläufe für die Aufträge aller Standorte, und am Standort ${site} (${id}) dürfen Sie nichts tun.`,
  ],
  [/^An administrator can add the site to your site_ids\.$/, () => 'Ein Administrator kann Ihnen den Standort geben.'],
  [/^Or start a bulk run of your own: POST \/bulkrun\.$/, () => 'Oder starten Sie selbst einen Sammellauf.'],
  [
    /^What schedule (.+) starts was changed outside of Conveyor\.$/,
    (name) => `Was der Zeitplan ${name} startet, wurde außerhalb von Conveyor geändert.`,
  ],
  [
    /^To make it as the operators' file says: POST \/schedule\/apply\.$/,
    () => 'Wenden Sie die Datei an, damit er wieder so ist, wie sie es sagt.',
  ],
  [
    /^Temporal does not have the schedule (.+) of the operators' file yet\.$/,
    (name) => `Temporal hat den Zeitplan ${name} aus der Datei noch nicht.`,
  ],
  [/^To create it: POST \/schedule\/apply\.$/, () => 'Wenden Sie die Datei an, um ihn anzulegen.'],
  [
    /^Temporal has a schedule (.+) that Conveyor did not create\.$/,
    (name) => `Temporal hat einen Zeitplan ${name}, den Conveyor nicht angelegt hat.`,
  ],
  [/^Choose another name in the file\.$/, () => 'Wählen Sie in der Datei einen anderen Namen.'],
  [/^Temporal has no schedule (.+)\.$/, (name) => `Temporal hat keinen Zeitplan ${name}.`],
  [/^The schedules are (.+)\.$/, (names) => `Die Zeitpläne sind ${names}.`],
  [/^There are no schedules\.$/, () => 'Es gibt keine Zeitpläne.'],
  [
    /^must not be in the future: the schedule runs then by itself$/,
    () => 'darf nicht in der Zukunft liegen: dann läuft der Zeitplan von selbst',
  ],
  [/^must not be after the end of the period$/, () => 'darf nicht nach dem Ende des Zeitraums liegen'],
  [
    /^Schedule (.+) has (\d+)( or more)? due times in this period, and a call starts (\d+) at most\.$/,
    (name, count, more, most) =>
      `Der Zeitplan ${name} hat in diesem Zeitraum ${more ? 'mindestens ' : ''}${count} Termine, und es lassen sich höchstens ${most} auf einmal starten.`,
  ],
  [/^Name a shorter period\.$/, () => 'Nennen Sie einen kürzeren Zeitraum.'],
];
