import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseFacts } from '../../../config/rules/case-facts.ts';
import { compiledCondition } from '../../../config/rules/condition.ts';
import { implies, possibleOf, whenFires } from '../../../config/rules/logic.ts';

// Few values and many comparisons of them, so that conditions often rule each other out.
const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('total', 'weight_g', 'count(lines)'),
      fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
      fc.nat(3),
    )
    .map(([path, operator, value]) => `${path} ${operator} ${value}`),
  fc
    .tuple(
      fc.constantFrom('ship_city', 'source.name', 'lines.part.number'),
      fc.constantFrom('=', '!='),
      fc.constantFrom('A', 'b', 'B%'),
    )
    .map(([path, operator, value]) => `${path} ${operator} "${value}"`),
  fc.constantFrom(
    'ship_city IN ("a", "C")',
    'ship_city NOT IN ("A", "B")',
    'ship_city IS NULL',
    'source.name IS NOT NULL',
  ),
  fc.constantFrom('weight_g IS NULL', 'created_at < 2026-01-02', 'created_at >= 2026-01-02', 'lines[qty > 1]'),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    tie('condition').map((inner) => `NOT (${inner})`),
  ),
}));
const order = fc
  .record({
    total: fc.nat(4),
    weight_g: fc.option(fc.nat(4)),
    ship_city: fc.constantFrom(null, 'A', 'B', 'Bx', 'c'),
    source: fc.constantFrom(null, 'a', 'B'),
    created_at: fc.constantFrom('2026-01-01', '2026-01-02'),
    lines: fc.array(fc.record({ qty: fc.nat(2), part: fc.constantFrom('A', 'b').map((number) => ({ number })) }), {
      maxLength: 2,
    }),
  })
  .map((facts) =>
    caseFacts(facts, (path, message) => {
      throw new Error(`${path.join('.')}: ${message}`);
    }),
  );
const fires = (when: string, unless: string | null) =>
  whenFires({ when: compiledCondition(when), unless: unless === null ? null : compiledCondition(unless) });
const holds = (when: string, unless: string | null, facts: ReturnType<typeof caseFacts>) => {
  const now = new Date();
  return compiledCondition(when).holds(facts, now) && !(unless !== null && compiledCondition(unless).holds(facts, now));
};

test('a condition that is reported as impossible matches no order', () => {
  let count = 0;
  fc.assert(
    fc.property(
      condition,
      fc.option(condition),
      fc.array(order, { minLength: 20, maxLength: 20 }),
      (when, unless, orders) => {
        const known = fires(when, unless);
        if (!known || possibleOf(known).length > 0) return;
        count += 1;
        for (const facts of orders) expect(holds(when, unless, facts)).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(50);
});

test('an order that meets a condition also meets the conditions that it is reported to imply', () => {
  let count = 0;
  fc.assert(
    fc.property(
      condition,
      condition,
      fc.option(condition),
      fc.array(order, { minLength: 20, maxLength: 20 }),
      (one, other, unless, orders) => {
        const [first, second] = [fires(`(${one}) && (${other})`, null), fires(other, unless)];
        if (!first || !second || !implies(first, second)) return;
        count += 1;
        for (const facts of orders) {
          if (holds(`(${one}) && (${other})`, null, facts)) expect(holds(other, unless, facts)).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(50);
});
