import { describe, expect, test } from 'vitest';
import { createPlanner } from '../../../config/planning/planner.ts';
import { missWords, runCases } from '../../../config/rules/run-cases.ts';
import { faultsOf, loadText } from '../load-text.ts';

/** Cases of returns, and of parts that come in. */

const sections = `receiving:
  put_away:
    - { when: groups.name = "Frozen", to: [Cold 1, Cold 2] }
    - { when: weight_g > 20000, to: Floor }
returns:
  window: 30d
  wait: 14d
  location: Dock
  rules:
    - { name: Nothing from the outlet, when: source.name = "Outlet", then: { authorise: refuse } }
    - { name: Sealed goods, condition: [Sealed, new], unless: total > 1000, then: { authorise: automatic } }
    - { name: Large orders, when: total > 1000, then: { window: 60d, authorised_by: Finance, location: Vault } }
`;

async function run(...cases: string[]) {
  const configuration = await loadText(`${sections}cases:\n${cases.map((one) => `  - ${one}\n`).join('')}`);
  const { cases: results, untested, ...counts } = runCases(createPlanner(configuration), configuration);
  return {
    misses: results.map(({ misses }) => misses.map(missWords)),
    untested: untested.map(({ name, line }) => `${line} ${name}`),
    ...counts,
  };
}
const missesOf = async (one: string) => (await run(one)).misses[0];

describe('a case of a return', () => {
  test.each([
    [
      '{ name: A, returned: { condition: sealed, after: 10d }, expect: { authorise: automatic, authorised_by: null, window: 30d, wait: 14d, location: Dock, site: null, why: Authorised automatically (rule "Sealed goods") } }',
    ],
    [
      '{ name: A, given: { total: 2000 }, returned: { after: 40d }, expect: { authorise: by hand, authorised_by: Finance, window: 60d, location: Vault, rules: [Large orders], not_rules: [Sealed goods] } }',
    ],
    [
      '{ name: A, now: 2026-04-23T08:00:00Z, returned: { condition: [sealed], after: 40d }, expect: { authorise: by hand, rules: [Sealed goods], why: "A person decides: the goods left on 2026-03-14, and may come back for 30d (returns.window)" } }',
    ],
    [
      '{ name: A, given: { source: Outlet }, returned: {}, expect: { authorise: refuse, rules: [Nothing from the outlet] } }',
    ],
    ['{ name: A, returned: { condition: [sealed, null] }, expect: { authorise: by hand, not_rules: [Sealed goods] } }'],
  ])('passes: %s', async (one) => {
    expect(await missesOf(one)).toEqual([]);
  });

  test('fails with what was expected and what is', async () => {
    const one =
      '{ name: A, returned: { after: 10d }, expect: { authorise: automatic, authorised_by: Finance, wait: 30d, rules: [Sealed goods] } }';
    expect(await missesOf(one)).toEqual([
      'authorise: expected automatic, is by hand',
      'authorised_by: expected Finance, is nothing',
      'wait: expected 30d, is 14d',
      'rules: expected Sealed goods, is none of them',
    ]);
  });
});

describe('a case of a part that comes in', () => {
  test('passes with the locations of the first entry that applies', async () => {
    expect(
      await missesOf(
        '{ name: A, received: { groups: [Frozen], weight_g: 30000 }, expect: { put_away: [Cold 1, Cold 2] } }',
      ),
    ).toEqual([]);
    expect(await missesOf('{ name: A, received: { weight_g: 30000 }, expect: { put_away: Floor } }')).toEqual([]);
    expect(await missesOf('{ name: A, received: {}, expect: { put_away: null } }')).toEqual([]);
  });

  test('fails with the other locations', async () => {
    expect(await missesOf('{ name: A, received: { groups: [Frozen] }, expect: { put_away: Floor } }')).toEqual([
      'put_away: expected Floor, is Cold 1, Cold 2',
    ]);
  });
});

test('rules that decide in no case are named with their place', async () => {
  const { untested, passed, failed } = await run(
    '{ name: A, returned: { condition: new }, expect: {} }',
    '{ name: B, received: { weight_g: 30000 }, expect: {} }',
  );
  expect({ passed, failed }).toEqual({ passed: 2, failed: 0 });
  expect(untested).toEqual(['10 Nothing from the outlet', '12 Large orders', '3 put_away when groups.name = "Frozen"']);
});

test('a rule that an earlier one overrules in every key is not tested', async () => {
  const configuration = await loadText(`returns:
  rules:
    - { name: First, then: { authorise: automatic } }
    - { name: Second, when: total > 5, then: { authorise: refuse } }
cases:
  - { name: A, returned: {}, expect: { authorise: automatic } }
`);
  const { untested } = runCases(createPlanner(configuration), configuration);
  expect(untested.map(({ name }) => name)).toEqual(['Second']);
});

test.each([
  [
    '{ name: A, returned: { after: soon }, expect: {} }',
    /^f\.yaml:14:35 expected a duration such as 30s, 5m or 24h, found "soon"$/,
  ],
  [
    '{ name: A, returned: {}, expect: { pick: automatic } }',
    /^f\.yaml:14:40 a case of a return expects no "pick"; expected authorise, /,
  ],
  [
    '{ name: A, given: {}, expect: { authorise: automatic } }',
    /^f\.yaml:14:37 a case of an order expects no "authorise"; expected pick, /,
  ],
  ['{ name: A, returned: {}, reached: pack, expect: {} }', /^f\.yaml:14:30 a case of a return has no "reached"$/],
  ['{ name: A, received: {}, given: {}, expect: {} }', /^f\.yaml:14:30 a case of a part that comes in has no "given"$/],
  [
    '{ name: A, received: { wight_g: 5 }, expect: {} }',
    /^f\.yaml:14:28 part has no wight_g; did you mean "weight_g"\?$/,
  ],
  [
    '{ name: A, returned: {}, expect: { rules: [Sealed gods] } }',
    /^f\.yaml:14:48 unknown rule "Sealed gods"; did you mean "Sealed goods"\?$/,
  ],
])('a fault is reported at its place: %s', async (one, fault) => {
  expect(await faultsOf(`${sections}cases:\n  - ${one}\n`)).toEqual([expect.stringMatching(fault)]);
});
