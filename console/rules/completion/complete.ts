import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { completedFrom } from '../../orders/search/completion.ts';
import type { Texts } from '../../texts/en.ts';
import { conditionResource, givenNames } from './names.ts';
import { keysOf, type Offer, type Schema, schemasAt, valuesOf } from './schema.ts';
import { placeInYaml, type YamlPlace } from './yaml-place.ts';

const isCondition = ({ path, expects }: YamlPlace) =>
  expects === 'value' &&
  /^(when|unless)$/.test(path.at(-1) ?? '') &&
  path.some((key) => key === 'rules' || key === 'put_away');

/** Returns the completions of a file of rules: keys and values from the schema, and in conditions the names of orders or parts. */
export function completionOfRules(schema: () => Schema | null, texts: Texts['search']) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos, explicit } = context;
    const place = placeInYaml(state.doc.toString(), pos);
    if (!place) return null;
    if (isCondition(place)) {
      // A condition in quotes begins behind them.
      const start = place.from + (/^["']/.test(place.typed) ? 1 : 0);
      return completedFrom(start, context, conditionResource(place.path), texts);
    }
    const known = schema();
    if (!known || (!explicit && place.typed === '' && place.expects === 'key')) return null;
    const options = place.expects === 'key' ? keys(known, place) : values(known, place);
    if (options.length === 0) return null;
    return { from: place.from, options, validFor: /^[\p{L}\p{N}_.-]*$/u };
  };
}

function keys(schema: Schema, { path, beside }: YamlPlace): Completion[] {
  const given = givenNames(path);
  if (given) return given.map((label) => keyCompletion(label, false, ''));
  const schemas = schemasAt(schema, path);
  // A line of a list may be a value, such as a step.
  return [...keysOf(schemas, beside).map(ofKey), ...(path.at(-1) === '[]' ? valuesOf(schemas).map(ofValue) : [])];
}

const values = (schema: Schema, { path }: YamlPlace): Completion[] => valuesOf(schemasAt(schema, path)).map(ofValue);

const ofKey = ({ label, meaning, isParent }: Offer, place: number) => ({
  ...keyCompletion(label, isParent, meaning),
  // In the order of the schema, which has the usual ones first.
  boost: -place,
});

const ofValue = ({ label }: Offer, place: number): Completion => ({ label, type: 'enum', boost: -place });

const keyCompletion = (label: string, isParent: boolean, detail: string): Completion => ({
  label,
  detail,
  type: 'property',
  apply: (view: EditorView, _: Completion, from: number, to: number) => {
    const hasColon = /^\s*:/.test(view.state.sliceDoc(to, to + 2));
    view.dispatch(insertCompletionText(view.state, hasColon ? label : `${label}: `, from, to));
    // Values, where there are few.
    if (!isParent) startCompletion(view);
  },
});
