import { z } from 'zod';
import { recordId } from '../platform/ids/ids.ts';

/** The answers about texts of rules. */

const place = { file: z.string(), line: z.int().describe('From 1') };
const column = z.int().describe('From 1');

const fault = z.object({ ...place, column, message: z.string() });

export const finding = z.object({
  kind: z.enum([
    'never fires',
    'shadowed',
    'contradiction',
    'without labels',
    'without pallets',
    'not compared',
    'unknown name',
  ]),
  rule: z.string(),
  ...place,
  message: z.string(),
});

const rulesetOfTexts = z.string().describe('Content hash: the rule set that these texts would make');

const exampleFinding = {
  kind: 'never fires',
  rule: 'Tiny and large',
  file: 'fulfillment.yaml',
  line: 5,
  message: '"Tiny and large" can never fire: no order matches `when`',
} as const;

export const checkAnswer = z
  .object({
    ruleset: rulesetOfTexts.nullable().describe('The rule set that these texts would make; null for texts with faults'),
    rules: z.int(),
    faults: z.array(fault).describe('Each fault stops an activation'),
    findings: z.array(finding).describe('Rules that surely have not the intended effect. They stop nothing'),
  })
  .meta({ example: { ruleset: '91be4f07a6c2d835', rules: 8, faults: [], findings: [exampleFinding] } });

const miss = z.object({
  what: z.string().describe('A part of the plan or of the decision: `pack`, `hold`, `authorise`, `rules`'),
  expected: z.unknown(),
  actual: z.unknown().optional(),
  line: z.int().describe('The line of the expected value in the file of the case'),
  column,
  words: z.string(),
});

const oneCase = z.object({ name: z.string(), ...place, passed: z.boolean(), misses: z.array(miss) });

export const testAnswer = z
  .object({
    ruleset: rulesetOfTexts,
    passed: z.int(),
    failed: z.int(),
    cases: z.array(oneCase),
    untested: z
      .array(z.object({ name: z.string(), ...place }))
      .describe(
        'The rules of orders and returns, and the entries of `receiving.put_away`, that decide nothing in any case; none without cases',
      ),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      passed: 0,
      failed: 1,
      cases: [
        {
          name: 'A small web order runs by itself',
          file: 'fulfillment.yaml',
          line: 16,
          passed: false,
          misses: [
            {
              what: 'pack',
              expected: 'automatic',
              actual: 'by hand',
              line: 18,
              column: 15,
              words: 'pack: expected automatic, is by hand',
            },
          ],
        },
      ],
      untested: [{ name: 'Large web orders go first', file: 'fulfillment.yaml', line: 12 }],
    },
  });

const condition = z.looseObject({
  path: z.string(),
  operator: z.string(),
  expected: z.unknown(),
  actual: z.unknown().optional().describe('The value that it saw; absent if the caller may not read it'),
  needs: z.string().optional().describe('The permission to see `actual`'),
  holds: z.boolean().describe('Of this condition alone, before a NOT around it'),
  words: z.string().describe('With a mark for whether it lets the rule apply: `✘ total < 500, is 612`'),
});

const ruleOfPlan = z.object({
  name: z.string(),
  ...place,
  hash: z.string().describe('Content hash of the file'),
  state: z
    .enum(['fired', 'overruled', 'waits', 'not fired'])
    .describe('`overruled`: its conditions hold, and stronger claims won. `waits`: it is evaluated at a later step'),
  mark: z.enum(['✔', '✘', '…', '–']).describe('The state as a sign'),
  does: z.array(z.object({ words: z.string(), overruled_by: z.string().nullable() })),
  conditions: z.array(condition),
});

const planView = z.object({
  ruleset: z.string(),
  plan: z.looseObject({}).describe('The plan with all reasons, as `GET /salesorder/{salesorder_id}/plan` gives it'),
  rules: z.array(ruleOfPlan).describe('Every rule, by file and line, with the values that it saw'),
});

const changedRules = z.object({
  new: z.array(z.string()).describe('Rules that decide now'),
  gone: z.array(z.string()).describe('Rules that decide no longer'),
});

const change = { what: z.string(), before: z.string(), after: z.string(), words: z.string(), rules: changedRules };
const exampleChange = {
  what: 'pack',
  before: 'by hand',
  after: 'skipped',
  words: 'pack: by hand → skipped',
  rules: { new: ['Light goods are not packed'], gone: [] },
};
const examplePlan = { ruleset: '4d7a0c1e92b35f68', plan: {}, rules: [] };

export const tryAnswer = z
  .object({
    order: z.object({ id: recordId(), number: z.string(), issued_at: z.string().nullable() }),
    pinned: planView.nullable().describe('The plan of the issue, with the decisions of people; null for a draft'),
    active: planView.describe('The plan by the active rule set'),
    proposed: planView.nullable().describe('The plan by the texts of the request; null without any'),
    differences: z.array(z.object(change)).describe('From `active` to `proposed`'),
    from_pinned: z
      .array(z.object(change))
      .nullable()
      .describe('From `pinned` to `proposed`, or to `active` without texts; null for a draft'),
  })
  .meta({
    example: {
      order: { id: 7, number: 'S-1007', issued_at: null },
      pinned: null,
      active: examplePlan,
      proposed: { ...examplePlan, ruleset: '91be4f07a6c2d835' },
      differences: [exampleChange],
      from_pinned: null,
    },
  });

const group = z.object({
  ...change,
  orders: z.int().describe('The number of orders with this change'),
  examples: z.array(z.object({ id: recordId(), number: z.string() })).describe('The newest three'),
  order_ids: z.array(recordId()).describe('The newest orders, as many as `filter` has room for'),
  filter: z.string().meta({ format: 'expression' }).describe('Finds these orders: `GET /salesorder?filter=…`'),
});

export const backtestAnswer = z
  .object({
    ruleset: rulesetOfTexts,
    orders: z.int().describe('The number of orders that were planned'),
    changed: z.int().describe('The number of orders that would have another plan'),
    limited: z.boolean().describe('Whether more orders match `filter` than were planned'),
    words: z.string(),
    groups: z
      .array(group)
      .describe('Each change once, the most frequent first. An order with several changes is in several groups'),
  })
  .meta({
    example: {
      ruleset: '91be4f07a6c2d835',
      orders: 1000,
      changed: 2,
      limited: false,
      words: '2 of 1,000 orders would have another plan.',
      groups: [
        {
          ...exampleChange,
          orders: 2,
          examples: [
            { id: 30, number: 'S-1030' },
            { id: 29, number: 'S-1029' },
          ],
          order_ids: [30, 29],
          filter: 'id IN (30,29)',
        },
      ],
    },
  });
