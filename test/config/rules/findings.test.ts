import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../../config/rules/findings.ts';
import { unpackedFindings } from '../../../config/rules/unpacked.ts';
import { loadText } from '../load-text.ts';

/** Returns the findings for rules, with `4` in place of `f.yaml:4`. */
async function findings(...rules: string[]): Promise<string[]> {
  return findingsIn(`workflows: { short: [pick, pickup] }\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`);
}

async function findingsIn(text: string): Promise<string[]> {
  const findings = findingsOf(await loadText(text));
  return findings.map(
    ({ line, kind, message }) => `${line} ${kind}: ${message.replaceAll(/\([^()]*:(\d+)\)/g, '($1)')}`,
  );
}

describe('a rule that can never fire', () => {
  test.each([
    ['total < 10 && total > 500'],
    ['total < 10 && total >= 10'],
    ['priority = 1 && priority = 2'],
    ['source.name = "Counter" && source.name = "Phone"'],
    ['source.name = "Counter" && source.name IN ("Phone", "Web shop")'],
    ['source.name = "Counter" && source.name != "COUNTER"'],
    ['ship_city IS NULL && ship_city = "Berlin"'],
    ['count(lines) > 3 && count(lines) < 2'],
    ['created_at > 2026-05-01 && created_at < 2026-04-01'],
    ['NOT (total > 5) && total > 5'],
    ['(total < 1 && total > 2) || (total < 3 && total > 4)'],
  ])('%s', async (when) => {
    expect(await findings(`{ name: R, when: '${when}', then: { priority: 1 } }`)).toEqual([
      '3 never fires: "R" can never fire: no order matches `when`',
    ]);
  });

  test('by its own exception', async () => {
    expect(await findings('{ name: R, when: total > 100, unless: total > 50, then: { priority: 1 } }')).toEqual([
      '3 never fires: "R" can never fire: no order matches `when` and not `unless`',
    ]);
  });

  test.each([
    // Two lines may be of two parts, and a city may have any name.
    ['lines.part.number = "A" && lines.part.number = "B"'],
    ['customer.groups.name = "A" && customer.groups.name = "B"'],
    ['total > 10 && total <= 11'],
    ['total >= 10 && total <= 10'],
    ['ship_city = "B%" && ship_city = "Berlin"'],
    ['total < 10 || total > 500'],
    ['source.name != "A" && source.name != "B"'],
  ])('is not said of %s', async (when) => {
    expect(await findings(`{ name: R, when: '${when}', then: { priority: 1 } }`)).toEqual([]);
  });
});

describe('a rule that is shadowed by an earlier one', () => {
  test('is reported with the earlier rule', async () => {
    expect(
      await findings(
        '{ name: All from the counter, when: source.name = "Counter", then: { skip: [pack, ship] } }',
        '{ name: Small from the counter, when: source.name = "Counter" && total < 50, then: { skip: ship } }',
      ),
    ).toEqual([
      '4 shadowed: "Small from the counter" changes nothing: "All from the counter" (3) holds for the same orders and decided it before',
    ]);
  });

  test('is reported with several earlier rules together', async () => {
    const rules = ['{ name: A, then: { skip: pack } }', '{ name: B, then: { wave: W } }'];
    expect(await findings(...rules, '{ name: C, then: { skip: pack, wave: W } }')).toEqual([
      '5 shadowed: "C" changes nothing: "A" (3) and "B" (4) hold for the same orders and decided it before',
    ]);
  });

  test('can never fire if only the first rule of a file applies', async () => {
    expect(
      await findingsIn(
        'match: first\nrules:\n  - { name: A, when: total > 5, then: { wave: W } }\n  - { name: B, when: total > 10, then: { note: N } }\n',
      ),
    ).toEqual(['4 shadowed: "B" can never fire: "A" (3) holds for the same orders, and only the first applies']);
  });

  test.each([
    ['it holds for more orders', 'when: total > 5', 'when: total > 3', 'priority: 1'],
    ['it leaves a note', '', 'when: total > 3', 'note: Careful'],
    ['it is evaluated at another moment', '', 'before: ship', 'priority: 1'],
    ['it decides something else too', '', 'when: total > 3', 'priority: 1, wave: W'],
  ])('is not reported if %s', async (_why, first, second, then) => {
    const rule = (name: string, condition: string, actions: string) =>
      `{ name: ${name}, ${condition === '' ? '' : `${condition}, `}then: { ${actions} } }`;
    expect(await findings(rule('A', first, 'priority: 1'), rule('B', second, then))).toEqual([]);
  });

  test('the rule with the lower priority number is the earlier one, at any position', async () => {
    const rules = [
      '{ name: Late, when: total > 5, then: { wave: W } }',
      '{ name: Early, priority: 1, then: { wave: W } }',
    ];
    expect(await findings(...rules)).toEqual([
      '3 shadowed: "Late" changes nothing: "Early" (4) holds for the same orders and decided it before',
    ]);
  });
});

describe('a rule that contradicts an earlier one', () => {
  test('is reported with the actions as in the file', async () => {
    expect(
      await findings(
        '{ name: Counter, when: source.name = "Counter", then: { skip: pack, pick: automatic } }',
        '{ name: Large, when: source.name = "Counter" && count(lines) > 9, then: { require: pack, pick: by hand, wave: W } }',
      ),
    ).toEqual([
      '4 contradiction: "Large" has no effect with "require pack" and "pick by hand": "Counter" (3) holds for the same orders, comes first and decides "skip pack"',
    ]);
  });

  test('is reported for the steps of a workflow', async () => {
    expect(
      await findings(
        '{ name: Short, then: { workflow: short } }',
        '{ name: Packed, when: total > 9, then: { require: pack } }',
      ),
    ).toEqual([
      '4 contradiction: "Packed" has no effect with "require pack": "Short" (3) holds for the same orders, comes first and decides "skip pack"',
    ]);
  });

  test('is not reported if only one of them may hold', async () => {
    expect(
      await findings(
        '{ name: A, when: total > 100, then: { pack: automatic } }',
        '{ name: B, when: lines.part.groups.name = "Fragile", then: { pack: by hand } }',
      ),
    ).toEqual([]);
  });
});

