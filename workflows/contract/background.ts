/** How the service tells a workflow that a background request is finished. Plain values only: the service imports this file. */
import type { EventSignal } from './event.ts';

/**
 * A step of an order with this many lines runs in the background. Smaller ones take less than two seconds, and a request may take
 * a minute.
 */
export const linesForBackground = 500;

/** Header of a call whose workflow waits for the end of the background request. Its value is the id of the workflow. */
export const notifyHeader = 'x-conveyor-notify';

/** Name of the event that reports the end of a background request. It is no event of a record, and so no webhook gets it. */
const finishedEvent = 'background.finished';

/** Returns the signal that a background request is finished. */
export function finishedSignal(path: string): EventSignal {
  return { event: finishedEvent, detail: { background: path } };
}

/** Returns the address of the background request that a signal reports as finished; null for another signal. */
export function finishedRequest({ event, detail }: EventSignal): string | null {
  return event === finishedEvent ? String(detail?.background) : null;
}
