import { countryReading } from '../../lib/addresses/reading.ts';
import type { Entity, EntityField, EntityRelation } from '../../lib/expressions/entity.ts';
import type { TextReading } from '../../lib/expressions/texts/reading.ts';
import { type FactTree, factFields, orderTree, partTree } from '../../records/facts.ts';
import { readingOf } from '../../records/field.ts';

/** Facts are evaluated in memory. SQL over orders uses the resource `salesorder`, which has the same names. */
function noSql(): never {
  throw new Error('Facts are not in a database.');
}

/** Returns the names of a tree of facts, with the types that conditions read them as. */
function entityOf(tree: FactTree, absent: Readonly<Record<string, string>> = {}): Entity {
  const fields = factFields(tree).map(([name, declaration]): [string, EntityField] => {
    const reading = readingOf(declaration);
    return [name, { type: declaration.type, ...(reading && { reading }), filterable: true, sql: noSql }];
  });
  const relations = Object.entries(tree.relations).map(([name, { is, tree: other }]): [string, EntityRelation] => [
    name,
    { many: is === 'many', entity: entityOf(other as FactTree), parentKey: noSql, childKey: noSql },
  ]);
  return {
    name: tree.record.name,
    table: '',
    listsNames: true,
    absent: new Map(Object.entries(absent)),
    fields: new Map(fields),
    relations: new Map(relations),
  };
}

/** Returns an entity of facts whose countries are read in another way: with the names of a file that may not be active. */
export function withCountries(entity: Entity, reading: TextReading): Entity {
  const fields = [...entity.fields].map(([name, field]): [string, EntityField] => [
    name,
    field.reading === countryReading ? { ...field, reading } : field,
  ]);
  const relations = [...entity.relations].map(([name, relation]): [string, EntityRelation] => [
    name,
    { ...relation, entity: withCountries(relation.entity, reading) },
  ]);
  return { ...entity, fields: new Map(fields), relations: new Map(relations) };
}

const after = 'it comes after the plan';
const changes = 'it changes after the plan';

/** The names that `filter=` of orders has and rules have not. */
const onlyInFilters = {
  status: 'the plan is made at the issue, and does not depend on the status',
  status_id: 'the plan is made at the issue, and does not depend on the status',
  carrierservicelevel_id: 'write carrierservicelevel.id',
  discounts: 'write total_discount',
  fees: 'write total_fee',
  taxes: 'write total_tax',
  ...Object.fromEntries(
    ['state', 'step', 'reason', 'since', 'attention', 'wave', 'updated_at'].map((name) => [name, changes]),
  ),
  ...Object.fromEntries(
    [
      'issue_requested_at',
      'held_at',
      'hold_reason',
      'released_by',
      'fulfilled_at',
      'work',
      'picks',
      'packs',
      'ships',
      'pickuplines',
      'pickups',
      'invoices',
      'documents',
      'bulkrunorders',
    ].map((name) => [name, after]),
  ),
};

/** The names that `when` and `unless` may use: the facts of a plan, with the names of the resource `salesorder`. */
export const orderFacts: Entity = entityOf(orderTree, onlyInFilters);

/** The names of conditions on parts. */
export const partFacts: Entity = entityOf(partTree);
