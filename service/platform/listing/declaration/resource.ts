import type { Entity } from '../../../../expressions/entity.ts';
import { type Field, type FieldDeclaration, namedField } from './field.ts';
import { resources } from './registry.ts';
import {
  declaredJoin,
  type Join,
  joinCondition,
  pairedWith,
  type Relation,
  type RelationDeclaration,
} from './relation.ts';

/** What a resource is, as a folder of the business declares it in its `resource.ts`. */
export interface ResourceDeclaration<Name extends string> {
  /** Table, view, or a query in parentheses. The name of the resource unless said. */
  readonly table?: string;
  /** Address of its list; `/` and its name unless said, null where it has none of its own. */
  readonly path?: string | null;
  /** The database keeps the number of its rows in `tally`: for tables too long to be counted at every request. */
  readonly counted?: boolean;
  readonly fields: Readonly<Record<Name, FieldDeclaration>>;
  readonly relations?: Readonly<Record<string, RelationDeclaration>>;
  /** How lists are sorted where the caller does not say: fields, with a minus for descending. By id unless said. */
  readonly order?: readonly (NoInfer<Name> | `-${NoInfer<Name>}`)[];
  /**
   * Fields that tell people which record it is. Who may not list such records sees these, and the key, where another record
   * leads to one and `embed` names it; without them, nothing.
   */
  readonly brief?: readonly NoInfer<Name>[];
  /** For the OpenAPI description. */
  readonly description?: string;
}

/** A kind of record of the interface. Lists, checks, messages, the description and the client's types follow from it. */
export interface Resource extends Entity {
  readonly path: string | null;
  readonly counted: boolean;
  readonly fields: ReadonlyMap<string, Field>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** The field that tells its records apart. */
  readonly key: Field;
  readonly order: readonly string[];
  /** The same with no fields but those that anybody sees of it who is led to it, and no relations; null for none at all. */
  readonly brief: Resource | null;
  readonly description: string | null;
}

/**
 * Declares a resource and makes it known to the others.
 * @example
 * export const pickline = resource('pickline', {
 *   fields: { id: id(), pick_id: reference('pick', { nullable: true }), qty: decimal() },
 *   relations: { commits: many('inventorymovement', { on: 'pickline_id' }) },
 * });
 */
export function resource<Name extends string>(name: string, declaration: ResourceDeclaration<Name>): Resource {
  const declared = Object.entries<FieldDeclaration>(declaration.fields);
  const fields = new Map(declared.map(([fieldName, field]) => [fieldName, namedField(fieldName, field)]));
  for (const word of [...fields.keys(), ...Object.keys(declaration.relations ?? {})]) {
    // Names go into the SQL as they are.
    if (!/^[a-z][a-z0-9_]*$/.test(word)) throw new Error(`${name}.${word} is no name: a-z, 0-9 and _ only`);
  }
  const keys = declared.filter(([, field]) => field.key).map(([keyName]) => fields.get(keyName)!);
  const [key] = keys;
  if (!key) throw new Error(`The resource ${name} has no id()`);
  if (keys.length > 1) throw new Error(`The resource ${name} has several id()`);

  const relations = new Map<string, Relation>();
  const add = (relation: Relation) => {
    if (fields.has(relation.name) || relations.has(relation.name)) {
      throw new Error(`${name}.${relation.name} is declared twice`);
    }
    relations.set(relation.name, relation);
  };
  for (const [fieldName, field] of declared) {
    if (field.refers && field.refers.relation !== null) add(referred(name, key, fields.get(fieldName)!, field.refers));
  }
  for (const [relationName, relation] of Object.entries(declaration.relations ?? {})) {
    add(related(relationName, relation, key));
  }

  for (const word of declaration.order ?? []) {
    if (!fields.has(word.replace(/^-/, ''))) throw new Error(`${name}: its order names ${word}, which is no field`);
  }

  const plain: Resource = {
    name,
    table: declaration.table ?? name,
    path: declaration.path === undefined ? `/${name}` : declaration.path,
    counted: declaration.counted ?? false,
    fields,
    relations,
    key,
    order: declaration.order ?? [],
    brief: null,
    description: declaration.description ?? null,
  };
  const made = declaration.brief ? { ...plain, brief: briefOf(plain, declaration.brief) } : plain;
  resources.add(made);
  return made;
}

function briefOf(resource: Resource, names: readonly string[]): Resource {
  const shown = [...resource.fields].filter(([name, field]) => field === resource.key || names.includes(name));
  return { ...resource, fields: new Map(shown), relations: new Map(), order: [] };
}

/** The relation that a field `x_id` gives by itself (spec 4.3 rule 1). */
function referred(owner: string, key: Field, field: Field, { to, relation, deletable }: Reference): Relation {
  if (relation == null && !field.name.endsWith('_id')) {
    throw new Error(`${owner}.${field.name} does not end in _id: say the name of its relation`);
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

function related(name: string, { to, many, options }: RelationDeclaration, key: Field): Relation {
  const description = options.description ?? null;
  return leading(name, to, key, declaredJoin(options), { many, nullable: !many, description });
}

type Reference = NonNullable<FieldDeclaration['refers']>;

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
    on: (parent, child) => joinCondition(join, parent, child, key, resources.get(to).key),
  };
}
