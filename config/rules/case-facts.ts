import { decimal, sum } from '../../expressions/decimal.ts';
import type { Entity, FieldType } from '../../expressions/entity.ts';
import { instant, momentText } from '../../expressions/instant.ts';
import { nearest } from '../../expressions/nearest.ts';
import type { CustomerFacts, LineFacts, OrderFacts, PartFacts } from '../../plugins/facts.ts';
import type { Path } from '../file/document.ts';
import { orderFacts } from './facts-entity.ts';

/** Told of what is wrong in the order of a case, and where: with a name itself, or with what stands behind it. */
export type CaseFault = (path: Path, message: string, wrong?: 'name') => void;

type Record_ = Record<string, unknown>;

const long_ago = '2020-01-01T00:00:00+00:00';

const part: PartFacts = {
  id: 1,
  number: 'PART',
  name: 'A part',
  upc: null,
  parttype: { id: 1, name: 'Inventory' },
  tracking: 'none',
  width_mm: null,
  length_mm: null,
  depth_mm: null,
  weight_g: 1000,
  groups: [],
  custom: {},
};

const line: LineFacts = {
  id: 1,
  linetype: { id: 1, name: 'Sale' },
  part_id: 1,
  part,
  qty: '1',
  unit_price: '100',
  total: '100',
};

const customer: CustomerFacts = {
  id: 1,
  number: 'CUSTOMER',
  name: 'A customer',
  customertype: { id: 1, name: 'Company' },
  created_at: long_ago,
  groups: [],
};

/** An ordinary order: one line of one part for 100, to a customer of long standing, by no carrier. */
const ordinary: OrderFacts = {
  id: 1,
  number: 'CASE',
  customer_id: 1,
  customer,
  site_id: 1,
  site: { id: 1, name: 'Main', city: null, country: null },
  source: null,
  carrier_id: null,
  carrier: null,
  carrierservicelevel: null,
  priority: 3,
  created_at: long_ago,
  ship_to_name: 'A customer',
  ship_city: 'London',
  ship_postal_code: null,
  ship_country: 'GB',
  subtotal: '100',
  total_discount: '0',
  total_fee: '0',
  total_tax: '0',
  total: '100',
  weight_g: '1000',
  lines: [line],
};

/** What a record of the name is like where the case says nothing of it. */
const ordinaryOf: Readonly<Record<string, unknown>> = { part, salesorderline: line, customer, site: ordinary.site };

/**
 * The order of a case as facts of a plan. Names and values are those of conditions; sums that the case leaves out follow from
 * the lines. A record may be given by its name alone: `carrier: Will Call`.
 */
export function caseFacts(given: Readonly<Record<string, unknown>>, fault: CaseFault): OrderFacts {
  const facts = read(orderFacts, given, ordinary as unknown as Record_, [], fault) as unknown as OrderFacts;
  const lines = facts.lines.map((each, index): LineFacts => {
    const written: unknown = Array.isArray(given.lines) ? given.lines[index] : undefined;
    const said = typeof written === 'object' && written !== null ? written : {};
    const total = 'total' in said ? each.total : product(each.qty, each.unit_price);
    return { ...each, id: 'id' in said ? each.id : index + 1, part_id: each.part?.id ?? null, total };
  });
  const subtotal = 'subtotal' in given ? facts.subtotal : sum(lines.map(({ total }) => total));
  const less = facts.total_discount.startsWith('-') ? facts.total_discount.slice(1) : `-${facts.total_discount}`;
  const weights = lines.map(({ qty, part: own }) =>
    own?.weight_g == null ? null : product(qty, String(own.weight_g)),
  );
  return {
    ...facts,
    lines,
    subtotal,
    total: 'total' in given ? facts.total : sum([subtotal, less, facts.total_fee, facts.total_tax]),
    weight_g: 'weight_g' in given ? facts.weight_g : weights.includes(null) ? null : sum(weights),
    customer_id: facts.customer.id,
    site_id: facts.site.id,
    carrier_id: facts.carrier?.id ?? null,
  };
}

function product(one: string, other: string): string {
  return decimal((Number(one) * Number(other)).toFixed(6)) ?? '0';
}

function read(entity: Entity, given: Readonly<Record_>, base: Record_, path: Path, fault: CaseFault): Record_ {
  const result: Record_ = { ...base };
  for (const [name, value] of Object.entries(given)) {
    const at = [...path, name];
    const field = entity.fields.get(name);
    const relation = entity.relations.get(name);
    if (relation?.many) {
      if (!Array.isArray(value)) fault(at, `expected a list of ${relation.entity.name}`);
      else result[name] = value.map((each, index) => record(relation.entity, each, [...at, index], fault));
    } else if (relation) result[name] = value === null ? null : record(relation.entity, value, at, fault);
    else if (field) result[name] = fieldOf(field.type, value, (expected) => fault(at, `expected ${expected}`));
    else fault(at, unknown(entity, name), 'name');
  }
  return result;
}

function record(entity: Entity, given: unknown, path: Path, fault: CaseFault): Record_ {
  const base = (ordinaryOf[entity.name] ?? emptyOf(entity)) as Record_;
  if (typeof given === 'string' && entity.fields.has('name')) return { ...base, name: given };
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return read(entity, given as Record_, base, path, fault);
  }
  fault(
    path,
    entity.fields.has('name')
      ? `expected the name of a ${entity.name}, or its fields`
      : `expected the fields of a ${entity.name}`,
  );
  return base;
}

/** A record that nothing is known of but that it is there. */
function emptyOf(entity: Entity): Record_ {
  const fields = [...entity.fields].map(([name, { type }]) => [name, name === 'id' ? 1 : type === 'json' ? {} : null]);
  const related = [...entity.relations].map(([name, { many }]) => [name, many ? [] : null]);
  return Object.fromEntries([...fields, ...related]);
}

function fieldOf(type: FieldType, value: unknown, misfit: (expected: string) => void): unknown {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      if (!Number.isSafeInteger(value)) misfit('a whole number');
      return value;
    case 'decimal': {
      const number = typeof value === 'number' || typeof value === 'string' ? decimal(String(value)) : null;
      if (number === null) misfit('a number');
      return number ?? '0';
    }
    case 'boolean':
      if (typeof value !== 'boolean') misfit('true or false');
      return value;
    case 'timestamp':
    case 'date': {
      const moment = typeof value === 'string' ? instant(value) : null;
      if (moment === null) misfit('a date and time such as 2026-04-23T08:00:00Z');
      return moment === null ? long_ago : momentText(moment);
    }
    case 'text':
      if (typeof value !== 'string') misfit('text; put it in quotes');
      return value;
    case 'json':
      return value;
  }
}

function unknown(entity: Entity, name: string): string {
  const [best] = nearest(name, [...entity.fields.keys(), ...entity.relations.keys()]);
  return `${entity.name} has no ${name}${best === undefined ? '' : `; did you mean "${best}"?`}`;
}
