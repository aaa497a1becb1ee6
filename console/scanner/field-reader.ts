import { Burst, type TypedCode } from './burst.ts';
import { endOfTransmission, keyMeaning } from './key-meaning.ts';
import type { ScannerSettings } from './settings.ts';

/** A code that came through the field of a page. */
export interface ReadCode extends TypedCode {
  readonly at: number;
  readonly by: 'scanner' | 'person';
}

const endings = new RegExp(`[\\r\\n\\t${endOfTransmission}]`);

/**
 * Reads codes out of a text field. It looks at the text that appears there, and not at keys: input methods of hand-held scanners, voice
 * and the clipboard insert text without any. Enter ends a code however slowly it came, so a person can type one, too.
 */
export class FieldReader {
  readonly #field: HTMLInputElement;
  readonly #settings: () => ScannerSettings;
  readonly #onCode: (code: ReadCode) => void;
  readonly #burst = new Burst();
  #read = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(field: HTMLInputElement, settings: () => ScannerSettings, onCode: (code: ReadCode) => void) {
    this.#field = field;
    this.#settings = settings;
    this.#onCode = onCode;
  }

  /** To be called after each `input` event of the field. */
  onInput(event: { readonly timeStamp: number }): void {
    const { value } = this.#field;
    const at = event.timeStamp;
    if (this.#burst.isOver(at, this.#settings().silence)) this.#burst.clear();
    // Text that was deleted or changed is a person's.
    if (value.startsWith(this.#read)) this.#burst.add(value.slice(this.#read.length), at);
    else this.#burst.clear();
    this.#read = value;
    if (endings.test(value)) this.#finishAll(at);
    else this.#waitForSilence();
  }

  /** To be called for each key that is pressed in the field. @returns whether the key was of a code */
  onKeyDown(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    const meaning = keyMeaning(event);
    if (meaning.kind === 'text' && meaning.text !== event.key) {
      // A control character, which the browser would not insert.
      this.#field.value += meaning.text;
      this.onInput(event);
      return true;
    }
    if (meaning.kind !== 'end') return false;
    // A person who moves on by Tab has no code to send.
    if (event.key === 'Tab' && !this.#isScan(event.timeStamp)) return false;
    this.#finish(event.timeStamp, this.#isScan(event.timeStamp));
    return true;
  }

  /** To be called when an input method ends a line. */
  onLineBreak(event: { readonly timeStamp: number }): void {
    this.#finish(event.timeStamp, this.#isScan(event.timeStamp));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #isScan(at: number): boolean {
    return !this.#burst.isOver(at, this.#settings().silence) && this.#burst.isScan;
  }

  /** Keys that wait to be handled come first: the timer of a busy page may be due before them. */
  #waitForSilence(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        if (this.#burst.isScan) this.#finish(performance.now(), true);
      }, 0);
    }, this.#settings().silence);
  }

  /** Ends the code in the field. Text from before a scan is not of the scan, and goes with it. */
  #finish(at: number, isScan: boolean): void {
    const text = this.#field.value.trim();
    const code = isScan ? this.#burst.take() : { text, pieces: [text] };
    this.#clear();
    if (code.text.trim() !== '') this.#onCode({ ...code, at, by: isScan ? 'scanner' : 'person' });
  }

  /** Text with ends in it is one or several codes that came at once. */
  #finishAll(at: number): void {
    const codes = this.#field.value.split(endings).filter((text) => text.trim() !== '');
    this.#clear();
    for (const text of codes) this.#onCode({ text, pieces: [text], at, by: 'scanner' });
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#burst.clear();
    this.#field.value = '';
    this.#read = '';
  }
}
