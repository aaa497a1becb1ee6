import fc from 'fast-check';
import {
  customerTree,
  type LineFacts,
  lineTree,
  type OrderFacts,
  orderTree,
  type PartFacts,
  partTree,
  usual,
} from '../../../records/facts.ts';

/** Facts of a part, with defaults for the fields that a test does not set. */
export function partFacts(values: Partial<PartFacts> = {}): PartFacts {
  const size = { width_mm: 100, length_mm: 100, depth_mm: 100, weight_g: 500 };
  return { ...usual(partTree), number: 'P-1', name: 'Chai', ...size, ...values };
}

export function lineFacts(values: Partial<LineFacts> = {}): LineFacts {
  return { ...usual(lineTree), part: partFacts(), qty: '2', unit_price: '18.00', total: '36.00', ...values };
}

/** An order as facts of a plan: one line, no carrier, no source. */
export function orderFacts(values: Partial<OrderFacts> = {}): OrderFacts {
  const order = usual(orderTree);
  const name = 'Alfreds Futterkiste';
  return {
    ...order,
    id: 1012,
    number: 'SO-1012',
    customer_id: 7,
    customer: { ...usual(customerTree), id: 7, number: 'ALFKI', name },
    site: { ...order.site, city: 'London', country: 'GB' },
    created_at: '2026-04-23T22:54:28+00:00',
    ship_to_name: name,
    ship_address_1: 'Obere Str. 57',
    ship_city: 'Berlin',
    ship_postal_code: '12209',
    ship_country: 'DE',
    subtotal: '36.00',
    total: '36.00',
    lines: [lineFacts()],
    ...values,
  };
}

/** The order goes with a carrier of this name. */
export function withCarrier(name: string, order: OrderFacts = orderFacts()): OrderFacts {
  return { ...order, carrier_id: 5, carrier: { id: 5, name, scac: null } };
}

/** The order has a source of this name. */
export function fromSource(name: string, values: Partial<OrderFacts> = {}): OrderFacts {
  return orderFacts({ source: { id: 3, name, service_id: null, service: null }, ...values });
}

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => (amount / 100).toFixed(2));

/** Orders of all kinds, for properties. */
export const anyOrder: fc.Arbitrary<OrderFacts> = fc
  .record({
    total: cents,
    priority: fc.integer({ min: 1, max: 5 }),
    source: fc.constantFrom(null, 'Northwind', 'Web shop', 'Counter'),
    carrier: fc.constantFrom(null, 'Will Call', 'Speedy Express', 'federal shipping', 'Nobody knows it'),
    city: fc.constantFrom(null, 'Berlin', 'London'),
    lines: fc.array(
      fc.record({ total: cents, qty: fc.integer({ min: 1, max: 99 }).map(String) }).map((line) => lineFacts(line)),
      { maxLength: 5 },
    ),
  })
  .map(({ total, priority, source, carrier, city, lines }) => {
    const order = orderFacts({ total, priority, ship_city: city, lines });
    const sourced =
      source === null ? order : { ...order, source: { id: 3, name: source, service_id: null, service: null } };
    return carrier === null ? sourced : withCarrier(carrier, sourced);
  });
