import type { ContextOf } from './context.ts';
import { type CartonFacts, cartonFacts, type Match, orderFacts } from './match.ts';
import type { Here } from './schema.ts';
import { named, right, wrong } from './words.ts';

/** The meaning of a carton or an order for a ship, for a pickup, and for its carrier. */

/** Returns the orders in a carton, for the end of a sentence. */
const ofOrders = ({ orders }: CartonFacts) =>
  orders && orders.length > 0 ? ` of ${orders.length === 1 ? 'order' : 'orders'} ${named(orders)}` : '';

export function cartonOnShip(context: ContextOf<'ship'>, match: Match): Here {
  const facts = cartonFacts(match);
  const carton = `Carton ${match.label}`;
  if (facts.ship_id === context.id) {
    const pallet = facts.pallet === null ? '' : ` It is on pallet ${facts.pallet}.`;
    return right('load', `${carton}${ofOrders(facts)} is on ship ${context.number}.${pallet}`);
  }
  if (facts.ship_id !== null) return wrong(`${carton} is on ${facts.ship ? `ship ${facts.ship}` : 'another ship'}.`);
  const isOther = facts.carrier_id !== null && !context.carriers.some(({ id }) => id === facts.carrier_id);
  if (isOther && context.carriers.length > 0) {
    const names = context.carriers.map(({ name }) => name).filter((name) => name !== null);
    return wrong(otherCarrier(match, facts, names.length > 0 ? named(names) : null));
  }
  return facts.status === 'Closed'
    ? wrong(`${carton}${ofOrders(facts)} is on no ship.`)
    : wrong(`${carton} is ${facts.status}.`);
}

export function cartonAtPickup(context: ContextOf<'pickup'>, match: Match): Here {
  const facts = cartonFacts(match);
  const carton = `Carton ${match.label}`;
  if (facts.pickup_id === context.id)
    return right('check', `${carton}${ofOrders(facts)} is of pickup ${context.number}.`);
  if (facts.pickup_id === null) return wrong(`${carton}${ofOrders(facts)} is not picked up.`);
  return wrong(`${carton} left with ${facts.pickup ? `pickup ${facts.pickup}` : 'another pickup'}.`);
}

export function cartonForCarrier(context: ContextOf<'carrier'>, match: Match): Here {
  const facts = cartonFacts(match);
  const carton = `Carton ${match.label}`;
  if (facts.pickup_id !== null) return wrong(`${carton} was picked up${facts.pickup ? ` with ${facts.pickup}` : ''}.`);
  if (facts.carrier_id !== context.id) return wrong(otherCarrier(match, facts, context.number));
  if (facts.held) return wrong(onHold(facts.held));
  if (!facts.ready) {
    return wrong(
      facts.status === 'Closed'
        ? `${carton}${ofOrders(facts)} is not ready for pickup: it has to be shipped first.`
        : `${carton} is ${facts.status}.`,
    );
  }
  return right('hand_over', `${carton}${ofOrders(facts)} is ready.`);
}

export function orderForCarrier(context: ContextOf<'carrier'>, match: Match): Here {
  const facts = orderFacts(match);
  const order = `Order ${match.label}`;
  if (facts.held) return wrong(onHold(facts.held));
  if (facts.carrier_id !== context.id) {
    return wrong(`Order of another carrier: ${match.label}${goesWith(facts.carrier, context.number)}.`);
  }
  if (facts.ready) return right('hand_over', `${order} is ready.`);
  const cartons = facts.cartons_ready === 1 ? '1 carton' : `${facts.cartons_ready} cartons`;
  return facts.cartons_ready > 0
    ? wrong(`${order} has ${cartons} ready: scan each carton.`)
    : wrong(`Nothing of order ${match.label} is ready for pickup: it is ${facts.status}.`);
}

const onHold = ({ order, reason }: { order: string; reason: string | null }) =>
  `Order ${order} is on hold${reason === null ? '' : `: ${reason}`}.`;

const otherCarrier = (match: Match, { carrier }: CartonFacts, own: string | null) =>
  `Carton of another carrier: ${match.label}${goesWith(carrier, own)}.`;

/** ` goes with Road Freight, and not with Parcel Post` */
function goesWith(other: string | null, own: string | null): string {
  if (other === null) return own === null ? ' is not of this one' : ` does not go with ${own}`;
  return ` goes with ${other}${own === null ? '' : `, and not with ${own}`}`;
}
