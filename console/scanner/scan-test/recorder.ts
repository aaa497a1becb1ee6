import { endOfTransmission, groupSeparator, keyMeaning } from '../key-meaning.ts';
import type { Signal } from './record.ts';

/** Pause until a new recording begins, in milliseconds. */
const rest = 1_000;

/** Records what the browser reports of a scanner, and changes nothing of it. @returns a function that ends it */
export function record(onSignals: (signals: readonly Signal[]) => void): () => void {
  let signals: Signal[] = [];
  const add = (signal: Signal) => {
    const last = signals.at(-1);
    if (last && signal.at - last.at > rest) signals = [];
    signals = [...signals, signal];
    onSignals(signals);
  };
  const onKey = (event: KeyboardEvent) => {
    const meaning = keyMeaning(event);
    if (meaning.kind === 'modifier') return;
    const isEot = meaning.kind === 'end' && event.ctrlKey;
    const name = isEot || event.key === endOfTransmission ? 'EOT' : meaning.kind === 'text' ? meaning.text : event.key;
    add({ kind: 'key', name, at: event.timeStamp });
  };
  const onInput = (event: Event) => {
    // Keys have been recorded as such.
    const { data, inputType } = event as InputEvent;
    const last = signals.at(-1);
    const isOfKey = last?.kind === 'key' && last.name === data;
    if (data && !isOfKey && inputType !== 'deleteContentBackward')
      add({ kind: 'text', name: data, at: event.timeStamp });
  };
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('input', onInput, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('input', onInput, { capture: true });
  };
}

/** Returns a signal as people can read it. */
export const shown = ({ name }: Signal): string =>
  name === groupSeparator ? 'GS' : name === ' ' ? 'Space' : name.replaceAll(groupSeparator, ' GS ');
