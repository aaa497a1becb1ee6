import { describe, expect, test } from 'vitest';
import { createPlanner } from '../../config/planning/planner.ts';
import { faultsOf, loadText } from './load-text.ts';
import { orderFacts } from './planning/facts.ts';

/** A carrier plugin with these needs. */
const plugin = (name: string, needs: string) => ({
  [`${name}.mjs`]: `export default ({ carrierPlugin, z }) => carrierPlugin({ name: '${name}',
    options: z.strictObject({ deep: z.boolean().default(false) }), needs: ${needs}, book: async () => [] });`,
});

const warningsOf = async (text: string, values: object, files = {}) =>
  createPlanner(await loadText(text, {}, files)).plan(
    orderFacts({ carrier: { id: 1, name: 'Bike', scac: null }, ...values }),
  ).warnings ?? [];

describe('what a carrier needs', () => {
  test('comes from its plugin, from the file, and from its service levels', async () => {
    const text = `carriers:
  Bike:
    plugin: ./bike.mjs
    deep: true
    needs: { always: [postal_code], service_levels: { Express: [email] } }
`;
    const needs = "({ deep }) => ({ always: deep ? ['street', 'name'] : [], service_levels: { Express: ['phone'] } })";
    const files = plugin('bike', needs);
    const values = { ship_to_name: null, ship_address_1: null, ship_postal_code: null };
    expect(await warningsOf(text, values, files)).toEqual([
      'Bike needs the name of the consignee.',
      'Bike needs a street.',
      'Bike needs a postal code.',
    ]);
    const level = { carrierservicelevel: { id: 1, name: 'express' } };
    expect(
      await warningsOf(text, { ...values, ship_to_name: 'Ana', ship_address_1: '1 Lane', ...level }, files),
    ).toEqual([
      'Bike needs a postal code.',
      'Bike needs a telephone number of the customer.',
      'Bike needs an e-mail address of the customer.',
    ]);
  });

  test('is nothing for an order that is not shipped', async () => {
    const text = `carriers:
  Bike: { plugin: plain, needs: [street] }
rules:
  - { name: Counter, when: priority = 5, then: { skip: [pack, ship] } }
`;
    expect(await warningsOf(text, { ship_address_1: null, priority: 3 })).toEqual(['Bike needs a street.']);
    expect(await warningsOf(text, { ship_address_1: null, priority: 5 })).toEqual([]);
  });

  test.each([
    [
      'an unknown name in the file',
      '',
      'plain, needs: [fax]',
      /^f\.yaml:2:\d+ expected one of "name", .*, found "fax"$/,
    ],
    [
      'an unknown name of the plugin',
      "() => ['fax']",
      './x.mjs',
      /the needs of plugin "x" are not known: expected a list of name, /,
    ],
    [
      'an error of the plugin',
      '() => order.x',
      './x.mjs',
      /needs of plugin "x" failed: order is not defined \(x\.mjs:\d+:\d+\)$/,
    ],
    ['a value that is no function', "['street']", './x.mjs', /needs of plugin "x" failed: needs is not a function/],
  ])('is checked with the file: %s', async (_name, needs, written, fault) => {
    const text = `carriers:\n  Bike: { plugin: ${written} }\n`;
    expect((await faultsOf(text, {}, plugin('x', needs || '() => []'))).join('\n')).toMatch(fault);
  });
});
