import { sum } from '../../lib/expressions/decimal.ts';
import type { Context, PickPlace } from './context.ts';
import type { Match } from './match.ts';
import type { Here, ScanAction } from './schema.ts';

/** The sentences about a scan. */

export const right = (action: ScanAction, detail: string): Here => ({ action, detail });
export const wrong = (...sentences: readonly string[]): Here => ({ action: null, detail: sentences.join(' ') });

/** Names of a sentence. A reader does not read more of them aloud. */
const mostNames = 3;

/** Returns the first names with commas, and how many others there are. */
export function named(all: readonly string[]): string {
  const more = all.length - mostNames;
  return all.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const partName = ({ part, part_id }: { readonly part: string | null; readonly part_id: number }): string =>
  part ?? `part ${part_id}`;

const placeName = ({ location, location_id }: PickPlace): string => location ?? `location ${location_id}`;

/** Returns the places of lines: ` at A-2, A-10`; an empty text while stock is short. */
export function atPlaces(lines: readonly PickPlace[]): string {
  const places = [...new Set(lines.filter(({ location_id }) => location_id !== null).map(placeName))];
  return places.length > 0 ? ` at ${named(places)}` : '';
}

/** Returns the quantities by part: `3 of A-100, 2 of B-200`. */
export function quantities(lines: readonly { part_id: number; part: string | null; qty: string }[]): string {
  const parts = new Map(lines.map((line) => [line.part_id, line]));
  return named(
    [...parts.values()].map((line) => {
      const own = lines.filter(({ part_id }) => part_id === line.part_id);
      return `${sum(own.map(({ qty }) => qty))} of ${partName(line)}`;
    }),
  );
}

/** `part B-200` */
export const recordWords = ({ kind, label }: Pick<Match, 'kind' | 'label'>): string => `${kind} ${label}`;

export const thisIs = (match: Match): string => `This is ${recordWords(match)}.`;

/** Whether the list of a context takes scans. */
export const isOpen = ({ kind, status }: Context): boolean =>
  status === null || status === 'Open' || (kind === 'receipt' && status === 'Receiving');

/** Returns the sentence that says what the context expects. */
export function expectation(context: Context): string {
  switch (context.kind) {
    case 'pick':
      if (context.status !== 'Open') return `Pick ${context.number} is ${context.status}.`;
      if (context.next === null) return 'Everything of the pick is picked.';
      return `The pick asks for ${partName(context.next)}${atPlaces([context.next])}.`;
    case 'pack': {
      if (context.status !== 'Open') return `Pack ${context.number} is ${context.status}.`;
      const loose = context.parts.filter(({ loose }) => loose !== '0').map((part) => ({ ...part, qty: part.loose }));
      return loose.length === 0 ? 'Everything is in cartons.' : `To pack: ${quantities(loose)}.`;
    }
    case 'ship':
      return context.status === 'Open'
        ? `Ship ${context.number} takes its own cartons.`
        : `Ship ${context.number} is ${context.status}.`;
    case 'receipt': {
      if (!isOpen(context)) return `Receipt ${context.number} is ${context.status}.`;
      if (context.blind) return 'The receipt takes every part.';
      const open = context.parts.filter(({ open }) => open !== '0').map((part) => ({ ...part, qty: part.open }));
      return open.length === 0 ? 'Everything is received.' : `Expected: ${quantities(open)}.`;
    }
    case 'pickup':
      return `Pickup ${context.number} has other cartons.`;
    case 'carrier':
      return `${context.number ?? 'The carrier'} takes cartons and orders that are ready for pickup.`;
  }
}
