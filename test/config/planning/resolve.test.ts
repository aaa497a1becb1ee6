import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimFrom } from '../../../config/planning/claims.ts';
import { type Claim, precedence, type Question } from '../../../config/planning/plan.ts';
import { resolve } from '../../../config/planning/resolve.ts';

const questions: Question[] = ['pack.required', 'ship.by', 'hold', 'carrier'];

/** At most one claim of each source to each question, so that only the precedence of the sources decides. */
const anyClaims: fc.Arbitrary<Claim[]> = fc.uniqueArray(
  fc
    .record({
      source: fc.constantFrom(...precedence),
      question: fc.constantFrom(...questions),
      value: fc.constantFrom('a', 'b', 'c'),
      fired: fc.boolean(),
    })
    .map(({ source, question, value, fired }) => ({
      ...claimFrom(source, `A ${source}`, null, 'why', { question, value }),
      fired,
    })),
  { selector: ({ source, decides }) => `${source} ${decides}`, maxLength: 15 },
);

describe('resolve', () => {
  test('ranks the sources, and not the order in which claims are collected', () => {
    fc.assert(
      fc.property(
        anyClaims.chain((claims) =>
          fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
        ),
        ([claims, shuffled]) => {
          for (const question of questions) {
            expect(resolve(shuffled).value(question)).toBe(resolve(claims).value(question));
          }
        },
      ),
    );
  });

  test('the winner of a question is its strongest claim that fired', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        for (const question of questions) {
          const counting = claims.filter(({ fired, decides }) => fired && decides === question);
          const strongest = precedence.flatMap((source) => counting.filter((claim) => claim.source === source))[0];
          expect(resolve(claims).value(question)).toBe(strongest?.value);
        }
      }),
    );
  });

  test('the first claim of a source wins over its later claims', () => {
    const claims = ['Ana', 'Otto'].map((value) => claimFrom('rule', value, null, '', { question: 'wave', value }));
    expect(resolve(claims).value('wave')).toBe('Ana');
    expect(resolve(claims).reasons().get(undefined)?.[1]).toMatchObject({ overruled_by: 'rule "Ana"' });
  });

  test('notes of several claims add up, each once', () => {
    const claims = ['one', 'two', 'one'].map((value) =>
      claimFrom('rule', value, null, '', { question: 'note', value }),
    );
    expect(resolve(claims).notes).toEqual(['one', 'two']);
  });
});
