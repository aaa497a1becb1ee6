import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Mark } from './mark.ts';

/** Returns the parts of a text that marks are about. A fault has a column; a finding is about a whole line. */
export function diagnosticsOf(marks: readonly Mark[], text: Text): Diagnostic[] {
  return marks.map(({ kind, line: number, column, message }) => {
    const line = text.line(Math.min(Math.max(1, number), text.lines));
    const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
    const at = Math.min(column === null ? indent : column - 1, line.length);
    const [word = ''] =
      column === null ? [line.text.slice(indent).trimEnd()] : (oneWord.exec(line.text.slice(at)) ?? []);
    const to = line.from + Math.min(line.length, at + Math.max(1, word.length));
    // A fault at the end of a line is about its last character.
    const from = Math.max(line.from, Math.min(line.from + at, to - 1));
    return { from, to, severity: kind === 'fault' ? 'error' : 'warning', message };
  });
}

const oneWord = /^(?:[^\s,:{}[\]"']+|"[^"]*"|'[^']*'|.)/u;