test('the bundled file has no findings', async () => {
  const { loadConfiguration } = await import('../../../config/load.ts');
  expect(findingsOf(await loadConfiguration())).toEqual([]);
});

describe('a rule that leaves orders of a booking carrier without cartons', () => {
  const carriers = `carriers:
  Post: { plugin: parcel, url: "http://127.0.0.1:1" }
  Van: { plugin: plain }
rules:
`;
  const unlabelled = async (...rules: string[]) => {
    const text = carriers + rules.map((rule) => `  - ${rule}\n`).join('');
    return unpackedFindings(await loadText(text)).map(({ line, kind, message }) => `${line} ${kind}: ${message}`);
  };

  test('is reported with the carrier and its line', async () => {
    const [finding, ...others] = await unlabelled('{ name: R, when: total < 50, then: { skip: pack } }');
    expect(finding).toMatch(/^5 without labels: "R" skips the pack step of orders that Post \(.*:2\) books: /);
    expect(others).toEqual([]);
  });

  test.each([
    ['of that carrier', '{ name: R, when: carrier.name = "post", then: { skip: pack } }'],
    ['that it gives to that carrier', '{ name: R, then: { skip: pack, carrier: Post } }'],
  ])('%s is reported', async (_name, rule) => {
    expect(await unlabelled(rule)).toHaveLength(1);
  });

  test.each([
    ['of another carrier', '{ name: R, when: carrier.name = "Van", then: { skip: pack } }'],
    ['of all other carriers', '{ name: R, unless: carrier.name = "Post", then: { skip: pack } }'],
    ['that it gives to another carrier', '{ name: R, then: { skip: pack, carrier: Van } }'],
    ['that are not shipped', '{ name: R, then: { skip: [pack, ship] } }'],
  ])('for orders %s is not reported', async (_name, rule) => {
    expect(await unlabelled(rule)).toEqual([]);
  });

  test('and a carrier that books before the pack step are reported', async () => {
    const early = `export default ({ carrierPlugin, z }) => carrierPlugin({ name: 'early', options: z.strictObject({ at: z.string() }),
      bookAt: ({ at }) => at, book: async () => [] });`;
    const text = `carriers:\n${['pick', 'pack', 'ship'].map((at) => `  ${at}: { plugin: ./early.mjs, at: ${at} }\n`).join('')}`;
    const findings = unpackedFindings(await loadText(text, {}, { 'early.mjs': early }));
    expect(findings.map(({ rule, line, message }) => [rule, line, message.split(',')[0]])).toEqual([
      ['pick', 2, '"pick" books before the pick step'],
      ['pack', 3, '"pack" books before the pack step'],
    ]);
  });

  test('is not reported where an earlier rule requires the pack step of that carrier', async () => {
    const packed = '{ name: P, when: carrier.name = "Post", then: { require: pack } }';
    expect(await unlabelled(packed, '{ name: R, when: total < 50, then: { skip: pack } }')).toEqual([]);
  });
});

describe('a rule that leaves orders without cartons for their pallets', () => {
  const carriers = `carriers:
  Road: { plugin: freight, cartons_per_pallet: 12 }
  Van: { plugin: plain }
rules:
`;
  const unpalletized = async (...rules: string[]) => {
    const text = carriers + rules.map((rule) => `  - ${rule}\n`).join('');
    return unpackedFindings(await loadText(text)).map(({ line, kind, message }) => `${line} ${kind}: ${message}`);
  };

  test.each([
    [
      'a carrier that takes pallets',
      ['{ name: R, when: total < 50, then: { skip: pack } }'],
      /Road \(.*:2\) takes on pallets/,
    ],
    [
      'the rule itself',
      ['{ name: R, when: carrier.name = "Van", then: { skip: pack, cartons_per_pallet: 9 } }'],
      /whose cartons it puts/,
    ],
    [
      'a rule for all of its orders',
      [
        '{ name: P, when: total > 9, then: { cartons_per_pallet: 9 } }',
        '{ name: R, when: carrier.name = "Van" && total > 20, then: { skip: pack } }',
      ],
      /whose cartons "P" \(.*:5\) puts/,
    ],
  ])('is reported with %s', async (_name, rules, words) => {
    const [finding, ...others] = await unpalletized(...rules);
    expect(finding).toMatch(/^[56] without pallets: "R" skips the pack step/);
    expect(finding).toMatch(words);
    expect(others).toEqual([]);
  });

  test.each([
    ['of another carrier', '{ name: R, when: carrier.name = "Van", then: { skip: pack } }'],
    ['that are not shipped', '{ name: R, then: { skip: [pack, ship] } }'],
  ])('for orders %s is not reported', async (_name, rule) => {
    expect(await unpalletized(rule)).toEqual([]);
  });

  test('is not reported where an earlier rule packs them', async () => {
    const packed = '{ name: P, then: { require: pack, cartons_per_pallet: 9 } }';
    expect(await unpalletized(packed, '{ name: R, when: total < 50, then: { skip: pack } }')).toEqual([]);
  });
});
