import { decimal, sum } from '../../lib/expressions/decimal.ts';
import type { Entity, FieldType } from '../../lib/expressions/entity.ts';
import { instant, momentText } from '../../lib/expressions/instant.ts';
import { nearest } from '../../lib/expressions/nearest.ts';
import { isTimeZone } from '../../plugins/carriers/calendar.ts';
import {
  type LineFacts,
  lineTree,
  type OrderFacts,
  orderTree,
  type PartFacts,
  partTree,
  usual,
} from '../../records/facts.ts';
import type { Path } from '../file/yaml-document.ts';
import { orderFacts, partFacts } from './facts-entity.ts';

/** Reports a fault in the order of a case. With `name` the name itself has the fault, otherwise the value. */
export type CaseFault = (path: Path, message: string, place?: 'name') => void;

type Fields = Record<string, unknown>;

/** An ordinary order: one line of one part for 100, an old customer and no carrier. */
const ordinary = usual(orderTree);

/** Default records by entity, for fields that the case does not have. */
const ordinaryOf: Readonly<Record<string, unknown>> = {
  part: usual(partTree),
  salesorderline: usual(lineTree),
  customer: ordinary.customer,
  site: ordinary.site,
};

/**
 * Returns the order of a case as facts of a plan. Names and values follow the syntax of conditions. Missing sums
 * are computed from the lines. A record may be written by its name alone: `carrier: Will Call`.
 */
export function caseFacts(order: Readonly<Record<string, unknown>>, fault: CaseFault): OrderFacts {
  const facts = readFields(orderFacts, order, ordinary as unknown as Fields, [], fault) as unknown as OrderFacts;
  if (!isTimeZone(facts.site.time_zone)) fault(['site', 'time_zone'], 'expected a time zone such as Europe/Berlin');
  const lines = facts.lines.map((each, index): LineFacts => {
    const line: unknown = Array.isArray(order.lines) ? order.lines[index] : undefined;
    const fields = typeof line === 'object' && line !== null ? line : {};
    const total = 'total' in fields ? each.total : product(each.qty, each.unit_price);
    return { ...each, id: 'id' in fields ? each.id : index + 1, part_id: each.part?.id ?? null, total };
  });
  const subtotal = 'subtotal' in order ? facts.subtotal : sum(lines.map(({ total }) => total));
  const discount = facts.total_discount.startsWith('-') ? facts.total_discount.slice(1) : `-${facts.total_discount}`;
  const weights = lines.map(({ qty, part: own }) =>
    own?.weight_g == null ? null : product(qty, String(own.weight_g)),
  );
  return {
    ...facts,
    lines,
    subtotal,
    total: 'total' in order ? facts.total : sum([subtotal, discount, facts.total_fee, facts.total_tax]),
    weight_g: 'weight_g' in order ? facts.weight_g : weights.includes(null) ? null : sum(weights),
    customer_id: facts.customer?.id ?? 0,
    site_id: facts.site.id,
    carrier_id: facts.carrier?.id ?? null,
  };
}

/** Returns the part of a case as facts. It may be written by its name alone. */
export function casePart(part: unknown, fault: CaseFault): PartFacts {
  return readRecord(partFacts, part, [], fault) as unknown as PartFacts;
}

function product(one: string, other: string): string {
  return decimal((Number(one) * Number(other)).toFixed(6)) ?? '0';
}

function readFields(entity: Entity, values: Readonly<Fields>, base: Fields, path: Path, fault: CaseFault): Fields {
  const result: Fields = { ...base };
  for (const [name, value] of Object.entries(values)) {
    const at = [...path, name];
    const field = entity.fields.get(name);
    const relation = entity.relations.get(name);
    if (relation?.many) {
      if (!Array.isArray(value)) fault(at, `expected a list of ${relation.entity.name}`);
      else result[name] = value.map((each, index) => readRecord(relation.entity, each, [...at, index], fault));
    } else if (relation) result[name] = value === null ? null : readRecord(relation.entity, value, at, fault);
    else if (field) result[name] = readValue(field.type, value, (expected) => fault(at, `expected ${expected}`));
    else fault(at, unknownFact(entity, name), 'name');
  }
  return result;
}

/** Reads a record that the case writes by its name or by its fields. */
function readRecord(entity: Entity, value: unknown, path: Path, fault: CaseFault): Fields {
  const base = (ordinaryOf[entity.name] ?? emptyOf(entity)) as Fields;
  if (typeof value === 'string' && entity.fields.has('name')) return { ...base, name: value };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return readFields(entity, value as Fields, base, path, fault);
  }
  fault(
    path,
    entity.fields.has('name')
      ? `expected the name of a ${entity.name}, or its fields`
      : `expected the fields of a ${entity.name}`,
  );
  return base;
}

/** Returns a record without values. */
function emptyOf(entity: Entity): Fields {
  const fields = [...entity.fields].map(([name, { type }]) => [name, name === 'id' ? 1 : type === 'json' ? {} : null]);
  const related = [...entity.relations].map(([name, { many }]) => [name, many ? [] : null]);
  return Object.fromEntries([...fields, ...related]);
}

/** Reads a value by the type of its field. @param misfit gets the expected value */
function readValue(type: FieldType, value: unknown, misfit: (expected: string) => void): unknown {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      if (!Number.isSafeInteger(value)) misfit('a whole number');
      return value;
    case 'decimal':
      return readDecimal(value, misfit);
    case 'boolean':
      if (typeof value !== 'boolean') misfit('true or false');
      return value;
    case 'timestamp':
    case 'date':
      return readTime(value, misfit);
    case 'text':
      if (typeof value !== 'string') misfit('text; put it in quotes');
      return value;
    case 'json':
      return value;
  }
}

function readDecimal(value: unknown, misfit: (expected: string) => void): string {
  const number = typeof value === 'number' || typeof value === 'string' ? decimal(String(value)) : null;
  if (number === null) misfit('a number');
  return number ?? '0';
}

function readTime(value: unknown, misfit: (expected: string) => void): string {
  const moment = typeof value === 'string' ? instant(value) : null;
  if (moment === null) misfit('a date and time such as 2026-04-23T08:00:00Z');
  return moment === null ? ordinary.created_at : momentText(moment);
}

function unknownFact(entity: Entity, name: string): string {
  const [best] = nearest(name, [...entity.fields.keys(), ...entity.relations.keys()]);
  return `${entity.name} has no ${name}${best === undefined ? '' : `; did you mean "${best}"?`}`;
}
