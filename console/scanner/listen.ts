import { Burst, type TypedCode } from './burst.ts';
import { isEditable, isTextField } from './editable.ts';
import { type KeyMeaning, keyMeaning } from './key-meaning.ts';
import type { ScannerSettings } from './settings.ts';

/** A code that somebody scanned or typed. */
export interface Scan extends TypedCode {
  /** When its last character came, on the clock of `performance.now()`. */
  readonly at: number;
  readonly by: 'scanner' | 'person' | 'camera';
}

export interface ListenOptions {
  readonly onScan: (scan: Scan) => void;
  readonly settings: () => ScannerSettings;
  /** Whether something takes scans now. Otherwise all keys are left alone. */
  readonly isWanted: () => boolean;
  /**
   * The text field of a page of work. With it, keys that reach no other field go into it, and a scan is taken out of every other field
   * again. Without it, only keys that reach no field can be a scan: in the search of orders somebody may want the code itself.
   */
  readonly field: () => HTMLInputElement | null;
}

/** Number of characters that make a burst a scan in a text field: people do not type six at this speed. */
const fewestInFields = 6;

/**
 * Listens to the keys of the whole page, before anything else gets them. The keys of a scan reach no button, no shortcut and no field:
 * they are held until it is clear what they are. Those that are no scan go on then.
 * @returns a function that ends it
 */
export function listen(options: ListenOptions): () => void {
  const listener = new Listener(options);
  const types = ['keydown', 'keyup'] as const;
  for (const type of types) window.addEventListener(type, listener, { capture: true });
  return () => {
    listener.stop();
    for (const type of types) window.removeEventListener(type, listener, { capture: true });
  };
}

class Listener implements EventListenerObject {
  readonly #options: ListenOptions;
  readonly #burst = new Burst();
  /** Keys that go on if they turn out to be no scan. */
  #held: KeyboardEvent[] = [];
  /** The text field in use, with its value before the burst. */
  #before: Snapshot | null = null;
  /** The keys whose release is part of a scan, too. */
  readonly #swallowed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #goingOn = new WeakSet<Event>();

  constructor(options: ListenOptions) {
    this.#options = options;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  handleEvent(event: Event): void {
    if (!(event instanceof KeyboardEvent) || this.#goingOn.has(event)) return;
    if (event.type === 'keyup') {
      if (this.#swallowed.delete(event.key)) swallow(event);
      return;
    }
    if (!this.#options.isWanted()) return;
    const field = this.#options.field();
    // Input methods compose in the field of the page, and the field reads the result.
    if (event.isComposing || event.target === field || isPassword(event.target)) return;
    const meaning = keyMeaning(event);
    if (meaning.kind === 'modifier') return;
    if (meaning.kind === 'text') this.#onText(event, meaning.text, field);
    else this.#onOther(event, meaning);
  }

  #onText(event: KeyboardEvent, text: string, field: HTMLInputElement | null): void {
    // A selection, such as the choice of a carrier, keeps the focus afterwards. On pages of work it takes no letters.
    const inField = field ? isTextField(event.target) : isEditable(event.target);
    if (!field && inField) return;
    const { silence } = this.#options.settings();
    // A code whose silence is over ends at the latest when the next one begins.
    if (this.#burst.isOver(event.timeStamp, silence)) this.#onSilence();
    // A space alone presses a button. Within a code it does not.
    if (this.#burst.isEmpty && text === ' ') return;
    if (field && !inField) {
      // The field gets this key and all that follow. Shortcuts do not.
      event.stopImmediatePropagation();
      field.focus();
      return;
    }
    if (inField) this.#before ??= snapshotOf(event.target as HTMLElement);
    else {
      swallow(event);
      this.#held.push(event);
    }
    this.#burst.add(text, event.timeStamp);
    this.#waitForSilence(silence);
  }

  #onOther(event: KeyboardEvent, { kind }: KeyMeaning): void {
    const { silence } = this.#options.settings();
    const isOver = this.#burst.isOver(event.timeStamp, silence);
    if (kind === 'end' && !isOver && this.#burst.isScan) {
      swallow(event);
      this.#swallowed.add(event.key);
      this.#finish(event.timeStamp);
    } else this.#release();
  }

  /** Keys that wait to be handled come first: the timer of a busy page may be due before them. */
  #waitForSilence(silence: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#onSilence(), 0);
    }, silence);
  }

  #onSilence(): void {
    const fewest = this.#before ? fewestInFields : 0;
    if (this.#burst.isScan && this.#burst.text.length >= fewest) this.#finish(performance.now());
    else this.#release();
  }

  /** The burst is a scan. */
  #finish(at: number): void {
    this.#before?.restore();
    const code = this.#burst.take();
    this.#forget();
    this.#options.onScan({ ...code, at, by: 'scanner' });
  }

  /** The burst is no scan: its keys go on to what had the focus. */
  #release(): void {
    const held = this.#held;
    this.#forget();
    const focused = document.activeElement;
    for (const event of held) {
      // The first key was a shortcut that leads into a field. The following characters were meant for that field.
      if (document.activeElement !== focused && isEditable(document.activeElement)) {
        document.execCommand('insertText', false, event.key);
        continue;
      }
      const again = new KeyboardEvent('keydown', event);
      this.#goingOn.add(again);
      (event.target ?? document.body).dispatchEvent(again);
    }
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#burst.clear();
    this.#held = [];
    this.#before = null;
  }
}

/** Nothing else gets the event, and the browser does nothing with it. */
function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Programs that keep passwords type as fast as scanners. */
const isPassword = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('form:has(input[type="password"])') !== null;

interface Snapshot {
  /** Gives the field the text that it had. */
  restore(): void;
}

function snapshotOf(target: HTMLElement): Snapshot {
  if (!(target instanceof HTMLInputElement) && !(target instanceof HTMLTextAreaElement)) {
    const { textContent } = target;
    return {
      restore() {
        target.textContent = textContent;
        target.dispatchEvent(new InputEvent('input', { bubbles: true }));
      },
    };
  }
  const { value } = target;
  const [start, end] = [target.selectionStart, target.selectionEnd];
  return {
    restore() {
      // React replaces the property of the element to notice changes of its own. The one of the class sets the text itself.
      const prototype = target instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, value);
      target.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // Fields of numbers have no selection.
      if (start !== null) target.setSelectionRange(start, end);
    },
  };
}
