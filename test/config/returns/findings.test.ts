import { expect, test } from 'vitest';
import { checkResultOf } from '../../../config/rules/check.ts';
import { loadText } from '../load-text.ts';

/** What `rules check` finds in the rules of returns, and in the entries of `put_away`. */

async function findings(section: string, ...rules: string[]): Promise<string[]> {
  const text = `${section}\n${rules.map((rule) => `    - ${rule}\n`).join('')}`;
  const { findings: found } = checkResultOf({ configuration: await loadText(text) });
  return found.map(({ line, kind, message }) => `${line} ${kind}: ${message.replaceAll(/\([^()]*:(\d+)\)/g, '($1)')}`);
}
const ofReturns = (...rules: string[]) => findings('returns:\n  rules:', ...rules);
const ofParts = (...entries: string[]) => findings('receiving:\n  put_away:', ...entries);

test('a rule of returns that can never fire', async () => {
  expect(await ofReturns('{ name: R, when: total < 10 && total > 500, then: { wait: 3d } }')).toEqual([
    '3 never fires: "R" can never fire: no return matches `when`',
  ]);
  expect(await ofReturns('{ name: R, when: total > 100, unless: total > 50, then: { wait: 3d } }')).toEqual([
    '3 never fires: "R" can never fire: no return matches `when` and not `unless`',
  ]);
});

test('a rule of returns that earlier ones make useless', async () => {
  expect(
    await ofReturns(
      '{ name: A, condition: [sealed, new], then: { authorise: automatic, window: 60d } }',
      '{ name: B, condition: [NEW], when: total > 5, then: { authorise: automatic } }',
    ),
  ).toEqual(['4 shadowed: "B" changes nothing: "A" (3) holds for the same returns and decided it before']);
  expect(
    await ofReturns(
      '{ name: A, when: total > 5, then: { window: 60d } }',
      '{ name: B, condition: [new], when: total > 10, then: { window: 30d, location: Dock } }',
    ),
  ).toEqual([
    '4 contradiction: "B" has no effect with "window: 30d": "A" (3) holds for the same returns, comes first and decides "window: 60d"',
  ]);
});

test.each([
  // Goods in another condition, goods without one, and a key that is still open.
  [
    [
      '{ name: A, condition: [sealed], then: { wait: 3d } }',
      '{ name: B, condition: [sealed, new], then: { wait: 4d } }',
    ],
  ],
  [['{ name: A, condition: [sealed], then: { wait: 3d } }', '{ name: B, then: { wait: 4d } }']],
  [['{ name: A, then: { wait: 3d } }', '{ name: B, then: { window: 4d } }']],
])('nothing is said of %s', async (rules) => {
  expect(await ofReturns(...rules)).toEqual([]);
});

test('an entry of put_away that applies to no part, or whose locations an earlier one has', async () => {
  expect(await ofParts('{ when: weight_g < 5 && weight_g > 9, to: A }')).toEqual([
    '3 never fires: "put_away when weight_g < 5 && weight_g > 9" can never fire: no part matches `when`',
  ]);
  expect(await ofParts('{ when: weight_g > 5, to: [A, B] }', '{ when: weight_g > 9, to: b }')).toEqual([
    '4 shadowed: "put_away when weight_g > 9" changes nothing: "put_away when weight_g > 5" (3) holds for the same parts and decided it before',
  ]);
  // A site without location A has B.
  expect(await ofParts('{ when: weight_g > 5, to: A }', '{ when: weight_g > 9, to: B }')).toEqual([]);
});
