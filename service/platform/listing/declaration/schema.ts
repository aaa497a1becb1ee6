import { z } from 'zod';
import { recordId } from '../../ids/ids.ts';
import type { Field } from './field.ts';
import { describeFields } from './meaning.ts';
import type { Relation } from './relation.ts';
import type { Resource } from './resource.ts';

const schemas = new Map<Resource, z.ZodObject>();

/** Returns the schema of a record in answers: its fields, and its relations as optional members for `embed`. */
export function resourceSchema(resource: Resource): z.ZodObject {
  const known = schemas.get(resource);
  if (known) return known;
  const shape: Record<string, z.ZodType> = { ...fieldsSchema(resource).shape };
  for (const relation of resource.relations.values()) {
    // Resources refer to each other in circles, so the schema of a relation is built at its first use.
    Object.defineProperty(shape, relation.name, { enumerable: true, get: () => relationSchema(relation) });
  }
  const object = z.object(shape);
  const schema = resource.description ? object.describe(resource.description) : object;
  schemas.set(resource, schema);
  return schema;
}

/** Returns the schema of a record without embedded records. */
export function fieldsSchema(resource: Resource): z.ZodObject {
  const shown = [...resource.fields.values()].filter((field) => !field.hidden);
  return z.object(Object.fromEntries(shown.map((field) => [field.name, fieldSchema(field)])));
}

/**
 * Returns the JSON Schemas of resources and of all related resources, by name, for `components.schemas` of OpenAPI.
 * @param nameOf the name of the schema of a resource
 */
export function componentSchemas(
  shown: Iterable<Resource>,
  nameOf: (resource: Resource) => string = ({ name }) => name,
): Record<string, Record<string, unknown>> {
  const reachable = new Set(shown);
  for (const resource of reachable) {
    for (const relation of resource.relations.values()) reachable.add(relation.target);
  }
  const registry = z.registry<{ id: string }>();
  for (const resource of reachable) registry.add(resourceSchema(resource), { id: nameOf(resource) });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => `#/components/schemas/${name}`,
    unrepresentable: 'any',
  });
  // With `$id` and `$schema` each schema would be a document of its own, and the references would be wrong. Additional
  // properties are allowed because some answers have members besides those of the record.
  return Object.fromEntries(
    [...reachable].map((resource) => {
      const { $id, $schema, additionalProperties, ...schema } = schemas[nameOf(resource)] ?? {};
      return [nameOf(resource), describeFields(schema, resource)];
    }),
  );
}

/** Returns the schema of a page of a list. */
export function pageSchema(resource: Resource) {
  const count = z.int().nonnegative();
  return z.object({
    total: count,
    total_is_estimate: z.boolean().optional().describe('Only with `counting=estimate`: whether `total` is an estimate'),
    total_at_least: count
      .optional()
      .describe('Only with `counting=estimate`: the number of records that are certainly there'),
    per_page: count.max(100),
    current_page: z.int().positive(),
    last_page: z.int().positive(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    from: z.int().positive().nullable(),
    to: z.int().positive().nullable(),
    data: z.array(resourceSchema(resource)),
  });
}

function fieldSchema(field: Field): z.ZodType {
  const schema = typeSchema(field);
  const nullable = field.nullable ? schema.nullable() : schema;
  return field.description ? nullable.describe(field.description) : nullable;
}

function typeSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'integer':
      return field.isId ? recordId() : z.int();
    case 'decimal':
      return z.number();
    case 'text':
      return field.values ? z.enum(field.values as [string, ...string[]]) : z.string();
    case 'boolean':
      return z.boolean();
    case 'timestamp':
      return z.iso.datetime({ offset: true });
    case 'date':
      return z.iso.date();
    case 'json':
      return field.shape ?? z.unknown();
  }
}

function relationSchema(relation: Relation): z.ZodType {
  const related = resourceSchema(relation.target);
  const description = relation.description ?? `Only with embed=${relation.name}`;
  if (relation.many) return z.array(related).optional().describe(description);
  return (relation.nullable ? related.nullable() : related).optional().describe(description);
}
