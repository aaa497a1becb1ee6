import type { Plan } from '../../../planning/plan.ts';
import { conditionWords, isRelevant, marks, type RuleOutcome, ruleOutcomes } from '../../../planning/rule-outcomes.ts';

/** Rules told in a workflow's details: they are kept with every order, and `/plan` has all. */
const most = 20;
const longest = 300;

/**
 * What became of the rules of a plan, one a line: those that had a say first, each with its place, what it does, and the parts of
 * its conditions with the values that they saw.
 */
export function ruleLines(plan: Pick<Plan, 'steps' | 'reasons'>): string[] {
  const outcomes = ruleOutcomes(plan);
  const sorted = [...outcomes.filter(isRelevant), ...outcomes.filter((outcome) => !isRelevant(outcome))];
  const more = sorted.length - most;
  return [...sorted.slice(0, most).map(ruleLine), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function ruleLine({ name, file, line, hash, state, does, conditions }: RuleOutcome): string {
  const told = does.map(({ words, overruledBy }) => (overruledBy ? `${words} (overruled by ${overruledBy})` : words));
  const seen = conditions.length === 0 ? '' : ` (${conditions.map(conditionWords).join('; ')})`;
  const text = `${marks[state]} ${name}, ${file}:${line} ${hash}: ${told.join(', ')}${seen}`;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
