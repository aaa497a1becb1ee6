import { claimValuesOf, claimWords } from '../../planning/claims.ts';
import type { Question } from '../../planning/plan.ts';
import type { Rule, Ruleset } from '../../planning/rule-set.ts';
import { type Alternatives, implies, isImpossible, whenFires } from './logic.ts';

/** Something about a rule that is no fault, but surely not meant. */
export interface Finding {
  readonly kind: 'never fires' | 'shadowed' | 'contradiction';
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface Known {
  readonly rule: Rule;
  readonly fires: Alternatives | null;
  /** Whatever is decided of it at the same moment. */
  readonly moment: string;
  readonly claims: ReadonlyMap<Question, unknown>;
}

/**
 * Rules that can never fire, rules whose every word an earlier one has said already, and rules that contradict an earlier one
 * wherever they hold. What it says is certain; what is too involved to be certain of, it leaves unsaid.
 */
export function findingsOf({ rules }: Pick<Ruleset, 'rules'>): Finding[] {
  const earlier: Known[] = [];
  const findings: Finding[] = [];
  for (const rule of rules) {
    const known = knownOf(rule);
    const finding = findingOf(known, earlier);
    if (finding) findings.push({ ...finding, rule: rule.name, file: rule.file, line: rule.line });
    // A rule that never fires shadows nothing.
    if (finding?.kind !== 'never fires') earlier.push(known);
  }
  return findings;
}

function knownOf(rule: Rule): Known {
  const { again } = rule;
  const moment = again === null ? 'issue' : `${again.step} ${again.waited}`;
  const claims = new Map(claimValuesOf(rule.actions).map(({ question, value }) => [question, value]));
  return { rule, fires: whenFires(rule), moment, claims };
}

function findingOf({ rule, fires, moment, claims }: Known, earlier: readonly Known[]): Found | null {
  if (!fires) return null;
  if (isImpossible(fires)) {
    const what = rule.unless ? '`when` and not `unless`' : '`when`';
    return { kind: 'never fires', message: `"${rule.name}" can never fire: no order fits ${what}` };
  }
  const covering = earlier.filter(
    (other) => other.moment === moment && other.fires !== null && implies(fires, other.fires),
  );
  const ahead = covering.find((other) => rule.group !== null && other.rule.group === rule.group);
  if (ahead) {
    const message = `"${rule.name}" can never fire: ${named(ahead.rule)} holds for the same orders, and only the first applies`;
    return { kind: 'shadowed', message };
  }
  const said = new Map<Question, Known>();
  for (const other of covering) {
    for (const question of other.claims.keys()) if (!said.has(question)) said.set(question, other);
  }
  // Notes of several rules add up.
  const own = [...claims].filter(([question]) => question !== 'note');
  return contradictionOf(rule, own, said) ?? repetitionOf(rule, own, said, claims.size);
}

type Claimed = readonly (readonly [Question, unknown])[];
type Found = Pick<Finding, 'kind' | 'message'>;

/** What a rule says otherwise than one that holds wherever it does, and comes first. */
function contradictionOf({ name }: Rule, own: Claimed, said: ReadonlyMap<Question, Known>): Found | null {
  const vain = own.filter(([question, value]) => {
    const winner = said.get(question);
    return winner !== undefined && !same(winner.claims.get(question), value);
  });
  const [question] = vain[0] ?? [];
  if (question === undefined) return null;
  const winner = said.get(question)!;
  const words = vain.map(([each, value]) => `"${claimWords(each, value)}"`).join(' and ');
  const its = claimWords(question, winner.claims.get(question));
  const message = `"${name}" says ${words} in vain: wherever it holds, ${named(winner.rule)} holds too, says "${its}", and comes first`;
  return { kind: 'contradiction', message };
}

/** Every word of the rule was said already. @param all claims, notes included */
function repetitionOf({ name }: Rule, own: Claimed, said: ReadonlyMap<Question, Known>, all: number): Found | null {
  if (own.length === 0 || own.length < all || !own.every(([question]) => said.has(question))) return null;
  const others = [...new Set(own.map(([question]) => named(said.get(question)!.rule)))];
  const message = `"${name}" changes nothing: ${others.join(' and ')} ${others.length > 1 ? 'hold' : 'holds'} for the same orders and decided it before`;
  return { kind: 'shadowed', message };
}

const named = ({ name, file, line }: Rule) => `"${name}" (${file}:${line})`;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
