import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Burst } from '../../../console/scanner/burst.ts';

/** Types a text with pauses between its characters. */
function typed(text: string, pause: (index: number) => number, from = 0): { burst: Burst; end: number } {
  const burst = new Burst();
  let at = from;
  for (const [index, character] of [...text].entries()) {
    if (index > 0) at += pause(index);
    burst.add(character, at);
  }
  return { burst, end: at };
}

describe('a burst', () => {
  test.each([0, 5, 20, 50])('with pauses of %d ms is a scan', (pause) => {
    const { burst } = typed('4006381333931', () => pause);
    expect(burst.isScan).toBe(true);
    expect(burst.take()).toEqual({ text: '4006381333931', pieces: ['4006381333931'] });
    expect(burst.isEmpty).toBe(true);
  });

  test('with the jitter of a scanner of 50 ms is a scan, and that of a fast person is none', () => {
    const code = fc.stringMatching(/^[A-Z0-9-]{3,40}$/);
    fc.assert(
      fc.property(
        code,
        fc.array(fc.integer({ min: 48, max: 58 }), { minLength: 40, maxLength: 40 }),
        (text, pauses) => {
          expect(typed(text, (index) => pauses[index] ?? 50).burst.isScan).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(
        code,
        fc.array(fc.integer({ min: 65, max: 180 }), { minLength: 40, maxLength: 40 }),
        (text, pauses) => {
          expect(typed(text, (index) => pauses[index] ?? 80).burst.isScan).toBe(false);
        },
      ),
    );
  });

  test('of two characters is none, however fast they come', () => {
    expect(typed('go', () => 1).burst.isScan).toBe(false);
  });

  test('that comes at once, as from the clipboard, is a scan', () => {
    const burst = new Burst();
    burst.add('A-100', 5);
    expect(burst.isScan).toBe(true);
  });

  test('is over after the silence, and not before', () => {
    const { burst, end } = typed('A-100', () => 5);
    expect([burst.isOver(end + 100, 100), burst.isOver(end + 101, 100)]).toEqual([false, true]);
    expect(new Burst().isOver(1_000, 100)).toBe(false);
  });

  test('of several codes without an end has them as pieces', () => {
    const codes = fc.array(fc.stringMatching(/^[A-Z0-9]{4,20}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(codes, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 60, max: 99 }), (texts, pause, between) => {
        const begins = new Set<number>();
        let length = 0;
        for (const text of texts) {
          begins.add(length);
          length += text.length;
        }
        const { burst } = typed(texts.join(''), (index) => (begins.has(index) ? between : pause));
        expect(burst.take().pieces).toEqual(texts);
      }),
    );
  });

  test('with one pause of a busy radio has the same text, and pieces that are none where they would be too short', () => {
    const { burst } = typed('A-100', (index) => (index === 4 ? 70 : 2));
    expect(burst.take()).toEqual({ text: 'A-100', pieces: ['A-100'] });
  });
});
