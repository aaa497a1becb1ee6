import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { FieldType } from '../../../lib/expressions/entity.ts';
import { equality, everyOperator, ordering } from '../../../lib/expressions/kinds/kind.ts';
import type { Texts } from '../../texts/en.ts';
import { namesOf, type ResourceNames, readNames, resourceAt, wordOf } from './names.ts';
import { type Place, placeAfter } from './place.ts';

const operatorsOf: Readonly<Record<FieldType, ReadonlySet<string>>> = {
  integer: ordering,
  decimal: ordering,
  timestamp: ordering,
  date: ordering,
  text: everyOperator,
  boolean: equality,
  json: everyOperator,
};
const joints = ['&&', '||'];
const words = ['IN', 'NOT IN', 'IS NULL', 'IS NOT NULL'];
const daysAgo = [0, 1, 7, 30];

/** Returns the completions of expressions about a resource. */
export function completionOf(resource: string, texts: Texts['search']) {
  return (context: CompletionContext): Promise<CompletionResult | null> => completedFrom(0, context, resource, texts);
}

/** Returns the completions of an expression that is a part of a text. @param start where the expression begins */
export async function completedFrom(
  start: number,
  { state, pos, explicit, view }: CompletionContext,
  resource: string,
  texts: Texts['search'],
): Promise<CompletionResult | null> {
  const place = placeAfter(state.sliceDoc(start, pos));
  const from = start + place.from;
  if (!explicit && !opensByItself(place, state.sliceDoc(start, from))) return null;
  const options = await optionsAt(place, resource, texts).catch(() => []);
  if (options.length === 0 || view?.hasFocus === false) return null;
  // A value is completed with its quotes.
  const to = place.word.startsWith('"') && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  return { from, to, options, validFor: /^"?[\p{L}\p{N}_ ]*$/u };
}

/** Returns whether completions open while somebody types. At the start most people type a number or a name. */
function opensByItself({ word, expects }: Place, before: string): boolean {
  if (word !== '') return true;
  return expects === 'name' ? /[.[(]$/.test(before) : expects === 'value' || /\s$/.test(before);
}

async function optionsAt(place: Place, resource: string, texts: Texts['search']): Promise<readonly Completion[]> {
  switch (place.expects) {
    case 'name':
      return names(place, resource, texts);
    case 'operator':
      return operators(place, resource);
    case 'value':
      return values(place, resource, texts);
    case 'null':
      return ['NULL', 'NOT NULL'].map((label) => ({ label, type: 'keyword', apply: followedBy(' ') }));
    case 'joint': {
      const { operators: all } = await readNames(resource);
      return meant(all, joints, followedBy(' ', true));
    }
    case 'nothing':
      return [];
  }
}

async function names(
  { relations, isInCall }: Place,
  resource: string,
  texts: Texts['search'],
): Promise<readonly Completion[]> {
  const target = await resourceAt(resource, relations);
  if (target === null) return [];
  const { fields, meanings = {}, relations: further } = await namesOf(target);
  const { functions, operators: all } = await readNames(resource);
  const isFirst = relations.length === 0 && !isInCall;
  return [
    ...Object.entries(fields).map(([label, type]) => ({
      label,
      detail: meanings[label] ?? texts.types[type] ?? type,
      type: 'property',
      apply: isInCall ? followedBy('') : followedBy(type === 'json' ? '.' : ' ', type !== 'json'),
    })),
    ...Object.entries(further).map(([label, to]) => ({
      label,
      detail: meanings[label] ?? `${texts.relation}: ${wordOf(to)}`,
      type: 'namespace',
      apply: isInCall ? followedBy('') : followedBy('.', true),
    })),
    ...(isFirst ? meant(functions, null, followedBy('(', true)) : []),
    ...(isFirst ? meant(all, ['NOT'], followedBy(' (', true)) : []),
  ];
}

interface Subject {
  readonly names: ResourceNames;
  readonly field: string;
  readonly type: FieldType;
}

/** Returns the field before an operator; null for relations and unknown names. */
async function subjectOf({ relations, subject }: Place, resource: string): Promise<Subject | null> {
  // A function ends with an empty name, and has a number.
  if (subject.at(-1) === '') return { names: { fields: {}, relations: {} }, field: '', type: 'decimal' };
  const jsonAt = subject.findIndex((name, index) => index < subject.length - 1 && name === 'custom');
  const path = jsonAt < 0 ? subject : subject.slice(0, jsonAt + 1);
  const target = await resourceAt(resource, [...relations, ...path.slice(0, -1)]);
  const field = path.at(-1) ?? '';
  const found = target === null ? undefined : await namesOf(target);
  const type = found?.fields[field] as FieldType | undefined;
  return found && type ? { names: found, field, type } : null;
}

async function operators(place: Place, resource: string): Promise<readonly Completion[]> {
  const subject = await subjectOf(place, resource);
  if (!subject) return [];
  const { operators: all } = await readNames(resource);
  const possible = [...operatorsOf[subject.type], ...words];
  return meant(all, possible, (view, completion, from, to) => {
    const isDone = completion.label.endsWith('NULL');
    const isList = completion.label.endsWith('IN');
    followedBy(isList ? ' (' : ' ', !isDone)(view, completion, from, to);
  });
}

async function values(place: Place, resource: string, texts: Texts['search']): Promise<readonly Completion[]> {
  const subject = await subjectOf(place, resource);
  if (!subject) return [];
  const { names: known, field, type } = subject;
  const few = known.values?.[field];
  if (few) return few.map((value) => ({ label: JSON.stringify(value), type: 'enum', apply: followedBy('') }));
  if (type === 'boolean') return ['true', 'false'].map((label) => ({ label, type: 'enum', apply: followedBy('') }));
  if (type !== 'timestamp' && type !== 'date') return [];
  return daysAgo.map((days) => ({
    label: days === 0 ? 'now' : `now-${days}d`,
    detail: texts.recently(days),
    type: 'constant',
    boost: -days,
    apply: followedBy(''),
  }));
}

type Apply = (view: EditorView, completion: Completion, from: number, to: number) => void;

/** Inserts a completion with a text after it. @param goesOn whether the next completion opens at once */
function followedBy(after: string, goesOn = false): Apply {
  return (view, { label }, from, to) => {
    view.dispatch(insertCompletionText(view.state, label + after, from, to));
    if (goesOn) startCompletion(view);
  };
}

function meant(
  all: readonly { readonly name: string; readonly meaning: string }[],
  wanted: readonly string[] | null,
  apply: Apply,
): Completion[] {
  return all
    .filter(({ name }) => wanted === null || wanted.includes(name))
    .map(({ name, meaning }, index) => ({ label: name, detail: meaning, type: 'keyword', boost: -index, apply }));
}
