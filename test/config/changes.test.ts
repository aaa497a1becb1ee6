import { expect, test } from 'vitest';
import { configurationChanges, ruleCount } from '../../config/changes.ts';

const changes = (before: string, after: string) =>
  configurationChanges([{ file: 'f.yaml', text: before }], [{ file: 'f.yaml', text: after }]);

const rules = (...texts: string[]) => `rules:\n${texts.map((text) => `  - ${text}\n`).join('')}`;
const small = '{ name: Small, when: total < 100, then: { pack: automatic } }';
const large = '{ name: Large, when: total > 1000, then: { hold: Look } }';

test('each rule that is new, gone or changed has a sentence', () => {
  expect(changes(rules(small), rules(small, large))).toEqual([
    'Rule "Large" is new: when total > 1000; then { hold: Look }.',
  ]);
  expect(changes(rules(small, large), rules(large))).toEqual(['Rule "Small" is gone.']);
  expect(changes(rules(small), rules(small.replace('100', '200').replace('pack', 'ship')))).toEqual([
    'Rule "Small" changed: when total < 100 → total < 200; then { pack: automatic } → { ship: automatic }.',
  ]);
  expect(changes(rules(small), rules(small.replace('when:', 'unless: total < 5, when:')))).toEqual([
    'Rule "Small" changed: unless none → total < 5.',
  ]);
  expect(changes(rules(small, large), rules(large, small))).toEqual(['The order of the rules changed.']);
});

test('comments, layout and the order of keys change nothing', () => {
  const other = 'rules:\n  # People look.\n  - then: { pack: automatic }\n    when: total < 100\n    name: Small\n';
  expect(changes(rules(small), other)).toEqual([]);
});

test('carriers and the keys of other sections have sentences too', () => {
  const before =
    'carriers: { Van: { plugin: plain, rate: 5 per second } }\nissue: { stock.short: wait }\nmatch: first\n';
  const after =
    'carriers: { Van: { plugin: plain }, Post: { plugin: parcel } }\nissue: { stock.short: attention }\nmatch: all\n';
  expect(changes(before, after)).toEqual([
    'Carrier "Van" changed: rate 5 per second → none.',
    'Carrier "Post" is new: plugin parcel.',
    'issue.stock.short: wait → attention.',
    'match: first → all.',
  ]);
});

test('test cases have one sentence', () => {
  const cases = (...names: string[]) =>
    `cases:\n${names.map((name) => `  - { name: ${name}, given: {}, expect: { pick: by hand } }\n`).join('')}`;
  const changed = cases('A', 'B').replace('name: A, given: {}', 'name: A, given: { total: 1 }');
  expect(changes(cases('A', 'C'), `${changed}  - { name: D, given: {}, expect: {} }\n`)).toEqual([
    'Test cases: 2 new, 1 changed, 1 gone.',
  ]);
  expect(changes(cases('A'), cases('A'))).toEqual([]);
});

test('secrets stay out of the sentences; a reference to the environment does not', () => {
  const carrier = (options: string) => `carriers: { Post: { plugin: parcel, ${options} } }\n`;
  expect(changes(carrier('api_key: one'), carrier('api_key: two'))).toEqual([
    'Carrier "Post" changed: api_key (hidden) → (hidden).',
  ]);
  expect(changes(carrier('api_key: one'), carrier(`api_key: "$\{POST_KEY}"`))).toEqual([
    `Carrier "Post" changed: api_key (hidden) → $\{POST_KEY}.`,
  ]);
  expect(changes('', carrier('account: { user: a, password: b }'))).toEqual([
    'Carrier "Post" is new: plugin parcel; account { user: a, password: (hidden) }.',
  ]);
  expect(changes('webhooks: { token: a }', 'webhooks: { token: b }')).toEqual(['webhooks.token: (hidden) → (hidden).']);
});

test('the rules of all files count together', () => {
  const files = [
    { file: 'a.yaml', text: rules(small) },
    { file: 'b.yaml', text: rules(large) },
  ];
  expect(ruleCount(files)).toBe(2);
  expect(configurationChanges(files, [{ file: 'a.yaml', text: rules(small, large) }])).toEqual([]);
  expect(configurationChanges([{ file: 'a.yaml', text: '{ not yaml' }], files)).toHaveLength(2);
});
