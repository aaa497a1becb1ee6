import { localText } from '../../lib/expressions/instant.ts';
import type { Context } from './context.ts';
import { cartonAtPickup, cartonForCarrier, cartonOnShip, orderForCarrier } from './departure-verdicts.ts';
import {
  cartonInPack,
  locationInPick,
  locationInReceipt,
  partInPack,
  partInPick,
  partInReceipt,
} from './list-verdicts.ts';
import { type Match, type OrderFacts, orderFacts, palletFacts } from './match.ts';
import type { Here } from './schema.ts';
import { expectation, isOpen, recordWords, right, thisIs, wrong } from './words.ts';

/**
 * Returns the effect of a scanned record in the work of a list: its action, or the reason why it is wrong and the
 * expected scan. It changes nothing, and the operations check everything once more.
 * @param now the time, for units that expire
 */
export function verdict(context: Context, match: Match, now: Date): Here {
  if (match.kind === context.kind && match.id === context.id) return right('show', `This is ${recordWords(match)}.`);
  if (match.kind === 'order') return orderVerdict(context, match);
  if (!isOpen(context)) return wrong(thisIs(match), expectation(context));
  return inList(context, match, now) ?? atDeparture(context, match) ?? wrong(thisIs(match), expectation(context));
}

/** Returns what a record means for a pick, a pack or a receipt; null for other lists, and for records that they have no use for. */
function inList(context: Context, match: Match, now: Date): Here | null {
  if (context.kind === 'pick') {
    if (match.kind === 'location') return locationInPick(context, match);
    if (match.kind === 'part') return partInPick(context, match, dayThere(now, context));
  } else if (context.kind === 'pack') {
    if (match.kind === 'carton') return cartonInPack(context, match);
    if (match.kind === 'part') return partInPack(context, match, dayThere(now, context));
  } else if (context.kind === 'receipt') {
    if (match.kind === 'location') return locationInReceipt(context, match);
    if (match.kind === 'part') return partInReceipt(context, match, dayThere(now, context));
  }
  return null;
}

/** Returns the day at the site of a list. */
const dayThere = (now: Date, { time_zone }: { readonly time_zone: string }): string =>
  localText(now.getTime(), time_zone).slice(0, '2026-11-27'.length);

/** Returns what a carton or a pallet means where goods leave; null for other lists and records. */
function atDeparture(context: Context, match: Match): Here | null {
  if (match.kind === 'carton') {
    if (context.kind === 'ship') return cartonOnShip(context, match);
    if (context.kind === 'pickup') return cartonAtPickup(context, match);
    if (context.kind === 'carrier') return cartonForCarrier(context, match);
  }
  if (match.kind === 'pallet' && context.kind === 'ship' && palletFacts(match).ship_id === context.id) {
    return right('open', `Cartons that are checked off go onto pallet ${match.label}.`);
  }
  return null;
}

/** The lists that an order is on, by the kind of the list. */
const listsOf: Readonly<
  Record<Exclude<Context['kind'], 'carrier' | 'receipt'>, (facts: OrderFacts) => readonly number[]>
> = {
  pick: ({ pick_ids }) => pick_ids,
  pack: ({ pack_ids }) => pack_ids,
  ship: ({ ship_ids }) => ship_ids,
  pickup: ({ pickup_ids }) => pickup_ids,
};

function orderVerdict(context: Context, match: Match): Here {
  const facts = orderFacts(match);
  const order = `Order ${match.label}`;
  if (facts.status === 'Void') return wrong(`${order} is void.`);
  if (context.kind === 'carrier') return orderForCarrier(context, match);
  if (context.kind === 'receipt') return wrong(`This is order ${match.label}.`, expectation(context));
  return listsOf[context.kind](facts).includes(context.id)
    ? right('show', `${order} is on ${context.kind} ${context.number}.`)
    : wrong(`${order} is not on ${context.kind} ${context.number}.`);
}

/**
 * Returns what a scan does, out of what each record would mean. A code with several records that fit is a choice of the person, and
 * never one of the program.
 * @param verdicts those that fit first
 */
export function hereOf(
  context: Context,
  code: string,
  verdicts: readonly { readonly match: Match; readonly here: Here }[],
): Here {
  const [first] = verdicts;
  if (!first) return wrong(`No record has the code ${code}.`, expectation(context));
  const fitting = verdicts.filter(({ here }) => here.action !== null);
  if (fitting.length <= 1) return first.here;
  return right('choose', `${code} is ${fitting.map(({ match }) => recordWords(match)).join(' and ')}: choose one.`);
}
