import { describe, expect, test } from 'vitest';
import { editorSchema } from '../../../config/generate.ts';
import { keysOf, type Schema, schemasAt, valuesOf } from '../../../console/rules/completion/schema.ts';
import { placeInYaml } from '../../../console/rules/completion/yaml-place.ts';
import { pairsOf } from '../../../console/rules/difference/pairs.ts';

const rule = 'rules:\n  - name: A\n';

describe('the place in a file that is being typed', () => {
  test.each([
    ['ru', [], 'key', 'ru'],
    ['rules:\n  - na', ['rules', '[]'], 'key', 'na'],
    ['rules:\n- na', ['rules', '[]'], 'key', 'na'],
    [`${rule}    wh`, ['rules', '[]'], 'key', 'wh'],
    [`${rule}    when: total > 5 && lines.pa`, ['rules', '[]', 'when'], 'value', 'total > 5 && lines.pa'],
    [`${rule}    when: total > 5 &&\n      li`, ['rules', '[]', 'when'], 'value', 'total > 5 &&\n      li'],
    [`${rule}    when: name = "x, y" && to`, ['rules', '[]', 'when'], 'value', 'name = "x, y" && to'],
    [`${rule}    then: { pa`, ['rules', '[]', 'then'], 'key', 'pa'],
    [`${rule}    then: { pack: `, ['rules', '[]', 'then', 'pack'], 'value', ''],
    [`${rule}    then: { pack: by hand, sk`, ['rules', '[]', 'then'], 'key', 'sk'],
    [`${rule}    then: { skip: [pack, `, ['rules', '[]', 'then', 'skip', '[]'], 'value', ''],
    [`${rule}    then: {\n      pick: automatic,\n      pa`, ['rules', '[]', 'then'], 'key', 'pa'],
    [`${rule}    then:\n      ho`, ['rules', '[]', 'then'], 'key', 'ho'],
    [`${rule}    then:\n      skip:\n        - pa`, ['rules', '[]', 'then', 'skip', '[]'], 'key', 'pa'],
    ['rules:\n  - { name: A, when: total < 5, th', ['rules', '[]'], 'key', 'th'],
    ['rules:\n  - { name: A, then: { skip: pack } }\n  - ', ['rules', '[]'], 'key', ''],
    ['carriers:\n  DHL: { plugin: ', ['carriers', 'DHL', 'plugin'], 'value', ''],
    ['cases:\n  - name: B\n    given: { ca', ['cases', '[]', 'given'], 'key', 'ca'],
    [
      'carriers:\n  # Two lines\n  # of comment\n\n  DHL:\n    plugin: wi',
      ['carriers', 'DHL', 'plugin'],
      'value',
      'wi',
    ],
    [`${rule}    then:\n      skip: [\n        pack, sh`, ['rules', '[]', 'then', 'skip', '[]'], 'value', 'sh'],
  ])('%j', (text, path, expects, typed) => {
    const place = placeInYaml(text, text.length);
    expect(place).toMatchObject({ path, expects, typed });
    expect(text.slice(place?.from)).toBe(typed);
  });

  test('a line that follows does not change it', () => {
    const text = `${rule}    then: { pack: by\n    unless: total > 1\n  - name: B\n`;
    const place = placeInYaml(text, text.indexOf('by') + 2);
    expect(place).toMatchObject({ path: ['rules', '[]', 'then', 'pack'], expects: 'value', typed: 'by' });
  });

  test('nothing is completed in a comment', () => {
    const text = `${rule}    # wh`;
    expect(placeInYaml(text, text.length)).toBeNull();
    expect(placeInYaml(`${rule}    then: { hold: "No #1`, rule.length + 24)).not.toBeNull();
  });

  test('keys that stand beside it are known, above and below', () => {
    const text = `${rule}    then: { priority: 1 }\n    \n    unless: total > 1\n  - name: B\n    before: pack\n`;
    const place = placeInYaml(text, text.indexOf('    \n') + 4);
    expect(place?.path).toEqual(['rules', '[]']);
    expect([...(place?.beside ?? [])].sort()).toEqual(['name', 'then', 'unless']);
  });
});

describe('the schema', () => {
  const schema = editorSchema() as Schema;
  const keys = (path: string[], beside: string[] = []) =>
    keysOf(schemasAt(schema, path), beside).map(({ label }) => label);
  const values = (path: string[]) => valuesOf(schemasAt(schema, path)).map(({ label }) => label);

  test('has the keys of a place, without those that are there', () => {
    expect(keys([])).toEqual(expect.arrayContaining(['rules', 'cases', 'carriers', 'calendars']));
    expect(keys(['rules', '[]'], ['name'])).toEqual(expect.arrayContaining(['when', 'unless', 'then', 'before']));
    expect(keys(['rules', '[]'], ['name'])).not.toContain('name');
    expect(keys(['carriers', 'DHL'])).toEqual(expect.arrayContaining(['plugin', 'rate', 'api_key']));
  });

  test('has the values of a place, where there are few', () => {
    expect(values(['rules', '[]', 'then', 'pack'])).toEqual(['automatic', 'by hand']);
    expect(values(['rules', '[]', 'then', 'skip', '[]'])).toEqual(['pack', 'ship']);
    expect(values(['rules', '[]', 'then', 'create_pick'])).toEqual(['true', 'false']);
    expect(values(['rules', '[]', 'name'])).toEqual([]);
    expect(values(['nothing', 'there'])).toEqual([]);
  });
});

test('texts are compared by their paths from the operators’ file, whatever its folder', () => {
  const old = [
    { file: 'config/fulfillment.yaml', text: 'a' },
    { file: 'config/rules/gone.yaml', text: 'b' },
    { file: 'config/rules/same.yaml', text: 'c' },
  ];
  const present = [
    { file: 'fulfillment.yaml', text: 'A' },
    { file: 'rules/same.yaml', text: 'c' },
    { file: 'rules/new.yaml', text: 'd' },
  ];
  expect(pairsOf(old, present)).toEqual([
    { file: 'fulfillment.yaml', before: 'a', after: 'A' },
    { file: 'rules/new.yaml', before: null, after: 'd' },
    { file: 'rules/gone.yaml', before: 'b', after: null },
  ]);
});
