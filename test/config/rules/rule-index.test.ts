import { expect, test } from 'vitest';
import { checkResultOf } from '../../../config/rules/check.ts';
import { compiledCondition } from '../../../config/rules/condition.ts';
import { followsFrom, possibleOf, whenFires } from '../../../config/rules/logic.ts';
import { mostComparisons, RuleIndex } from '../../../config/rules/rule-index.ts';
import { loadText } from '../load-text.ts';

const possible = (when: string) => possibleOf(whenFires({ when: compiledCondition(when), unless: null }) ?? []);

test('a condition is compared only with those that ask about the same values', () => {
  const index = new RuleIndex<number>();
  for (let at = 0; at < 5_000; at++) {
    const condition = possible(`customer.name = "C${at}" && total > ${at}`);
    expect(index.implied(condition)).toEqual([]);
    index.add(at, condition);
  }
  expect(index.comparisons).toBeLessThan(100);
  expect(index.implied(possible('customer.name = "c77" && total > 100'))).toEqual([77]);
});

test('the index finds what the comparison of all finds', () => {
  const atoms = [
    ...['total > 5', 'total > 50', 'NOT (total < 9)', 'total = 7', 'priority = 1', 'NOT (priority = 1)'],
    ...['ship_city = "Rome"', 'ship_city IN ("Rome", "Bonn")', 'ship_city != "Bonn"', 'ship_city IS NULL'],
    ...['ship_city IS NOT NULL', 'NOT (ship_city = "Rome")', 'lines.part.number = "A"', 'ship_city = "R%"'],
  ];
  const texts = atoms.flatMap((one) => [
    one,
    ...atoms.flatMap((other) => (one === other ? [] : [`${one} && ${other}`, `${one} || ${other}`])),
  ]);
  const conditions = texts.map(possible);
  const index = new RuleIndex<number>();
  for (const [at, condition] of conditions.entries()) index.add(at, condition);
  for (const condition of conditions.filter(({ length }) => length > 0)) {
    const all = conditions.flatMap((other, at) => (followsFrom(condition, other) ? [at] : []));
    expect(index.implied(condition)).toEqual(all);
  }
});

test('a set beyond the bound has a finding that says so, and is sound', async () => {
  const many = Math.ceil(Math.sqrt(2 * mostComparisons)) + 50;
  const rule = (at: number) => `  - { name: R${at}, when: total > ${many - at}, then: { note: N${at} } }\n`;
  const configuration = await loadText(`rules:\n${Array.from({ length: many }, (_, at) => rule(at)).join('')}`);
  const { sound, findings } = checkResultOf({ configuration });
  expect([sound, findings.length]).toEqual([true, 1]);
  expect(findings[0]?.message).toMatch(/are not compared with earlier ones: too many rules ask about the same values$/);
}, 60_000);
