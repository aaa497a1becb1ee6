import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from '../../client/client.ts';
import { parse } from '../../lib/expressions/parse.ts';

test('a quoted text is the same text in an expression, for all characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab"\\% &|()\n') }), (text) => {
      const { condition } = parse(`name = ${quoted(text)} && id > 1`);
      expect(condition).toMatchObject({ kind: 'and', conditions: [{ literal: { kind: 'text', parts: [text] } }, {}] });
    }),
  );
});
