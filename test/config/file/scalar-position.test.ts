import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isScalar, parseDocument, stringify, visit } from 'yaml';
import { positionInScalar } from '../../../config/file/scalar-position.ts';

const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'] as const;

test('the position of a letter is right for every way to quote or fold a text', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', '"', "'", '\\', 'é', '%', '=', '📦'),
    minLength: 1,
    maxLength: 12,
  });
  const text = fc
    .tuple(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 12 }))
    .map(([before, after]) => [...before, 'Z', ...after].join(' '));
  fc.assert(
    fc.property(text, fc.constantFrom(...styles), fc.constantFrom(20, 80), (value, style, lineWidth) => {
      const source = stringify({ rules: [{ when: value }] }, { defaultStringType: style, lineWidth });
      let letter: string | undefined;
      visit(parseDocument(source), {
        Scalar(where, node) {
          if (where === 'key' || !isScalar(node) || typeof node.value !== 'string' || !node.range) return;
          const read = node.value;
          const [from, to] = node.range;
          letter = source[from + positionInScalar(source.slice(from, to), read, read.indexOf('Z'))];
        },
      });
      expect(letter).toBe('Z');
    }),
    { numRuns: 300 },
  );
});

test('a place behind the end is the end', () => {
  expect(positionInScalar('total >', 'total >', 8)).toBe(7);
});
