import type { FieldType } from '../lib/expressions/entity.ts';
import { carrier, carrierservicelevel } from './carrier.ts';
import { customer } from './customer.ts';
import { type FieldDeclaration, text } from './field.ts';
import { part } from './part.ts';
import { type RecordDeclaration, record } from './record.ts';
import { salesorder, salesorderline } from './sales-order.ts';
import { site } from './site.ts';
import { service, source } from './source.ts';
import type { FactFields } from './values.ts';

/**
 * The values that a plan may depend on: an order with its relations, as `GET /salesorder/{id}?embed=…` returns it. Of each record
 * they have the fields that its declaration marks as facts. Decimals are texts, times are ISO 8601 in UTC.
 */
export interface FactTree<R extends RecordDeclaration = RecordDeclaration, Rel = Relations> {
  readonly record: R;
  readonly relations: Rel;
}

export type Relations = Readonly<Record<string, FactRelation>>;

interface FactRelation {
  readonly is: 'one' | 'optional' | 'many';
  readonly tree: FactTree<RecordDeclaration, object>;
  /** True if the record has one related record in cases and tests that do not name any. */
  readonly usual: boolean;
}

const tree = <R extends RecordDeclaration, const Rel extends object>(record: R, relations: Rel): FactTree<R, Rel> => ({
  record,
  relations,
});
const one = <T>(tree: T) => ({ is: 'one', tree, usual: true }) as const;
const optional = <T>(tree: T, usual = false) => ({ is: 'optional', tree, usual }) as const;
const many = <T>(tree: T, usual = false) => ({ is: 'many', tree, usual }) as const;

const named = (name: string, usual = '') => tree(record(name, '', { name: text({ fact: true, usual }) }), {});

export const partTree = tree(part, {
  parttype: one(named('parttype', 'Inventory')),
  groups: many(named('partgroup')),
});

export const lineTree = tree(salesorderline, {
  linetype: one(named('linetype', 'Sale')),
  part: optional(partTree, true),
});

export const customerTree = tree(customer, {
  customertype: one(named('customertype', 'Company')),
  status: one(named('customerstatus', 'Active')),
  groups: many(named('customergroup')),
});

export const siteTree = tree(site, {});

/** An order with everything that a plan may depend on. Only sales orders have a customer, and only transfer orders a receiving site. */
export const orderTree = tree(salesorder, {
  customer: optional(customerTree, true),
  site: one(siteTree),
  to_site: optional(siteTree),
  source: optional(tree(source, { service: optional(tree(service, {})) })),
  job: optional(named('job')),
  carrier: optional(tree(carrier, {})),
  carrierservicelevel: optional(tree(carrierservicelevel, {})),
  lines: many(lineTree, true),
});

/** The values of a tree. */
export type Facts<T> =
  T extends FactTree<infer R, infer Rel>
    ? FactFields<R> & {
        [K in keyof Rel]: Rel[K] extends { is: infer Is; tree: infer Inner } ? Related<Is, Facts<Inner>> : never;
      }
    : never;

type Related<Is, F> = Is extends 'many' ? F[] : Is extends 'optional' ? F | null : F;

export interface OrderFacts extends Facts<typeof orderTree> {}
export interface LineFacts extends Facts<typeof lineTree> {}
export interface PartFacts extends Facts<typeof partTree> {}

/** The fields of a record that are facts, by name. */
export const factFields = ({ record }: FactTree): [string, FieldDeclaration][] =>
  Object.entries(record.fields).filter(([, { options }]) => options.fact);

/** Returns the usual values of a tree, for cases and tests that set only what they are about. */
export function usual<T extends FactTree<RecordDeclaration, object>>(tree: T): Facts<T> {
  const { relations } = tree as unknown as FactTree;
  const own = factFields(tree as unknown as FactTree).map(([name, field]) => [name, usualValue(field)]);
  const related = Object.entries(relations).map(([name, { is, tree: other, usual: hasOne }]) => {
    if (is === 'many') return [name, hasOne ? [usual(other)] : []];
    return [name, hasOne ? usual(other) : null];
  });
  return Object.fromEntries([...own, ...related]);
}

const usualValues: Readonly<Record<FieldType, unknown>> = {
  integer: 1,
  decimal: '0',
  text: '',
  boolean: false,
  timestamp: '2020-01-01T00:00:00+00:00',
  date: '2020-01-01',
  json: {},
};

function usualValue({ type, options }: FieldDeclaration): unknown {
  if (options.usual !== undefined) return options.usual;
  return options.nullable ? null : usualValues[type];
}
