import { type Comparator, comparators } from './ast.ts';

/** The operators and functions of expressions about records, each with its meaning in one line, for editors that complete them. */

export interface Word {
  readonly name: string;
  readonly meaning: string;
}

const ofComparators: Readonly<Record<Comparator, string>> = {
  '=': 'equals, in any case; % in a text stands for any characters',
  '!=': 'does not equal; also true without a value',
  '<': 'is less',
  '<=': 'is less or equal',
  '>': 'is greater',
  '>=': 'is greater or equal',
  '%': 'contains the text, in any case',
};

export const operatorMeanings: readonly Word[] = [
  ...comparators.map((name) => ({ name, meaning: ofComparators[name] })),
  { name: 'IN', meaning: 'equals one value of a list: IN (1, 2)' },
  { name: 'NOT IN', meaning: 'equals no value of a list' },
  { name: 'IS NULL', meaning: 'has no value' },
  { name: 'IS NOT NULL', meaning: 'has a value' },
  { name: '&&', meaning: 'and' },
  { name: '||', meaning: 'or' },
  { name: 'NOT', meaning: 'the opposite: NOT (a = 1)' },
];

/** Without the functions of the clock, which only rules have. */
export const functionMeanings: readonly Word[] = [
  { name: 'count', meaning: 'number of related records: count(lines) > 3' },
  { name: 'sum', meaning: 'sum over related records: sum(lines.qty) >= 10' },
];
