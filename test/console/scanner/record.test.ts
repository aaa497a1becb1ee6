import { expect, test } from 'vitest';
import { reportOf, type Signal } from '../../../console/scanner/scan-test/record.ts';

/** The keys of a code with a pause between them. */
const keys = (names: readonly string[], pause: number): Signal[] =>
  names.map((name, place) => ({ kind: 'key', name, at: place * pause }));

test('a scanner with Enter and short pauses is set well', () => {
  expect(reportOf(keys([...'A-100', 'Enter'], 5), false)).toMatchObject({
    ...{ characters: 5, meanPause: 5, longestPause: 5, end: 'Enter', isInputMethod: false, advice: ['fine'] },
  });
});

test('a slow one, one without an end, and one without separators get advice', () => {
  expect(reportOf(keys([...'A-100', 'Tab'], 80), false).advice).toEqual(['slow']);
  expect(reportOf(keys([...'A-100'], 5), false).advice).toEqual(['no-end']);
  expect(reportOf(keys([...'010400638133393110L7', 'EOT'], 5), true)).toMatchObject({
    end: 'EOT',
    advice: ['no-separators'],
  });
});

test('text of an input method is recognised by keys without names', () => {
  const signals: Signal[] = [
    { kind: 'key', name: 'Unidentified', at: 0 },
    { kind: 'text', name: 'A-100', at: 1 },
    { kind: 'key', name: 'Enter', at: 2 },
  ];
  expect(reportOf(signals, false)).toMatchObject({ characters: 5, isInputMethod: true, end: 'Enter' });
});
