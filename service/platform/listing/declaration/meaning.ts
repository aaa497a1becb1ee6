import type { Resource } from './resource.ts';

/** The members of a JSON Schema that this file uses. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Adds the missing descriptions of fields to the JSON Schema of a record, or of a request body for it. It also describes the
 * records of relations in the schema, such as `lines` of an order.
 */
export const describeFields = <S extends object>(schema: S, resource: Resource): S => describe(schema, resource) as S;

/** Returns the description of a field, or of an id the address of its records; null if it has neither. */
function meaningOf(resource: Resource, name: string): string | null {
  const field = resource.fields.get(name);
  if (!field) return null;
  if (field.description) return field.description;
  const to = name.endsWith('_id') ? resource.relations.get(name.slice(0, -'_id'.length))?.target : undefined;
  if (!to?.path) return null;
  return `Of \`${to.path}\`${to.key.description ? `: ${to.key.description}` : ''}`;
}

function describe(schema: Schema, resource: Resource): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => describe(one, resource)) };
  if (schema.items) return { ...schema, items: describe(schema.items, resource) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => [name, field(name, member, resource)]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function field(name: string, member: Schema, resource: Resource): Schema {
  const relation = resource.relations.get(name);
  if (relation) return describe(member, relation.target);
  const meaning = member.description === undefined ? meaningOf(resource, name) : null;
  if (meaning === null) return member;
  const { title, ...untitled } = member;
  return { ...untitled, description: meaning };
}
