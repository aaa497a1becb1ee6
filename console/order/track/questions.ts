import { grouped } from '../../../lib/grouped.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Reason } from '../order.ts';
import { conditionText, isMet } from './condition-words.ts';

type Words = Texts['order']['track'];

/** One question that the plan answers, with all who had an answer. */
export interface Question {
  /** The question without its step, such as `required` or `by`. */
  readonly name: string;
  /** The claim that decided; undefined without a decision. */
  readonly winner: Reason | undefined;
  /** It, and others that count beside it, such as two notes. */
  readonly winners: readonly Reason[];
  /** Claims that applied, and lost to a stronger one. */
  readonly overruled: readonly Reason[];
  /** Rules whose conditions are false, and rules that are evaluated later. */
  readonly others: readonly Reason[];
}

/** Most interesting questions first. */
const ranks: Readonly<Record<string, number>> = { required: 0, by: 1, remark: 3 };

/** Returns the questions of the reasons, in the order of the plan: first whether, then by whom. */
export function questionsOf(reasons: readonly Reason[]): Question[] {
  const byName = grouped(reasons, ({ decides }) => (decides === null ? 'remark' : decides.replace(/^.*\./, '')));
  const rank = (name: string) => ranks[name] ?? 2;
  return [...byName]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, own]) => {
      const winners = own.filter(({ fired, overruled_by }) => fired && overruled_by === undefined);
      return {
        name,
        winner: winners[0],
        winners,
        overruled: own.filter(({ fired: applies, overruled_by }) => applies && overruled_by !== undefined),
        others: own.filter(({ fired: applies }) => !applies),
      };
    });
}

/** Returns the answer of a claim in words, such as `by hand` for `pick.by`. */
export function answerWords(name: string, value: unknown, texts: Words): string {
  if (name === 'required') return value === true ? texts.required : texts.notRequired;
  if (name === 'by') return value === 'hand' ? texts.hand : texts.automatic;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === null || value === undefined) return texts.nothing;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the source of a claim, such as `Rule "Small orders"`. */
export const sourceWords = ({ source, name }: Pick<Reason, 'source' | 'name'>, { sources, named }: Words): string =>
  source === 'default' ? (sources.default ?? source) : named(sources[source] ?? source, name);

/** Returns who overruled a claim, in the words of the page: the plan has `rule "Small orders"`. */
export function overruledWords({ overruled_by = '' }: Reason, texts: Words): string {
  const [, source = '', name = ''] = /^(\w+) "(.*)"$/s.exec(overruled_by) ?? [];
  return texts.overruled(name === '' ? overruled_by : texts.named(texts.sources[source] ?? source, name));
}

/** Returns the place of a claim, such as `fulfillment.yaml:12`; null for a claim that no file has. */
export const placeOf = ({ file, line }: Reason): string | null =>
  file === null ? null : `${file.replace(/^.*\//, '')}${line === null ? '' : `:${line}`}`;

/** Returns what would lead to another answer: conditions of the claim that decided, and of rules that do not apply. */
export function changesOf({ name, winner, overruled, others }: Question, texts: Words): string[] {
  if (name === 'remark') return [];
  if (winner?.source === 'operator') return [texts.byPerson(winner.name)];
  const answer = (value: unknown) => answerWords(name, value, texts);
  const next = overruled.find(({ value }) => JSON.stringify(value) !== JSON.stringify(winner?.value));
  const met = winner?.conditions ?? [];
  const changes: string[] = [];
  if (winner && met.length > 0) {
    const conditions = met.map((condition) => conditionText(condition, texts)).join(texts.and);
    changes.push(
      next ? texts.ifNot(conditions, answer(next.value), sourceWords(next, texts)) : texts.ifNotAlone(conditions),
    );
  }
  for (const rule of others) {
    const missing = rule.conditions.filter((condition) => !isMet(condition));
    if (missing.length === 0 || JSON.stringify(rule.value) === JSON.stringify(winner?.value)) continue;
    const conditions = missing.map((condition) => conditionText(condition, texts)).join(texts.and);
    changes.push(texts.ifHeld(conditions, answer(rule.value), sourceWords(rule, texts)));
  }
  return changes;
}
