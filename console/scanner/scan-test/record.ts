import { groupSeparator } from '../key-meaning.ts';

/** A key or a piece of text as the browser reported it. */
export interface Signal {
  readonly kind: 'key' | 'text';
  /** The name of the key, or the text. */
  readonly name: string;
  readonly at: number;
}

/** A scanner's output, and the advice about its setup. */
export interface Report {
  readonly characters: number;
  /** Milliseconds between two signals: the mean and the longest. */
  readonly meanPause: number;
  readonly longestPause: number;
  readonly end: 'Enter' | 'Tab' | 'EOT' | 'none';
  /** Whether text came without keys, as from an input method. */
  readonly isInputMethod: boolean;
  readonly hasSeparators: boolean;
  readonly advice: readonly Advice[];
}

/** Advice: the scanner is too slow for a scan, sends nothing after a code, or leaves out the separators of GS1. */
export type Advice = 'slow' | 'no-end' | 'no-separators' | 'fine';

/** Milliseconds: slower scanners are taken for people. */
const slowest = 50;

/**
 * Returns a scanner's output for one code. @param isGs1 whether the code was a GS1 code, where texts of free length
 * need separators
 */
export function reportOf(signals: readonly Signal[], isGs1: boolean): Report {
  const pauses = signals.slice(1).map(({ at }, index) => at - (signals[index]?.at ?? at));
  const meanPause = pauses.reduce((sum, pause) => sum + pause, 0) / Math.max(1, pauses.length);
  const texts = signals.filter(({ kind, name }) => kind === 'text' || [...name].length === 1);
  const characters = texts.reduce((sum, { name }) => sum + [...name].length, 0);
  const end = endOf(signals);
  const isInputMethod = signals.some(
    ({ kind, name }) => kind === 'key' && (name === 'Unidentified' || name === 'Process'),
  );
  const hasSeparators = signals.some(({ name }) => name.includes(groupSeparator));
  const advice: Advice[] = [];
  if (meanPause > slowest) advice.push('slow');
  if (end === 'none') advice.push('no-end');
  if (isGs1 && !hasSeparators) advice.push('no-separators');
  return {
    ...{ characters, meanPause, longestPause: Math.max(0, ...pauses), end, isInputMethod, hasSeparators },
    advice: advice.length === 0 ? ['fine'] : advice,
  };
}

function endOf(signals: readonly Signal[]): Report['end'] {
  const last = signals.at(-1)?.name ?? '';
  if (last === 'Enter' || last === 'Tab') return last;
  return last === 'EOT' ? 'EOT' : 'none';
}
