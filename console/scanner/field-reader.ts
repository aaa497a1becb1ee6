import { Burst, type TypedCode } from './burst.ts';
import { endOfTransmission, keyMeaning } from './key-meaning.ts';
import type { ScannerSettings } from './settings.ts';

/** A code that came through the field of a page. */
export interface ReadCode extends TypedCode {
  readonly at: number;
  readonly by: 'scanner' | 'person';
}

/** How many times as long silence has to be where the scanner ends its codes by a key. */
const patience = 5;

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
  /** When the last key was pressed, until its text appears: that is later on a page that is busy. */
  #keyAt: number | null = null;
  /** Whether the scanner has ended a code by a key. It does so always, and silence within a code is the machine's. */
  #endsByKey = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(field: HTMLInputElement, settings: () => ScannerSettings, onCode: (code: ReadCode) => void) {
    this.#field = field;
    this.#settings = settings;
    this.#onCode = onCode;
  }

  /** To be called after each `input` event of the field. */
  onInput(event: { readonly timeStamp: number }): void {
    const at = this.#keyAt ?? event.timeStamp;
    this.#keyAt = null;
    const { value } = this.#field;
    const isLonger = value.startsWith(this.#read);
    const added = isLonger ? value.slice(this.#read.length) : '';
    this.#endBefore(at, added);
    // Text that was deleted or changed is a person's.
    if (isLonger) this.#burst.add(added, at);
    else this.#burst.clear();
    this.#read = this.#field.value;
    if (endings.test(this.#read)) this.#finishAll(at);
    else this.#waitForSilence();
  }

  /** To be called for each key that is pressed in the field. @returns whether the key was of a code */
  onKeyDown(event: KeyboardEvent): boolean {
    if (event.isComposing) return false;
    const meaning = keyMeaning(event);
    if (meaning.kind === 'text') {
      this.#endBefore(event.timeStamp, '');
      this.#keyAt = event.timeStamp;
      if (meaning.text === event.key) return false;
      // A control character, which the browser would not insert.
      this.#field.value += meaning.text;
      this.onInput(event);
      return true;
    }
    if (meaning.kind !== 'end') return false;
    const isScan = this.#isScan(event.timeStamp);
    // A person who moves on by Tab has no code to send.
    if (event.key === 'Tab' && !isScan) return false;
    this.#endsByKey ||= isScan;
    this.#finish(event.timeStamp, isScan);
    return true;
  }

  /** To be called when an input method ends a line. */
  onLineBreak(event: { readonly timeStamp: number }): void {
    this.#finish(event.timeStamp, this.#isScan(event.timeStamp));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds of silence that end a code. */
  #silence(): number {
    return this.#settings().silence * (this.#endsByKey ? patience : 1);
  }

  #isScan(at: number): boolean {
    return !this.#burst.isOver(at, this.#silence()) && this.#burst.isScan;
  }

  /** Ends a code whose silence is over when the next one begins. @param added text of the next one that is in the field already */
  #endBefore(at: number, added: string): void {
    if (!this.#burst.isOver(at, this.#silence())) return;
    if (this.#burst.isScan) {
      this.#finish(at, true);
      this.#field.value = added;
    }
    this.#burst.clear();
  }

  /** Keys that wait to be handled come first: the timer of a busy page may be due before them. */
  #waitForSilence(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        if (this.#burst.isScan) this.#finish(performance.now(), true);
      }, 0);
    }, this.#silence());
  }

  /** Ends the code in the field. Text from before a scan does not belong to the scan, and is removed with it. */
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
