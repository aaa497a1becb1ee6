import type { Resource } from './resource.ts';

/** As much of a JSON Schema as has to be understood here. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * A JSON Schema of a record, or of what is sent to make one, with what its fields mean, where it does not say so itself. So also
 * the records of relations that are in it: `lines` of an order.
 */
export const explained = <S extends object>(schema: S, resource: Resource): S => inWords(schema, resource) as S;

/** What a field means: its description, or of which list it is an id, and which there are. Null where its name has to do. */
function meaningOf(resource: Resource, name: string): string | null {
  const field = resource.fields.get(name);
  if (!field) return null;
  if (field.description) return field.description;
  const to = name.endsWith('_id') ? resource.relations.get(name.slice(0, -'_id'.length))?.target : undefined;
  if (!to?.path) return null;
  return `Of \`${to.path}\`${to.key.description ? `: ${to.key.description}` : ''}`;
}

function inWords(schema: Schema, resource: Resource): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((one) => inWords(one, resource)) };
  if (schema.items) return { ...schema, items: inWords(schema.items, resource) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => [name, field(name, member, resource)]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function field(name: string, member: Schema, resource: Resource): Schema {
  const relation = resource.relations.get(name);
  if (relation) return inWords(member, relation.target);
  // What many fields share has a title, and its description is that of no field in particular.
  const own = member.title === undefined && member.description !== undefined;
  const meaning = own ? null : meaningOf(resource, name);
  if (meaning === null) return member;
  const { title, ...untitled } = member;
  return { ...untitled, description: meaning };
}
