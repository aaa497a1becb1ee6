/** Characters that arrived together: one from a keyboard, or a whole code from an input method or the clipboard. */
interface Stroke {
  readonly text: string;
  readonly at: number;
}

/** A code as a scanner typed it. */
export interface TypedCode {
  readonly text: string;
  /**
   * The codes that the text has if its longest pauses are between codes: a scanner that sends no Enter may be faster than the
   * silence that ends a code. It is one piece, the text itself, where no pause is much longer than the others.
   */
  readonly pieces: readonly string[];
}

/** The fewest characters of a code. */
const fewest = 3;
/** Milliseconds from one character to the next, on average. Scanners that are set to 50 ms come up to 60; fast people need 80. */
const slowestMean = 60;
/** A pause between two codes is at least this many times as long as the mean of the others, and at least this long. */
const longPause = { times: 6, least: 40 };

/**
 * Characters that follow each other faster than people type. It uses the times of the events, and not of their
 * handling: a busy page handles them late, and all at once.
 */
export class Burst {
  #strokes: Stroke[] = [];

  /** @returns whether the characters so far arrived at a scanner's speed */
  get isScan(): boolean {
    const [first, last] = [this.#strokes[0], this.#strokes.at(-1)];
    if (!first || !last || this.text.length < fewest) return false;
    return last.at - first.at <= slowestMean * Math.max(1, this.#strokes.length - 1);
  }

  get text(): string {
    return this.#strokes.map(({ text }) => text).join('');
  }

  get isEmpty(): boolean {
    return this.#strokes.length === 0;
  }

  /** @param silence milliseconds @returns whether characters at a moment belong to another burst */
  isOver(at: number, silence: number): boolean {
    const last = this.#strokes.at(-1);
    return last !== undefined && at - last.at > silence;
  }

  add(text: string, at: number): void {
    this.#strokes.push({ text, at });
  }

  clear(): void {
    this.#strokes = [];
  }

  /** Ends the burst. @returns the code that it was */
  take(): TypedCode {
    const code = { text: this.text, pieces: piecesOf(this.#strokes) };
    this.clear();
    return code;
  }
}

/** Splits the strokes where a pause is much longer than the others. */
function piecesOf(strokes: readonly Stroke[]): string[] {
  const pauses = strokes.slice(1).map(({ at }, index) => at - (strokes[index]?.at ?? at));
  const middle = [...pauses].sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0;
  const isLong = (pause: number) => pause >= longPause.least && pause >= middle * longPause.times;
  const pieces = [''];
  for (const [index, { text }] of strokes.entries()) {
    if (index > 0 && isLong(pauses[index - 1] ?? 0)) pieces.push('');
    pieces[pieces.length - 1] += text;
  }
  const whole = pieces.join('');
  return pieces.every((piece) => piece.length >= fewest) ? pieces : [whole];
}
