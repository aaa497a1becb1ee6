/** Meanings of a key while a scanner may be typing. */
export type KeyMeaning =
  | { readonly kind: 'text'; readonly text: string }
  /** The key that scanners send after a code. */
  | { readonly kind: 'end' }
  /** Shift and other keys that scanners hold while they type a character. */
  | { readonly kind: 'modifier' }
  | { readonly kind: 'other' };

/** The separator of GS1 codes. Scanners that type send it as Ctrl and a bracket. */
export const groupSeparator = '\u001d';

/** The control character at the end of 2-D codes from industrial scanners. */
export const endOfTransmission = '\u0004';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);
const ends = new Set(['Enter', 'Tab', 'EndOfTransmission', endOfTransmission, '\r', '\n']);

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'shiftKey'>;

/** Returns what a pressed key means. Ctrl D is EOT, the end of 2-D codes from industrial scanners. */
export function keyMeaning({ key, ctrlKey, metaKey, altKey, repeat, shiftKey }: Pressed): KeyMeaning {
  if (modifiers.has(key)) return { kind: 'modifier' };
  if (metaKey || repeat) return { kind: 'other' };
  if (ctrlKey && !altKey) {
    if (key === ']') return { kind: 'text', text: groupSeparator };
    if (key.toLowerCase() === 'd') return { kind: 'end' };
    return { kind: 'other' };
  }
  if (ends.has(key) && !shiftKey) return { kind: 'end' };
  // With Alt and Ctrl together, layouts type further characters.
  return [...key].length === 1 ? { kind: 'text', text: key } : { kind: 'other' };
}
