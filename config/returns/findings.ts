import { duration } from '../planning/claims.ts';
import { type ComparedRule, compareRules, conditionWords, type Finding } from '../rules/findings.ts';
import { type Atom, whenFires } from '../rules/logic.ts';
import type { ReturnRule, ReturnSettings } from './terms.ts';

/** Returns the findings about the rules of returns, and the labels that no carrier books. */
export const returnFindings = ({ rules, findings }: ReturnSettings): Finding[] => [
  ...findings,
  ...compareRules(rules.map(compared)),
];

function compared(rule: ReturnRule): ComparedRule {
  const { name, file, line } = rule;
  const fires = whenFires(rule);
  return {
    ...{ name, file, line, group: null, moment: 'request', subject: 'returns' },
    fires: fires?.map((atoms) => [...atoms, ...goodsOf(rule)]) ?? null,
    condition: conditionWords(rule),
    claims: new Map(
      Object.entries(rule.terms).map(([key, value]) => [key, { value, words: `${key}: ${wordsOf(value)}` }]),
    ),
  };
}

/** Returns the condition on the goods of a return: all of them are in one of some conditions. */
function goodsOf({ condition }: ReturnRule): Atom[] {
  if (condition === null) return [];
  const of = 'the condition of the goods';
  const texts = new Set(condition);
  const text = `${of} is ${[...texts].sort().join(', ')}`;
  return [{ text, negated: false, bounds: { of, values: { kind: 'among', texts } }, denies: null }];
}

const wordsOf = (value: unknown): string => (typeof value === 'number' ? duration(value) : String(value));
