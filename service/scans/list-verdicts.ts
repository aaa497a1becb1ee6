import { comparedWith, sum } from '../../lib/expressions/decimal.ts';
import type { ContextOf, PackPart } from './context.ts';
import type { Match } from './match.ts';
import { cartonFacts, placeFacts } from './match.ts';
import type { Here } from './schema.ts';
import { atPlaces, expectation, partName, quantities, right, thisIs, wrong } from './words.ts';

/** The meaning of a part, a location or a carton for a pick, a pack and a receipt. */

type PickContext = ContextOf<'pick'>;
type PackContext = ContextOf<'pack'>;
type ReceiptContext = ContextOf<'receipt'>;

export function locationInPick(context: PickContext, match: Match): Here {
  const there = context.lines.filter(({ location_id }) => location_id === match.id);
  const open = there.filter(({ committed }) => !committed);
  if (open.length > 0) return right('place', `${match.label}: ${quantities(open)}.`);
  return there.length > 0
    ? wrong(`Everything at ${match.label} is picked.`, expectation(context))
    : wrong(`This is location ${match.label}.`, expectation(context));
}

/** @param today the day at the site: units are good until the end of their last day */
export function partInPick(context: PickContext, match: Match, today: string): Here {
  const own = context.lines.filter(({ part_id }) => part_id === match.part_id);
  const open = own.filter(({ committed }) => !committed);
  const [first] = open;
  if (!first) {
    return own.length > 0
      ? wrong(`All of ${match.part} is picked.`, expectation(context))
      : wrong(thisIs(match), expectation(context));
  }
  const units = unitsVerdict(match, today);
  if (units) return units;
  const unit = match.tracking === 'lot' ? match.lot : match.tracking === 'serial' ? match.serial : null;
  if (unit !== null && !open.some(({ there }) => there.includes(unit))) {
    const name = match.tracking === 'lot' ? `Lot ${unit}` : `Serial number ${unit}`;
    return wrong(`${name} of ${match.part} is not${atPlaces(open)}.`);
  }
  const wanted = sum(open.map(({ qty }) => qty));
  if (isMore(match.qty, wanted)) {
    return wrong(`One scan counts ${match.qty} of ${match.part}, and the pick asks for ${wanted}${atPlaces(open)}.`);
  }
  return right('pick', `Counts ${match.qty} of ${wanted} × ${match.part}${atPlaces(open)}.`);
}

export function partInPack(context: PackContext, match: Match, today: string): Here {
  const own = context.parts.find(({ part_id }) => part_id === match.part_id);
  if (!own) return wrong(thisIs(match), expectation(context));
  if (own.loose === '0') return wrong(`All of ${match.part} is in cartons.`, expectation(context));
  const units = unitsVerdict(match, today);
  if (units) return units;
  if (isMore(match.qty, own.loose)) {
    return wrong(`One scan counts ${match.qty} of ${match.part}, and ${looseWords(own)} to pack.`);
  }
  return right('pack', `Counts ${match.qty} of ${own.loose} × ${match.part}.`);
}

export function cartonInPack(context: PackContext, match: Match): Here {
  const { pack_id, pack, status } = cartonFacts(match);
  if (pack_id !== context.id) return wrong(`Carton ${match.label} is of pack ${pack}, and not of ${context.number}.`);
  return status === 'Open'
    ? right('open', `The next units go into carton ${match.label}.`)
    : wrong(`Carton ${match.label} is ${status}.`);
}

export function locationInReceipt(context: ReceiptContext, match: Match): Here {
  return placeFacts(match).storage && match.active
    ? right('place', `The next units go to ${match.label}.`)
    : wrong(`Location ${match.label} is no storage location in use.`, expectation(context));
}

export function partInReceipt(context: ReceiptContext, match: Match, today: string): Here {
  const own = context.parts.find(({ part_id }) => part_id === match.part_id);
  if (!own && !context.blind) return wrong(thisIs(match), expectation(context));
  const { most = null, open = '0' } = own ?? {};
  if (most === '0') return wrong(`All of ${match.part} is received.`, expectation(context));
  const units = unitsVerdict(match, today);
  if (units) return units;
  if (most !== null && isMore(match.qty, most)) {
    return wrong(`One scan counts ${match.qty} of ${match.part}, and at most ${most} may come in.`);
  }
  return right('receive', `Counts ${match.qty}${open === '0' ? '' : ` of ${open}`} × ${match.part}.`);
}

/** Returns why units are not to be taken, or what else is to be scanned; null if the code says enough. */
function unitsVerdict({ part, tracking, lot, serial, expires_on }: Match, today: string): Here | null {
  if (expires_on !== null && expires_on < today) {
    const units = tracking === 'lot' && lot !== null ? `Lot ${lot} of ${part}` : part;
    return wrong(`${units} expired on ${expires_on}.`);
  }
  if (tracking === 'lot' && lot === null) return right('track', `${part} is tracked by lot: scan the lot.`);
  if (tracking === 'serial' && serial === null) {
    return right('track', `${part} is tracked by serial number: scan the serial number.`);
  }
  return null;
}

const isMore = (qty: string | null, wanted: string) => comparedWith(wanted)(qty ?? '1') > 0;

const looseWords = (part: PackPart) => `${part.loose} of ${partName(part)} ${part.loose === '1' ? 'is' : 'are'}`;
