// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment, as the file writes them
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/file/faults.ts';
import { loadConfiguration } from '../../../config/load.ts';
import { faultsOf, loadText } from '../load-text.ts';

const rule = (...lines: string[]) => ['rules:', '  - name: R', ...lines.map((line) => `    ${line}`), ''].join('\n');
const when = (text: string) => rule(`when: '${text}'`, 'then: { skip: pack }');
const kit = (body: string) => ({ 'a.mjs': `export default ({ carrierPlugin, settingPlugin, z }) => ${body};` });
/** Nine aliases a line, each of them to the line before. */
const bomb = (lines: number) =>
  [
    'v0: &v0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: lines }, (_, at) => `v${at + 1}: &v${at + 1} [${Array(9).fill(`*v${at}`).join(', ')}]`),
    '',
  ].join('\n');

const faulty: [string, string][] = [
  // Keys
  ['cariers:\n  A: {}\n', '1:1 unknown key "cariers"; did you mean "carriers"?'],
  [
    'zebra: 1\n',
    '1:1 unknown key "zebra"; expected one of include, defaults, settings, carriers, engine, issue, receiving, counting, returns, webhooks, lists, console, documents, printers, countries, plugins, calendars, workflows, match, rules, cases, schedules',
  ],
  [
    'receiving:\n  put_away:\n    - { when: groups.nam = "Frozen", to: Cold }\n',
    '3:22 partgroup has no nam: expected a field or relation of partgroup; nearest: name',
  ],
  ['settings:\n  start-in-cartn: true\n', '2:3 unknown setting "start-in-cartn"; did you mean "start-in-carton"?'],
  [
    'settings:\n  start-in-carton: true\n  start-in-carton: false\n',
    '3:3 duplicate key "start-in-carton"; it is already on line 2',
  ],
  [
    'settings:\n  start-in-carton: true\n  start_in_carton: false\n',
    '3:3 "start_in_carton" is the same setting as "start-in-carton"; remove one of them',
  ],
  ['settings:\n  start_in_carton: 1\n', '2:20 expected true or false, found 1'],
  ['defaults: { steps: { pik: automatic } }\n', '1:22 unknown key "pik"; did you mean "pick"?'],
  ['? [a, b]\n: 1\n', '1:3 expected a key that is plain text'],
  // Types
  ['- a\n- b\n', '1:1 expected keys and values, found a list'],
  ['just text\n', '1:1 expected keys and values, found "just text"'],
  ['settings: on\n', '1:11 expected keys and values, found "on"'],
  ['settings:\n  start-in-carton: yes\n', '2:20 expected true or false, found "yes"; did you mean true?'],
  ['settings:\n  start-in-carton: 1\n', '2:20 expected true or false, found 1'],
  ['webhooks: { attempts: three }\n', '1:23 expected a number, found "three"'],
  ['webhooks: { attempts: 0 }\n', '1:23 expected at least 1, found 0'],
  ['webhooks: { allow_networks: 10.0.0.0/8 }\n', '1:29 expected a list, found "10.0.0.0/8"'],
  [
    'defaults: { steps: { pick: auto } }\n',
    '1:28 expected one of "automatic", "by hand", found "auto"; did you mean "automatic"?',
  ],
  [
    'defaults:\n  steps:\n    pick: by-hand\n',
    '3:11 expected one of "automatic", "by hand", found "by-hand"; did you mean "by hand"?',
  ],
  // Units
  ['webhooks: { retry_every: 5 minutes }\n', '1:26 expected a duration such as 30s, 5m or 24h, found "5 minutes"'],
  ['webhooks: { retry_every: 300 }\n', '1:26 expected a duration such as 30s, 5m or 24h, found 300'],
  [
    'webhooks: { allow_networks: [10.0.0.0/99] }\n',
    '1:30 expected a network such as 10.1.0.0/16, or one address, found "10.0.0.0/99"',
  ],
  ['carriers:\n  A: { rate: 20/s }\n', '2:14 expected a rate such as "20 per second", found "20/s"'],
  ['carriers:\n  A: { rate: 0 per second }\n', '2:14 expected a rate such as "20 per second", found "0 per second"'],
  // Documents
  ['documents: { paper: A5 }\n', '1:21 expected one of "a4", "letter", found "A5"; did you mean "a4"?'],
  ['documents: { font: ./none.ttf }\n', '1:20 "./none.ttf" cannot be read; paths are relative to this file'],
  ['documents: { font: f.yaml }\n', '1:20 "f.yaml" is not a TrueType or OpenType font'],
  ['documents: { bold_font: b.ttf }\n', '1:25 it needs `font`, which is missing'],
  // Printers
  ['printers: { Bench: {} }\n', '1:20 missing key "url"; expected text'],
  [
    'printers: { Bench: { url: "lpd://10.0.0.1/" } }\n',
    '1:27 expected an address such as ipp://10.20.0.31/ipp/print, or one of ipps, http or https, found "lpd://10.0.0.1/"',
  ],
  [
    'printers: { Bench: { url: "http://10.0.0.1/", kinds: [label] } }\n',
    '1:55 expected one of "picklist", "packingslip", "cartonlabel", "locationlabel", "badge", "commandsheet", "returnslip", "carrierlabel", found "label"',
  ],
  // Carriers and their options
  ['carriers:\n  A: will-call\n', '2:6 expected keys and values, found "will-call"'],
  ['carriers:\n  A: {}\n  a: {}\n', '3:3 "a" and "A" differ in capitals only'],
  [
    'carriers:\n  A: { plugin: parcle }\n',
    '2:16 unknown plugin "parcle"; did you mean "parcel"? (or a path that begins with ./, or an installed package)',
  ],
  [
    'carriers:\n  A: { plugin: ./nope.mjs }\n',
    '2:16 the plugin file "./nope.mjs" does not exist; paths are relative to the configuration file',
  ],
  ['carriers:\n  A: { plugin: parcel }\n', '2:6 missing key "url"; expected an http or https address'],
  [
    'carriers:\n  A:\n    plugin: parcel\n    url: ftp://x\n',
    '4:10 expected an http or https address, found "ftp://x"',
  ],
  ['carriers:\n  A:\n    plugin: will-call\n    pakc: true\n', '4:5 unknown key "pakc"; did you mean "pack"?'],
  [
    'carriers:\n  A:\n    plugin: will-call\n    rates: 20 per second\n',
    '4:5 unknown key "rates"; did you mean "rate"?',
  ],
  ['carriers:\n  A: { plugin: freight, cartons_per_pallet: 2.5 }\n', '2:45 expected a whole number, found 2.5'],
  // Rules
  ['rules:\n  A: { then: { skip: pack } }\n', '2:3 expected a list, found keys and values'],
  ['rules:\n  - then: { skip: pack }\n', '2:5 missing key "name"; expected text'],
  ['rules:\n  - name: R\n', '2:5 missing key "then"; expected keys and values'],
  ['rules:\n  - name: 7\n    then: { skip: pack }\n', '2:11 expected text, found 7; put it in quotes'],
  [rule('wen: total > 5', 'then: { skip: pack }'), '3:5 unknown key "wen"; did you mean "when"?'],
  [rule('when:', 'then: { skip: pack }'), '3:10 expected text, found nothing'],
  [rule('then: {}'), '3:11 the rule does nothing; expected at least one action'],
  [rule('then: { skip: wrap }'), '3:19 expected one of "pack", "ship", found "wrap"'],
  [rule('then: { skip: [pack, shp] }'), '3:26 expected one of "pack", "ship", found "shp"; did you mean "ship"?'],
  [
    rule('then: { skip: pick }'),
    '3:19 expected one of "pack", "ship" (every order is picked and picked up), found "pick"',
  ],
  [
    rule('then: { skip: [pack, pickup] }'),
    '3:26 expected one of "pack", "ship" (every order is picked and picked up), found "pickup"',
  ],
  [rule('then: { skip: [] }'), '3:19 expected at least 1 in the list, found an empty list'],
  [rule('then: { packs: automatic }'), '3:13 unknown key "packs"; did you mean "pack"?'],
  [rule('then: { skip: pack, require: [ship, pack] }'), '3:34 the rule skips pack and requires it'],
  [
    rule('then: { forbid_automatic: pack, pack: automatic }'),
    '3:43 the rule forbids automatic pack, and makes pack automatic',
  ],
  [
    rule('then: { forbid_automatic: pack, allow_automatic: [ship, pack] }'),
    '3:54 the rule forbids automatic pack, and allows it',
  ],
  [rule('then: { priority: 9 }'), '3:23 expected at most 5, found 9'],
  [rule('then: { hold: "" }'), '3:19 expected at least 1 character, found ""'],
  [
    `${rule('then: { carrier: Will Cal }')}carriers:\n  Will Call: {}\n`,
    '3:22 unknown carrier "Will Cal"; did you mean "Will Call"?',
  ],
  [
    `${rule('then: { skip: pack }')}  - name: R\n    then: { skip: ship }\n`,
    '4:11 the rule on line 2 has the same name; plans need different names',
  ],
  [rule('priority: 0', 'then: { skip: pack }'), '3:15 expected at least 1, found 0'],
  [
    rule('before: packing', 'then: { skip: pack }'),
    '3:13 expected one of "pick", "pack", "ship", "pickup", found "packing"',
  ],
  [rule('after: 24h', 'then: { note: Late }'), '3:12 expected a time and a step such as "24h at pack", found "24h"'],
  [
    rule('after: 1d at packs', 'then: { note: Late }'),
    '3:12 expected a time and a step such as "24h at pack", found "1d at packs"',
  ],
  [
    rule('before: ship', 'after: 1h at ship', 'then: { note: Late }'),
    '4:5 a rule has "before" or "after", not both; make two rules of it',
  ],
  [rule('then: { escalate: Look }'), '3:13 escalate is for a rule with "after", such as `after: 24h at pack`'],
  [rule('before: ship', 'then: { skip: pack }'), '4:11 too late: pack is decided before the order reaches ship'],
  [rule('before: pack', 'then: { create_pick: true }'), '4:11 too late: pick is decided before the order reaches pack'],
  [rule('then: { skip: pack, pack: automatic }'), '3:31 the rule skips pack, and decides how it is done'],
  [rule('then: { skip: pack, deadline: { pack: 4h } }'), '3:35 the rule skips pack, and decides how it is done'],
  [rule('then: { deadline: { pack: 4 hours } }'), '3:31 expected a duration such as 30s, 5m or 24h, found "4 hours"'],
  [rule('then: { deadline: { packing: 4h } }'), '3:25 unknown key "packing"; expected one of pick, pack, ship, pickup'],
  [rule('then: { wave: 7 }'), '3:19 expected text, found 7; put it in quotes'],
  [rule('then: { carton_types: [] }'), '3:27 expected at least 1 in the list, found an empty list'],
  ['match: some\n', '1:8 expected one of "all", "first", found "some"'],
  // Workflows
  [
    `${rule('then: { workflow: pick-pikup }')}workflows: { pick-pickup: [pick, pickup] }\n`,
    '3:23 unknown workflow "pick-pikup"; did you mean "pick-pickup"?',
  ],
  [
    `${rule('then: { workflow: w, skip: pack }')}workflows: { w: [pick, pickup] }\n`,
    '3:26 a workflow decides which steps are done; "skip" contradicts it',
  ],
  [
    `${rule('before: ship', 'then: { workflow: w }')}workflows: { w: [pick, pickup] }\n`,
    '4:13 a workflow is chosen at issue: leave "before" or "after" out',
  ],
  ['workflows: { w: [pick, pack] }\n', '1:17 expected pickup among the steps: every order is picked and picked up'],
  ['workflows: { w: [pickup, pick] }\n', '1:17 expected the steps once each, in their order: pick, pickup'],
  [
    'workflows: { w: { pick: automatic } }\n',
    '1:17 expected pickup among the steps: every order is picked and picked up',
  ],
  [
    'workflows: { w: { pick: auto, pickup: by hand } }\n',
    '1:25 expected one of "automatic", "by hand", found "auto"; did you mean "automatic"?',
  ],
  // Included files
  ['include: nowhere.yaml\n', '1:10 "nowhere.yaml": the file does not exist; paths are relative to this file'],
  ['include: [f.yaml]\n', expect.stringMatching(/^f\.yaml:1:11 ".*f\.yaml" is already included$/) as unknown as string],
  // Cases
  ['cases:\n  - { name: C, given: { totl: 5 }, expect: {} }\n', '2:25 salesorder has no totl; did you mean "total"?'],
  [
    'cases:\n  - { name: C, given: { lines: [{ part: { nam: x } }] }, expect: {} }\n',
    '2:43 part has no nam; did you mean "name"?',
  ],
  ['cases:\n  - { name: C, given: { total: much }, expect: {} }\n', '2:32 expected a number'],
  ['cases:\n  - { name: C, given: { priority: 1.5 }, expect: {} }\n', '2:35 expected a whole number'],
  ['cases:\n  - { name: C, given: { ship_city: 7 }, expect: {} }\n', '2:36 expected text; put it in quotes'],
  [
    'cases:\n  - { name: C, given: { created_at: today }, expect: {} }\n',
    '2:37 expected a date and time such as 2026-04-23T08:00:00Z',
  ],
  ['cases:\n  - { name: C, given: { lines: 3 }, expect: {} }\n', '2:32 expected a list of salesorderline'],
  [
    'cases:\n  - { name: C, given: {}, expect: { pack: none } }\n',
    '2:43 expected one of "skipped", "required", "automatic", "by hand", found "none"',
  ],
  [
    `${rule('then: { skip: pack }')}cases:\n  - { name: C, given: {}, expect: { rules: [Q] } }\n`,
    '5:45 unknown rule "Q"; did you mean "R"?',
  ],
  // YAML itself
  [
    'rules:\n  - name: [R\n',
    '3:1 not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['rules:\n\t- name: R\n', '2:1 not valid YAML: tabs are not allowed as indentation'],
  ['settings: &a\n  x: *a\n', '2:6 the alias "*a" is inside of &a; a value cannot contain itself'],
  ['rules: &r\n  - then: { skip: *r }\n', '2:19 the alias "*r" is inside of &r; a value cannot contain itself'],
  [bomb(9), '5:10 the aliases up to "*v3" add more than 10,000 values; write fewer aliases'],
  [`settings: ${'['.repeat(60)}${']'.repeat(60)}\n`, '1:61 more than 50 levels of lists and keys'],
  ['carriers: &a\n  A: {}\nrules: *b\n', '3:8 unknown alias "*b"; there is no &b'],
  ['plugins: []\n---\nrules: []\n', '2:1 a second document begins here; expected one'],
  // The environment
  [
    'carriers:\n  A: { plugin: parcel, url: "http://${NOWHERE}" }\n',
    '2:37 the environment variable NOWHERE is not set; set it, or give a default: ${NOWHERE:-default}',
  ],
  [
    'carriers:\n  A:\n    plugin: parcel\n    url: http://x/${ho st}\n',
    '4:19 "${ho st}" is not a reference to an environment variable; expected ${NAME} or ${NAME:-default}',
  ],
  [
    `rules:\n  - name: ${'x'.repeat(121)}\n    then: { skip: pack }\n`,
    expect.stringMatching(/^f\.yaml:2:11 expected at most 120 characters, found "xxx/) as unknown as string,
  ],
  ['rules:\n  - R\n', '2:5 expected keys and values, found "R"'],
  [rule('when: [total > 5]', 'then: { skip: pack }'), '3:11 expected text, found a list'],
  [rule('then: { start_in_carton: yes }'), '3:30 expected true or false, found "yes"; did you mean true?'],
  [
    'cases:\n  - { name: C, given: { carrier: 7 }, expect: {} }\n',
    '2:34 expected the name of a carrier, or its fields',
  ],
  ['cases:\n  - { name: C, given: { lines: [3] }, expect: {} }\n', '2:33 expected the fields of a salesorderline'],
  [
    'cases:\n  - { name: C, given: {}, now: tomorrow, expect: {} }\n',
    '2:32 expected a date and time such as 2026-04-23T08:00:00Z, found "tomorrow"',
  ],
  [
    'cases:\n  - { name: C, given: {}, waited: 24h, expect: {} }\n',
    '2:35 expected a time and a step such as "24h at pack", found "24h"',
  ],
  ['workflows: { w: pick }\n', '1:17 expected a list of steps, or steps with who does them, found "pick"'],
  ['include: rules/*.yaml\n', '1:10 "rules/*.yaml" matches no file; paths are relative to this file'],
  // Conditions
  [
    when('custmer.name = "A"'),
    '3:12 salesorder has no custmer: expected a field or relation of salesorder; nearest: customer',
  ],
  [when('customer.nam = "A"'), '3:21 customer has no nam: expected a field or relation of customer; nearest: name'],
  [when('customer = 5'), '3:12 customer is a relation: expected one of its fields, such as customer.name'],
  [when('lines > 3'), '3:12 lines is a relation: expected one of its fields, such as lines.id, or count(lines)'],
  [when('total > "much"'), '3:20 total is a decimal number: expected a number such as 12 or 12.50'],
  [when('priority < "a"'), '3:23 priority is a whole number: expected a number such as 12'],
  [when('created_at > 2026-13-01'), '3:25 2026-13-01 is no date: expected a date that exists, in ISO 8601'],
  [when('source.picks = 5'), '3:19 source has no picks: expected one of id, name, service_id, service'],
  [when('created_at > now-5x'), '3:25 now-5x is no time: expected a unit m, h, d or w, as in now-48h'],
  [when('sum(lines.part.number) > 1'), '3:27 number is a text: expected a number to sum'],
  [when('weight_g % "5"'), '3:21 weight_g is a decimal number and has no %: expected =, !=, <, <=, >, >= or IN'],
  [
    when('source.name = Counter'),
    '3:26 Counter is no value: expected a value: a text in double quotes, a number, a date, true, false or now (text needs its quotes)',
  ],
  [when('total = null'), '3:20 NULL is no value: expected IS NULL or IS NOT NULL'],
  [when('total == 5'), '3:18 == is no operator: expected ='],
  [when('total > 5 and total < 7'), '3:22 and is not expected here: expected &&'],
  [when('(total > 5'), '3:22 The end is not expected here: expected &&, || or )'],
  [when('NOT total > 5'), '3:16 total is not expected here: expected a parenthesis after NOT'],
  [when('source.name = "x'), '3:26 The quotes are not closed: expected a double quote after the text'],
  [when('$ > 1'), '3:12 $ has no meaning here: expected a name, a value or an operator'],
];

test('a text that is too deep for the parser is a fault with its place', async () => {
  const tooDeep = ' more than 50 levels of lists and keys';
  expect(await faultsOf(`settings:\n ${'['.repeat(20_000)}`)).toEqual([`f.yaml:2:52${tooDeep}`]);
  expect(await faultsOf(`settings:\n ${'- '.repeat(20_000)}`)).toEqual([`f.yaml:2:102${tooDeep}`]);
  expect(await faultsOf(`settings:\n ${'? '.repeat(20_000)}`)).toEqual([`f.yaml:2:102${tooDeep}`]);
});

describe('every fault is named with line, column, what was expected and the nearest name', () => {
  test.each(faulty)('%j', async (text, expected) => {
    const wanted = typeof expected === 'string' ? `f.yaml:${expected}` : expected;
    expect(await faultsOf(text)).toEqual([wanted]);
  });

  test('of at least 70 kinds', () => {
    const kinds = faulty.map(([, message]) =>
      String(message)
        .replace(/^\d+:\d+ /, '')
        .replaceAll(/"[^"]*"|\d+/g, '…'),
    );
    expect(new Set(kinds).size).toBeGreaterThanOrEqual(70);
  });

  test('also for a name that another file has', async () => {
    const carriers = await faultsOf(
      'include: a.yaml\ncarriers: { A: {} }\n',
      {},
      { 'a.yaml': 'carriers: { a: {} }\n' },
    );
    expect(carriers).toEqual([expect.stringMatching(/1:13 a carrier "A" exists already in \S+f\.yaml:2$/)]);
    const workflow = 'workflows: { w: [pick, pickup] }\n';
    const workflows = await faultsOf(`include: a.yaml\n${workflow}`, {}, { 'a.yaml': workflow });
    expect(workflows).toEqual([expect.stringMatching(/1:14 a workflow "w" exists already in \S+f\.yaml:2$/)]);
    const rules = await faultsOf(
      `include: a.yaml\n${rule('then: { skip: pack }')}`,
      {},
      { 'a.yaml': rule('then: { skip: ship }') },
    );
    expect(rules).toEqual([expect.stringMatching(/2:11 the rule in \S+f\.yaml:3 has the same name/)]);
  });
});

describe('a fault in a condition is placed inside the text of the file', () => {
  test.each<[string, string[], string]>([
    ['plain', ['when: totl > 5'], '3:11'],
    ['in single quotes, behind a doubled one', [`when: 'source.name = "it''s" && totl > 5'`], '3:37'],
    ['in double quotes, behind escapes', ['when: "source.name = \\"A\\" && totl > 5"'], '3:35'],
    ['on the second line of a folded text', ['when: >', '  total > 5', '  && totl > 5'], '5:10'],
    ['on the third line of a literal text', ['when: |', '  total > 5', '', '  && totl > 5'], '6:10'],
    ['on the second line of a plain text', ['when: total > 5', '  && totl > 5'], '4:10'],
    ['behind a character of two units', ['when: source.name = "📦" && totl > 5'], '3:33'],
    ['in an exception', ['unless: totl > 5'], '3:13'],
  ])('%s', async (_name, lines, place) => {
    const [fault, ...others] = await faultsOf(rule(...lines, 'then: { skip: pack }'));
    expect(fault).toMatch(new RegExp(`^f.yaml:${place} .*totl.*total`));
    expect(others).toEqual([]);
  });

  test('at its end if a value is missing', async () => {
    const [fault] = await faultsOf(rule('when: total >', 'then: { skip: pack }'));
    expect(fault).toMatch(/^f\.yaml:3:18 .*expected/);
  });
});

describe('a plugin that cannot be used is named where it is listed', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['no such file', {}, /the plugin file "\.\/a\.mjs" does not exist/],
    ['no default export', { 'a.mjs': 'export const x = 1;' }, /it has no default export/],
    [
      'another contract',
      { 'a.mjs': 'export default { kind: "carrier", contract: 2, name: "x" };' },
      /written for contract 2, and this version of Conveyor has contract 1/,
    ],
    ['no plugin', { 'a.mjs': 'export default 5;' }, /its default export is not a plugin/],
    [
      'no schema',
      { 'a.mjs': 'export default { kind: "carrier", contract: 1, name: "x" };' },
      /its options is not a zod schema/,
    ],
    ['throws when read', { 'a.mjs': 'throw new Error("no licence");' }, /it cannot be read: no licence/],
    ['throws when made', kit('settingPlugn({})'), /its function failed: settingPlugn is not defined/],
    [
      'a name that is taken',
      kit('carrierPlugin({ name: "parcel", options: z.object({}) })'),
      /a carrier plugin "parcel" exists already/,
    ],
  ])('%s', async (_name, files, expected) => {
    const faults = await faultsOf('plugins:\n  - ./a.mjs\n', {}, files);
    expect(faults).toEqual([expect.stringMatching(/^f\.yaml:2:5 /)]);
    expect(faults[0]).toMatch(expected);
  });

  test('a setting in place of a carrier', async () => {
    const files = kit('settingPlugin({ name: "s", value: z.boolean(), plan: () => [] })');
    expect(await faultsOf('carriers:\n  A: { plugin: ./a.mjs }\n', {}, files)).toEqual([
      'f.yaml:2:16 plugin "./a.mjs" is a setting; list it under "plugins" and set "s" under "settings"',
    ]);
  });

  test('options that its own schema refuses, unknown ones too', async () => {
    const files = kit('carrierPlugin({ name: "s", options: z.object({ zone: z.int() }) })');
    expect(await faultsOf('carriers:\n  A: { plugin: ./a.mjs, zon: 3 }\n', {}, files)).toEqual([
      'f.yaml:2:6 missing key "zone"; expected a number',
      'f.yaml:2:25 unknown key "zon"; did you mean "zone"?',
    ]);
  });
});

