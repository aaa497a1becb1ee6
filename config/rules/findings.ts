import { claimValuesOf, claimWords } from '../planning/claims.ts';
import type { Question } from '../planning/plan.ts';
import type { Rule, Ruleset } from '../planning/rule-set.ts';
import { type Alternatives, possibleOf, whenFires } from './logic.ts';
import { RuleIndex } from './rule-index.ts';

/** A valid rule that surely has not the intended effect. */
export interface Finding {
  readonly kind: 'never fires' | 'shadowed' | 'contradiction' | 'without labels' | 'without pallets' | 'not compared';
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface AnalysedRule {
  readonly rule: Rule;
  /** The alternatives of its condition that can hold; null if it is too complex. */
  readonly possible: Alternatives | null;
  /** Rules are compared only with rules that are evaluated at the same moment. */
  readonly moment: string;
  readonly claims: ReadonlyMap<Question, unknown>;
}

/**
 * Returns rules that can never fire, rules that only repeat earlier ones, and rules that always contradict an earlier one. Every
 * finding is certain; conditions that are too complex give no finding.
 */
export function findingsOf({ rules }: Pick<Ruleset, 'rules'>): Finding[] {
  const earlier = new Map<string, RuleIndex<AnalysedRule>>();
  const findings: Finding[] = [];
  for (const rule of rules) {
    const analysed = analyse(rule);
    const { moment, possible } = analysed;
    const before = earlier.get(moment) ?? new RuleIndex<AnalysedRule>();
    earlier.set(moment, before);
    const finding = findingOf(analysed, before);
    const { name, file, line } = rule;
    if (finding) findings.push({ ...finding, rule: name, file, line });
    if (finding?.kind === 'not compared') return findings;
    // A rule that never fires shadows nothing.
    if (possible && finding?.kind !== 'never fires') before.add(analysed, possible);
  }
  return findings;
}

function analyse(rule: Rule): AnalysedRule {
  const { again } = rule;
  const moment = again === null ? 'issue' : `${again.step} ${again.waited}`;
  const claims = new Map(claimValuesOf(rule.actions).map(({ question, value }) => [question, value]));
  const fires = whenFires(rule);
  return { rule, possible: fires && possibleOf(fires), moment, claims };
}

function findingOf({ rule, possible, claims }: AnalysedRule, earlier: RuleIndex<AnalysedRule>): Result | null {
  if (!possible) return null;
  if (possible.length === 0) {
    const condition = rule.unless ? '`when` and not `unless`' : '`when`';
    return { kind: 'never fires', message: `"${rule.name}" can never fire: no order matches ${condition}` };
  }
  const covering = earlier.implied(possible);
  if (earlier.isSpent) {
    const message = `"${rule.name}" and the rules after it are not compared with earlier ones: too many rules ask about the same values`;
    return { kind: 'not compared', message };
  }
  const ahead = covering.find((other) => rule.group !== null && other.rule.group === rule.group);
  if (ahead) {
    const message = `"${rule.name}" can never fire: ${named(ahead.rule)} holds for the same orders, and only the first applies`;
    return { kind: 'shadowed', message };
  }
  const winners = new Map<Question, AnalysedRule>();
  for (const other of covering) {
    for (const question of other.claims.keys()) if (!winners.has(question)) winners.set(question, other);
  }
  // The notes of several rules add up.
  const contested = [...claims].filter(([question]) => question !== 'note');
  return contradictionOf(rule, contested, winners) ?? repetitionOf(rule, contested, winners, claims.size);
}

type Claims = readonly (readonly [Question, unknown])[];
type Result = Pick<Finding, 'kind' | 'message'>;

/** Returns a finding if an earlier rule that always holds too makes other claims to the same questions. */
function contradictionOf({ name }: Rule, claims: Claims, winners: ReadonlyMap<Question, AnalysedRule>): Result | null {
  const losing = claims.flatMap(([question, value]) => {
    const winner = winners.get(question);
    return winner && !same(winner.claims.get(question), value) ? [{ question, value, winner }] : [];
  });
  const [first] = losing;
  if (!first) return null;
  const actions = losing.map(({ question, value }) => `"${claimWords(question, value)}"`).join(' and ');
  const decision = claimWords(first.question, first.winner.claims.get(first.question));
  const message = `"${name}" has no effect with ${actions}: ${named(first.winner.rule)} holds for the same orders, comes first and decides "${decision}"`;
  return { kind: 'contradiction', message };
}

/**
 * Returns a finding if earlier rules that always hold too make all claims of the rule.
 * @param count number of claims, including notes
 */
function repetitionOf(
  { name }: Rule,
  claims: Claims,
  winners: ReadonlyMap<Question, AnalysedRule>,
  count: number,
): Result | null {
  if (claims.length === 0 || claims.length < count) return null;
  const rules = claims.map(([question]) => winners.get(question)?.rule);
  if (!rules.every((rule) => rule !== undefined)) return null;
  const others = [...new Set(rules.map(named))];
  const message = `"${name}" changes nothing: ${others.join(' and ')} ${others.length > 1 ? 'hold' : 'holds'} for the same orders and decided it before`;
  return { kind: 'shadowed', message };
}

const named = ({ name, file, line }: Rule) => `"${name}" (${file}:${line})`;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
