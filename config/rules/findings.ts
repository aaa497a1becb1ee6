import { claimValuesOf, claimWords } from '../planning/claims.ts';
import type { Rule, Ruleset } from '../planning/rule-set.ts';
import { type Alternatives, possibleOf, whenFires } from './logic.ts';
import { RuleIndex } from './rule-index.ts';

/** A valid rule that surely has not the intended effect. */
export interface Finding {
  readonly kind:
    | 'never fires'
    | 'shadowed'
    | 'contradiction'
    | 'without labels'
    | 'without pallets'
    | 'not compared'
    | 'unknown name';
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A rule as findings compare it with the others of its section. */
export interface ComparedRule extends Pick<Rule, 'name' | 'file' | 'line'> {
  /** When it holds; null if that is too complex to compare. */
  readonly fires: Alternatives | null;
  /** What it holds for, in words. */
  readonly subject: 'orders' | 'returns' | 'parts';
  /** The condition that no subject meets, if the rule never fires. */
  readonly condition: string;
  /** Rules are compared only with rules that are evaluated at the same moment. */
  readonly moment: string;
  /** Only the first rule of a group that holds applies. Null for a rule without a group. */
  readonly group: string | null;
  /** What it decides, by question. */
  readonly claims: ReadonlyMap<string, RuleClaim>;
}

interface RuleClaim {
  readonly value: unknown;
  readonly words: string;
}

/** A rule with the alternatives of its condition that can hold; null if it is too complex. */
interface AnalysedRule extends ComparedRule {
  readonly possible: Alternatives | null;
}

/** Returns the findings about the rules of orders. */
export const findingsOf = ({ rules }: Pick<Ruleset, 'rules'>): Finding[] => compareRules(rules.map(compared));

function compared(rule: Rule): ComparedRule {
  const { name, file, line, group, again } = rule;
  return {
    ...{ name, file, line, group, fires: whenFires(rule), subject: 'orders' },
    condition: conditionWords(rule),
    moment: again === null ? 'issue' : `${again.step} ${again.waited}`,
    claims: new Map(
      claimValuesOf(rule.actions).map(({ question, value }) => [
        question,
        { value, words: claimWords(question, value) },
      ]),
    ),
  };
}

/** Returns which condition of a rule no subject meets, if the rule never fires. */
export const conditionWords = ({ unless }: Pick<Rule, 'unless'>): string =>
  unless ? '`when` and not `unless`' : '`when`';

/**
 * Returns rules that can never fire, rules that only repeat earlier ones, and rules that always contradict an earlier one. Every
 * finding is certain; conditions that are too complex give no finding.
 * @param rules of one section, in the order in which they decide
 */
export function compareRules(rules: readonly ComparedRule[]): Finding[] {
  const earlier = new Map<string, RuleIndex<AnalysedRule>>();
  const findings: Finding[] = [];
  for (const rule of rules) {
    const { name, file, line, moment, fires } = rule;
    const analysed = { ...rule, possible: fires && possibleOf(fires) };
    const { possible } = analysed;
    const before = earlier.get(moment) ?? new RuleIndex<AnalysedRule>();
    earlier.set(moment, before);
    const finding = findingOf(analysed, before);
    if (finding) findings.push({ ...finding, rule: name, file, line });
    if (finding?.kind === 'not compared') return findings;
    // A rule that never fires shadows nothing.
    if (possible && finding?.kind !== 'never fires') before.add(analysed, possible);
  }
  return findings;
}

function findingOf(rule: AnalysedRule, earlier: RuleIndex<AnalysedRule>): Result | null {
  const { name, possible, subject, condition, group, claims } = rule;
  if (!possible) return null;
  if (possible.length === 0) {
    const one = subject.slice(0, -1);
    return { kind: 'never fires', message: `"${name}" can never fire: no ${one} matches ${condition}` };
  }
  const covering = earlier.implied(possible);
  if (earlier.isSpent) {
    const message = `"${name}" and the rules after it are not compared with earlier ones: too many rules ask about the same values`;
    return { kind: 'not compared', message };
  }
  const ahead = covering.find((other) => group !== null && other.group === group);
  if (ahead) {
    const message = `"${name}" can never fire: ${named(ahead)} holds for the same ${subject}, and only the first applies`;
    return { kind: 'shadowed', message };
  }
  const winners = new Map<string, AnalysedRule>();
  for (const other of covering) {
    for (const question of other.claims.keys()) if (!winners.has(question)) winners.set(question, other);
  }
  // The notes of several rules add up.
  const contested = [...claims].filter(([question]) => question !== 'note');
  return contradictionOf(rule, contested, winners) ?? repetitionOf(rule, contested, winners);
}

type Claims = readonly (readonly [string, RuleClaim])[];
type Winners = ReadonlyMap<string, AnalysedRule>;
type Result = Pick<Finding, 'kind' | 'message'>;

/** Returns a finding if an earlier rule that always holds too makes other claims to the same questions. */
function contradictionOf({ name, subject }: AnalysedRule, claims: Claims, winners: Winners): Result | null {
  const losing = claims.flatMap(([question, { value, words }]) => {
    const winner = winners.get(question);
    const won = winner?.claims.get(question);
    return winner && won && !same(won.value, value) ? [{ words, winner, decision: won.words }] : [];
  });
  const [first] = losing;
  if (!first) return null;
  const actions = losing.map(({ words }) => `"${words}"`).join(' and ');
  const message = `"${name}" has no effect with ${actions}: ${named(first.winner)} holds for the same ${subject}, comes first and decides "${first.decision}"`;
  return { kind: 'contradiction', message };
}

/** Returns a finding if earlier rules that always hold too make all claims of the rule, including its notes. */
function repetitionOf({ name, subject, claims: all }: AnalysedRule, claims: Claims, winners: Winners): Result | null {
  if (claims.length === 0 || claims.length < all.size) return null;
  const rules = claims.map(([question]) => winners.get(question));
  if (!rules.every((rule) => rule !== undefined)) return null;
  const others = [...new Set(rules.map(named))];
  const message = `"${name}" changes nothing: ${others.join(' and ')} ${others.length > 1 ? 'hold' : 'holds'} for the same ${subject} and decided it before`;
  return { kind: 'shadowed', message };
}

const named = ({ name, file, line }: ComparedRule) => `"${name}" (${file}:${line})`;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
