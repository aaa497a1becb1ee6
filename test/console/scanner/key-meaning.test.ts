import { expect, test } from 'vitest';
import { keyMeaning } from '../../../console/scanner/key-meaning.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };

test.each([
  ['a letter', { key: 'A', shiftKey: true }, { kind: 'text', text: 'A' }],
  ['a letter of two code units', { key: '𝔸' }, { kind: 'text', text: '𝔸' }],
  ['a character of AltGr', { key: '@', ctrlKey: true, altKey: true }, { kind: 'text', text: '@' }],
  ['the separator of GS1', { key: ']', ctrlKey: true }, { kind: 'text', text: '\u001d' }],
  ['Enter', { key: 'Enter' }, { kind: 'end' }],
  ['Tab', { key: 'Tab' }, { kind: 'end' }],
  ['EOT', { key: 'd', ctrlKey: true }, { kind: 'end' }],
  ['Shift and Tab, by which people go back', { key: 'Tab', shiftKey: true }, { kind: 'other' }],
  ['a shortcut', { key: 'k', ctrlKey: true }, { kind: 'other' }],
  ['a shortcut of a Mac', { key: 'k', metaKey: true }, { kind: 'other' }],
  ['a key that is held down', { key: 'j', repeat: true }, { kind: 'other' }],
  ['an arrow', { key: 'ArrowDown' }, { kind: 'other' }],
  ['a key of an input method', { key: 'Unidentified' }, { kind: 'other' }],
  ['Shift', { key: 'Shift', shiftKey: true }, { kind: 'modifier' }],
])('%s', (_, pressed, meaning) => {
  expect(keyMeaning({ ...none, ...pressed })).toEqual(meaning);
});
