import { type FactTree, factFields } from '../../../../records/facts.ts';
import { unlimited } from '../answer-limits.ts';
import { type Field, namedField } from '../declaration/field.ts';
import type { Resource } from '../declaration/resource.ts';
import type { EmbedTree } from '../embed.ts';
import { embedSteps } from './embed.ts';
import { objectSql } from './object.ts';

/** The SQL of facts, for the rows of a step `page`. */
export interface FactsSql {
  /** The steps of the WITH after `page`. */
  readonly steps: string;
  readonly joins: string;
  /** The JSON text of the facts of a row. */
  readonly record: string;
}

/** Returns the SQL that reads a tree of facts, as a list reads its records with the embedded ones. */
export function factsSql(resource: Resource, tree: FactTree): FactsSql {
  let last = 0;
  const context = { numbering: () => ++last, limits: unlimited };
  const { steps, joins, embedded } = embedSteps(resource, embedOf(resource, tree), 'page', context);
  const fields = [...withFacts(resource, tree).fields.values()];
  return { steps: steps.join(', '), joins, record: objectSql(resource, fields, 'page', embedded) };
}

function embedOf(resource: Resource, { relations }: FactTree): EmbedTree {
  return new Map(
    Object.entries(relations).map(([name, { tree }]) => {
      const relation = resource.relations.get(name);
      if (!relation) throw new Error(`${resource.name} has no relation ${name}, which is a fact.`);
      const { target } = relation;
      const inner = tree as FactTree;
      return [
        name,
        { relation: { ...relation, target: withFacts(target, inner) }, embed: embedOf(target, inner), brief: false },
      ];
    }),
  );
}

/** Returns the resource with those fields alone that are facts. */
function withFacts(resource: Resource, tree: FactTree): Resource {
  const fields = factFields(tree).map(([name, declaration]) => exactly(namedField(name, declaration)));
  return { ...resource, fields: new Map(fields.map((field) => [field.name, field])) };
}

/** Returns a field as facts have it: a decimal is an exact text. */
function exactly(field: Field): Field {
  if (field.type !== 'decimal') return { ...field, hidden: false };
  return {
    ...field,
    type: 'text',
    column: null,
    hidden: false,
    sql: (alias) => `trim_scale(${field.sql(alias)})::text`,
  };
}
