import bidiFactory, { type EmbeddingLevels } from 'bidi-js';

/** The order of letters on paper by the Unicode Bidirectional Algorithm (UAX #9): Arabic and Hebrew run from right to left, digits do not. */

export type Direction = 'ltr' | 'rtl';

/** A part of a line whose letters run in one direction. */
export interface Run {
  /** In reading order. */
  readonly text: string;
  readonly direction: Direction;
}

// The package is CommonJS, whose export is the function itself. Its types declare a default export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Letters of right-to-left scripts, and the marks that set a direction. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061c\u200f\u202b\u202e\u2067]/u;

/** Returns whether a text has letters that run from right to left. Any other text needs no order. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Returns the direction of a paragraph: that of its first letter. */
export const directionOf = (paragraph: string): Direction =>
  bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';

/**
 * Returns the runs of a line from left to right, for the paper. Brackets in a run from right to left are mirrored.
 * @param base the direction of its paragraph
 */
export function visualRuns(line: string, base: Direction): Run[] {
  // Blanks at the end of a line stand behind it. They would move a line from right to left.
  const text = line.trimEnd();
  const embedding = bidi.getEmbeddingLevels(text, base);
  const runs = reordered(levelRuns(text, embedding)).map(({ text, level }) => ({
    text,
    direction: level % 2 === 1 ? ('rtl' as const) : ('ltr' as const),
  }));
  return text === line ? runs : [...runs, { text: line.slice(text.length), direction: 'ltr' }];
}

interface LevelRun {
  readonly text: string;
  readonly level: number;
}

function levelRuns(text: string, { levels }: EmbeddingLevels): LevelRun[] {
  const runs: { text: string; level: number }[] = [];
  for (const [index, level] of levels.entries()) {
    const letter = text[index] ?? '';
    const written = level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
    const last = runs.at(-1);
    if (last?.level === level) last.text += written;
    else runs.push({ text: written, level });
  }
  return runs;
}

/** Reverses the runs of each level and of those above it, from the highest level down (rule L2). */
function reordered(runs: readonly LevelRun[]): LevelRun[] {
  let result = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    const next: LevelRun[] = [];
    let group: LevelRun[] = [];
    for (const run of result) {
      if (run.level >= level) {
        group.unshift(run);
        continue;
      }
      next.push(...group, run);
      group = [];
    }
    result = [...next, ...group];
  }
  return result;
}
