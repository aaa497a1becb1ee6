import type { Entry } from './entry.ts';

/** The outcome of a call: the service has answered, or it has refused it, and the entry has the reason. */
export type Outcome =
  | { readonly kind: 'answered'; readonly entry: Entry; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly entry: Entry };

type Listener = (outcome: Outcome) => void;

const listeners = new Set<Listener>();
/** One tab sends the calls of all tabs. The others have to know the answers before the calls leave the queue. */
const tabs = new BroadcastChannel('conveyor-scan-outcomes');
tabs.onmessage = ({ data }: MessageEvent<Outcome>) => handToListeners(data);

function handToListeners(outcome: Outcome): void {
  for (const listener of listeners) listener(outcome);
}

/** Sends the outcome of a call to all tabs of this browser. */
export function tellOutcome(outcome: Outcome): void {
  handToListeners(outcome);
  tabs.postMessage(outcome);
}

/** Calls a listener with each outcome, of this tab and of others. @returns a function that removes it */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