test('all faults of a file are reported together, in the order of the file', async () => {
  const text = [
    'settings: { start-in-carton: maybe }',
    'carriers:',
    '  A: { plugin: parcle }',
    '  B: { rate: fast }',
    'rules:',
    '  - name: R',
    '    wen: total > 5',
    '    when: totl > 5',
    '    then: { skip: wrap }',
    '  - name: S',
    '    when: nme = 1',
    '    then: { carrier: B }',
    'colour: red',
  ].join('\n');
  const faults = await faultsOf(text);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'f.yaml:1:30',
    'f.yaml:3:16',
    'f.yaml:4:14',
    'f.yaml:7:5',
    'f.yaml:8:11',
    'f.yaml:9:19',
    'f.yaml:11:11',
    'f.yaml:13:1',
  ]);
});

test('a faulty file is a ConfigurationError whose message is its faults', async () => {
  const loading = loadText('cariers: {}\n');
  await expect(loading).rejects.toThrow(ConfigurationError);
  await expect(loading).rejects.toThrow(/f\.yaml:1:1 unknown key "cariers"; did you mean "carriers"\?$/);
});

test('a missing file is reported by name', async () => {
  await expect(loadConfiguration('test/config/nowhere.yaml')).rejects.toThrow(
    'test/config/nowhere.yaml:1:1 the file does not exist',
  );
});

test('a folder is reported as a folder, and a text that is not YAML only with its first faults', async () => {
  await expect(loadConfiguration('test/config')).rejects.toThrow('test/config:1:1 it is a folder');
  const faults = await faultsOf(`# Conveyor\n\n${'An essay: with colons, [brackets] and: more\n"'.repeat(20)}`);
  expect(faults.length).toBeLessThanOrEqual(3);
  for (const fault of faults) {
    expect(fault).toContain('not valid YAML');
    expect(fault.length).toBeLessThan(160);
  }
});
