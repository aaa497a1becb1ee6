import { answerLimits, tooLarge } from '../answer-limits.ts';

/**
 * Writes JSON as UTF-8, piece by piece. Texts are "byte strings": each character is one byte of the UTF-8. To join strings and
 * encode them at the end took four times as long for a list of 400 KB. An answer over the limit is refused.
 */
export class JsonBytes {
  #bytes: Buffer;
  #length = 0;
  readonly #path: string;

  /**
   * @param size the expected number of bytes
   * @param path the embedded relations, for the refusal
   */
  constructor(size: number, path: string) {
    this.#path = path;
    this.#bytes = Buffer.allocUnsafe(Math.min(size, answerLimits.bytes));
  }

  /** Adds a byte string. */
  add(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** Adds a few ASCII characters. For so few, a loop costs less than a call out of JavaScript. */
  addShort(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length + at] = text.charCodeAt(at);
    this.#length += text.length;
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(more: number): void {
    if (this.#length + more > answerLimits.bytes) throw tooLarge('bytes', this.#path);
    const larger = Buffer.allocUnsafe(Math.min((this.#length + more) * 2, answerLimits.bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Returns the byte string of a text. */
export const byteString = (text: string): string => Buffer.from(text).toString('latin1');
