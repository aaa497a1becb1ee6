import fc from 'fast-check';
import type { LineFacts, OrderFacts, PartFacts } from '../../../plugins/facts.ts';

/** Facts of a part, with defaults for the fields that a test does not set. */
export function partFacts(values: Partial<PartFacts> = {}): PartFacts {
  return {
    id: 1,
    number: 'P-1',
    name: 'Chai',
    upc: null,
    parttype: { id: 1, name: 'Inventory' },
    description: null,
    parttype_id: 1,
    unit: 'each',
    whole_units: true,
    active: true,
    price: '0',
    keep_flat: false,
    fragile: false,

    tracking: 'none',
    width_mm: 100,
    length_mm: 100,
    depth_mm: 100,
    weight_g: 500,
    groups: [],
    custom: {},
    ...values,
  };
}

export function lineFacts(values: Partial<LineFacts> = {}): LineFacts {
  const part = partFacts();
  return {
    id: 1,
    linetype: { id: 1, name: 'Sale' },
    linetype_id: 1,
    description: null,

    part_id: part.id,
    part,
    qty: '2',
    unit_price: '18.00',
    total: '36.00',
    custom: {},
    ...values,
  };
}

/** An order as facts of a plan: one line, no carrier, no source. */
export function orderFacts(values: Partial<OrderFacts> = {}): OrderFacts {
  return {
    id: 1012,
    number: 'SO-1012',
    customer_id: 7,
    customer: {
      id: 7,
      number: 'ALFKI',
      name: 'Alfreds Futterkiste',
      customertype: { id: 1, name: 'Company' },
      type: 'Company',
      customertype_id: 1,
      first_name: null,
      last_name: null,
      phone: null,
      email: null,
      status_id: 1,
      status: { id: 1, name: 'Active' },

      created_at: '2020-01-01T00:00:00+00:00',
      groups: [],
      custom: {},
    },
    site_id: 1,
    site: { id: 1, name: 'Main', city: 'London', region: null, postal_code: null, country: 'GB', time_zone: 'UTC' },
    source: null,
    custom: {},
    carrier_id: null,
    carrier: null,
    carrierservicelevel: null,
    priority: 3,
    created_at: '2026-04-23T22:54:28+00:00',
    issue_date: null,
    note: null,
    source_id: null,
    job_id: null,
    job: null,

    bill_to_name: null,
    bill_address_1: null,
    bill_address_2: null,
    bill_city: null,
    bill_region: null,
    bill_postal_code: null,
    bill_country: null,
    ship_to_name: 'Alfreds Futterkiste',
    ship_address_1: 'Obere Str. 57',
    ship_address_2: null,
    ship_region: null,
    ship_city: 'Berlin',
    ship_postal_code: '12209',
    ship_country: 'DE',
    subtotal: '36.00',
    total_discount: '0.00',
    total_fee: '0.00',
    total_tax: '0.00',
    total: '36.00',
    weight_g: '1000',
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
