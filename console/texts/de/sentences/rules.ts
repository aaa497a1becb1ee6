import type { Sentences } from './places.ts';

/** What the service says about texts of rules and about plans. Names of rules, files and values stay as somebody wrote them. */
export const rules: Sentences = {
  '"{rule}" can never fire: no {subject:subject} matches {condition:ruleCondition}':
    '"{rule}" trifft nie zu: auf {subject} passt {condition}',
  '"{rule}" can never fire: {other} holds for the same {subjects:subjects}, and only the first applies':
    '"{rule}" trifft nie zu: {other} gilt für dieselben {subjects}, und nur die erste zählt',
  '"{rule}" has no effect with {actions:names}: {other} holds for the same {subjects:subjects}, comes first and decides {decision}':
    '"{rule}" bewirkt nichts mit {actions}: {other} gilt für dieselben {subjects}, kommt zuerst und entscheidet {decision}',
  '"{rule}" changes nothing: {other} holds for the same {subjects:subjects} and decided it before':
    '"{rule}" ändert nichts: {other} gilt für dieselben {subjects} und hat es vorher entschieden',
  '"{rule}" changes nothing: {others:names} hold for the same {subjects:subjects} and decided it before':
    '"{rule}" ändert nichts: {others} gelten für dieselben {subjects} und haben es vorher entschieden',
  '"{rule}" names the site "{site}", which does not exist': '"{rule}" nennt den Standort "{site}", den es nicht gibt',
  '"{rule}" names the user group "{group}", which does not exist':
    '"{rule}" nennt die Gruppe "{group}", die es nicht gibt',
  '"{rule}" names the service level "{level}", which no carrier has':
    '"{rule}" nennt die Versandart "{level}", die kein Frachtführer hat',
  '"{rule}" names the location "{location}", and {lacks:lacks} storage location of this name that is not in use':
    '"{rule}" nennt den Lagerplatz "{location}", und {lacks} Lagerplatz dieses Namens, der nicht in Gebrauch ist',
  '"{rule}" names the location "{location}", and {lacks:lacks} storage location of this name that is in use':
    '"{rule}" nennt den Lagerplatz "{location}", und {lacks} Lagerplatz dieses Namens, der in Gebrauch ist',

  'Test cases: {counts:caseChanges}.': 'Fälle: {counts}.',

  '{what:decision}: expected {expected:decided}, is {is:decided}': '{what}: erwartet {expected}, ist {is}',
  '{what:decision}: {before:decided} → {after:decided}': '{what}: {before} → {after}',
  'require {step:planStep}': '{step} wird gebraucht',
  'skip {step:planStep}': '{step} entfällt',
  '{step:planStep} {by:by}': '{step} {by}',
  'forbid automatic {step:planStep}': '{step} nicht automatisch',
  'allow automatic {step:planStep}': '{step} darf automatisch sein',
  '{what:claim}: {is}': '{what}: {is}',

  '{changed:count} of {all:count} orders would have another plan.':
    '{changed} von {all} Aufträgen hätten einen anderen Plan.',
  'The service cannot write {path}. Download the edited text, and write it there.':
    'Der Dienst kann {path} nicht schreiben. Laden Sie den Text herunter, und schreiben Sie ihn dorthin.',
  "The operators' file does not allow this. Write {entry} into it and reload it, or download the edited text.":
    'Die Datei der Betreiber erlaubt das nicht. Schreiben Sie {entry} hinein, und lesen Sie sie neu, oder laden Sie den Text herunter.',
  'Rule set {active:word} is active, and the edited text began from {began:word}. Compare the text with the newer one (GET /config/files), and send it with that hash.':
    'Es gelten die Regeln {active}, und Ihr Text begann mit {began}. Vergleichen Sie ihn mit dem neueren Text.',
  'Changes of {files} are not active. Activate them by a reload, or undo them, first.':
    'Änderungen in {files} gelten noch nicht. Lassen Sie sie erst gelten, oder nehmen Sie sie zurück.',
};
