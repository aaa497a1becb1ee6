import type { Entity, Zone } from '../../../../lib/expressions/entity.ts';
import type { FieldDeclaration, ReferenceOptions } from '../../../../records/field.ts';
import type { RecordDeclaration, RecordOptions, Rows } from '../../../../records/record.ts';
import type { RelationDeclaration } from '../../../../records/relation.ts';
import { type Field, namedField } from './field.ts';
import { resources } from './registry.ts';
import { declaredJoin, distinctPairs, equalValues, type Join, pairedWith, type Relation } from './relation.ts';

/** A kind of record. Lists, checks, messages, the OpenAPI description and the client's types derive from it. */
export interface Resource extends Entity {
  readonly path: string | null;
  /** True if a query in the place of a table computes its further columns only where they are read. */
  readonly byKey: boolean;
  readonly only: Rows | null;
  readonly counted: boolean;
  readonly fields: ReadonlyMap<string, Field>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** The field that identifies a record. */
  readonly key: Field;
  readonly order: readonly string[];
  readonly inPlaceOf: Readonly<Record<string, string>>;
  /** The resource with only the fields of `brief` of its declaration, and without relations; null if it has none. */
  readonly brief: Resource | null;
  readonly description: string | null;
}

/** The declaration of a resource that is no record of `records/`. */
interface ResourceDeclaration<Name extends string> extends RecordOptions<Name> {
  readonly fields: Readonly<Record<Name, FieldDeclaration>>;
  /** For the OpenAPI description. */
  readonly description?: string | null;
}

/**
 * Declares a resource and registers it. The declaration of a record in `records/` has all of it.
 * @param own what the service adds to the declaration of a record
 * @example
 * export const pickline = resource('pickline', {
 *   fields: { id: id(), pick_id: reference('pick', { nullable: true }), qty: decimal() },
 *   relations: { commits: many('inventorymovement') },
 * });
 */
export function resource<Name extends string>(
  of: string | RecordDeclaration<Readonly<Record<Name, FieldDeclaration>>>,
  own: ResourceDeclaration<Name> | RecordOptions<Name> = {},
): Resource {
  const { name, ...declaration } = (typeof of === 'string'
    ? { name: of, ...own }
    : { ...of, ...of.options, ...own }) as unknown as { name: string } & ResourceDeclaration<Name>;
  const declared = Object.entries<FieldDeclaration>(declaration.fields).map(([fieldName, field]) => ({
    field: namedField(fieldName, field),
    declaration: field,
  }));
  const fields = new Map(declared.map(({ field }) => [field.name, field]));
  checkNames(name, declaration, fields);
  const key = onlyKey(
    name,
    declared.filter((each) => each.declaration.kind === 'key').map(({ field }) => field),
  );
  const relations = new Map<string, Relation>();
  const references = declared.flatMap(({ field, declaration: { refersTo, options } }) =>
    refersTo !== null && options.relation !== null ? [referred(name, key, field, refersTo, options)] : [],
  );
  const others = Object.entries(declaration.relations ?? {}).map(([relationName, relation]) =>
    related(name, relationName, relation, key),
  );
  for (const relation of [...references, ...others]) {
    if (fields.has(relation.name) || relations.has(relation.name)) {
      throw new Error(`${name}.${relation.name} is declared twice`);
    }
    relations.set(relation.name, relation);
  }
  const site = declaration.site ?? (fields.has('site_id') ? (alias: string) => `${alias}.site_id` : null);
  const plain: Resource = {
    name,
    ...(site && { zone: zoneOf(site) }),
    table: declaration.table ?? name,
    firstOnly: declaration.firstOnly,
    path: declaration.path === undefined ? `/${name}` : declaration.path,
    byKey: declaration.byKey ?? false,
    only: declaration.only ?? null,
    counted: declaration.counted ?? false,
    fields,
    relations,
    key,
    order: declaration.order ?? [],
    inPlaceOf: declaration.inPlaceOf ?? {},
    brief: null,
    description: declaration.description ?? null,
  };
  const complete = declaration.brief ? { ...plain, brief: briefOf(plain, declaration.brief) } : plain;
  resources.add(complete);
  return complete;
}

/** Rows in memory are facts of orders, which have a zone of their own. */
const zoneOf = (site: (alias: string) => string): Zone => ({
  sql: (alias) => `zone_of_site(${site(alias)})`,
  of: () => 'UTC',
});

function onlyKey(name: string, keys: readonly Field[]): Field {
  const [key, ...others] = keys;
  if (!key) throw new Error(`The resource ${name} has no id()`);
  if (others.length > 0) throw new Error(`The resource ${name} has several id()`);
  return key;
}

function checkNames(name: string, declaration: ResourceDeclaration<string>, fields: ReadonlyMap<string, Field>): void {
  for (const word of [...fields.keys(), ...Object.keys(declaration.relations ?? {})]) {
    // Statements contain the names without quotes.
    if (!/^[a-z][a-z0-9_]*$/.test(word))
      throw new Error(`${name}.${word} is not a valid name: use a-z, 0-9 and _ only`);
  }
  for (const word of declaration.order ?? []) {
    if (!fields.has(word.replace(/^-/, ''))) {
      throw new Error(`${name}: its order contains ${word}, which is not a field`);
    }
  }
}

function briefOf(resource: Resource, names: readonly string[]): Resource {
  const shown = [...resource.fields].filter(([name, field]) => field === resource.key || names.includes(name));
  return { ...resource, fields: new Map(shown), relations: new Map(), order: [] };
}

/** Returns the relation `x` of a field `x_id`. */
function referred(
  owner: string,
  key: Field,
  field: Field,
  to: string,
  { relation, deletable = false }: ReferenceOptions,
): Relation {
  if (relation == null && !field.name.endsWith('_id')) {
    throw new Error(`${owner}.${field.name} does not end in _id: set the name of its relation`);
  }
  const name = relation ?? field.name.slice(0, -'_id'.length);
  return leading(
    name,
    to,
    key,
    { by: 'reference', field },
    { many: false, nullable: field.nullable || deletable, description: null },
  );
}

function related(owner: string, name: string, declaration: RelationDeclaration, key: Field): Relation {
  const { to, many, options } = declaration;
  const description = options.description ?? null;
  return leading(name, to, key, declaredJoin(owner, declaration), { many, nullable: !many, description });
}

function leading(
  name: string,
  to: string,
  key: Field,
  join: Join,
  more: Pick<Relation, 'many' | 'nullable' | 'description'>,
): Relation {
  return {
    name,
    join,
    ...more,
    get target() {
      return resources.get(to);
    },
    get entity() {
      return join.by === 'through' ? pairedWith(this.target, join) : this.target;
    },
    get distinct() {
      return join.by === 'through' && join.repeats ? distinctPairs(this.target, join) : undefined;
    },
    parentKey: (parent) => equalValues(join, key, resources.get(to).key).parent(parent),
    childKey: (child) => equalValues(join, key, resources.get(to).key).child(child),
  };
}
