import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { secretName } from './file/variables.ts';

/** A file of a configuration, the operators' own first. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The words for one entry of a section whose entries have names. */
const namedSections: Readonly<Record<string, string>> = {
  rules: 'Rule',
  carriers: 'Carrier',
  workflows: 'Workflow',
  schedules: 'Schedule',
  printers: 'Printer',
};

/**
 * Returns what changed from one configuration to another, a sentence for each rule, carrier, workflow, schedule and printer, for all test
 * cases, and for each key of the other sections. Comments and the layout of the files do not count.
 */
export function configurationChanges(before: readonly FileText[], after: readonly FileText[]): string[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const sections = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return sections.flatMap((section) => {
    const [one, other] = [old[section] ?? {}, now[section] ?? {}];
    if (section === 'cases') return caseChanges(one, other);
    const word = namedSections[section];
    if (word === undefined) return keyChanges(section, one, other);
    const changes = entryChanges(word, one, other);
    return section === 'rules' && isReordered(one, other) ? [...changes, 'The order of the rules changed.'] : changes;
  });
}

/** Returns the number of rules in a configuration. */
export const ruleCount = (files: readonly FileText[]): number => Object.keys(sectionsOf(files).rules ?? {}).length;

/** Returns the entries of all files by section. Lists of named entries become objects, in the order of the list. */
function sectionsOf(files: readonly FileText[]): Record<string, Values> {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const { text } of files) {
    for (const [section, value] of Object.entries((parsed(text) ?? {}) as Values)) {
      sections[section] = { ...sections[section], ...entriesOf(section, value) };
    }
  }
  return sections;
}

/** A text that was active once is valid; another one has no entries. */
function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Returns the entries of a section. A value without names has the empty name. */
function entriesOf(section: string, value: unknown): Values {
  if (isValues(value)) return value;
  if (!Array.isArray(value) || !(section in namedSections || section === 'cases'))
    return value === null ? {} : { '': value };
  return Object.fromEntries(
    value.filter(isValues).map(({ name, ...members }, index) => [typeof name === 'string' ? name : index, members]),
  );
}

/** Returns one sentence for all test cases: they change nothing for orders. */
function caseChanges(before: Values, after: Values): string[] {
  const isIn = (values: Values) => (name: string) => name in values;
  const names = { before: Object.keys(before), after: Object.keys(after) };
  const counts: readonly (readonly [number, string])[] = [
    [names.after.filter((name) => !isIn(before)(name)).length, 'new'],
    [
      names.after.filter((name) => isIn(before)(name) && !isDeepStrictEqual(before[name], after[name])).length,
      'changed',
    ],
    [names.before.filter((name) => !isIn(after)(name)).length, 'gone'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? [] : [`Test cases: ${parts.join(', ')}.`];
}

function entryChanges(word: string, before: Values, after: Values): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const subject = `${word} "${name}"`;
    if (!(name in before)) return [`${subject} is new: ${membersText(after[name])}.`];
    if (!(name in after)) return [`${subject} is gone.`];
    const changes = memberChanges(before[name], after[name]);
    return changes.length === 0 ? [] : [`${subject} changed: ${changes.join('; ')}.`];
  });
}

function memberChanges(before: unknown, after: unknown): string[] {
  if (!isValues(before) || !isValues(after)) {
    return isDeepStrictEqual(before, after) ? [] : [`${textOf(before)} → ${textOf(after)}`];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${name} ${shownMember(name, before[name])} → ${shownMember(name, after[name])}`);
}

/** Returns a sentence for each changed key, with its path: `issue.stock.short: wait → attention.` */
function keyChanges(path: string, before: unknown, after: unknown): string[] {
  if (!isValues(before) || !isValues(after)) {
    return isDeepStrictEqual(before, after)
      ? []
      : [`${path}: ${shownMember(path, before)} → ${shownMember(path, after)}.`];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => keyChanges(name === '' ? path : `${path}.${name}`, before[name], after[name]));
}

function isReordered(before: Values, after: Values): boolean {
  const kept = (one: Values, other: Values) => Object.keys(one).filter((name) => name in other);
  return !isDeepStrictEqual(kept(before, after), kept(after, before));
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersText = (value: unknown): string =>
  isValues(value)
    ? Object.entries(value)
        .map(([name, member]) => `${name} ${shownMember(name, member)}`)
        .join('; ')
    : textOf(value);

const shownMember = (name: string, value: unknown): string => textOf(withoutSecrets(name, value));

/** Hides secrets at any depth. A reference to the environment is not a secret. */
function withoutSecrets(name: string, value: unknown): unknown {
  if (isValues(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutSecrets(key, member)]));
  }
  return secretName.test(name) && typeof value === 'string' && !/^\$\{\w+\}$/.test(value) ? '(hidden)' : value;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'string') return value;
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
