import { check } from '../../../lib/expressions/check.ts';
import type { Entity, EntityField, EntityRelation, FieldType } from '../../../lib/expressions/entity.ts';
import { ExpressionError } from '../../../lib/expressions/error.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { knownNames, readNames } from './names.ts';
import { isExpression } from './text.ts';

/** Why a text is no expression. */
export interface Fault {
  readonly message: string;
  /** Its place in the text, in UTF-16 units. */
  readonly at: number;
}

/** Thrown where an expression uses a resource whose names were not read yet. */
class Unread extends Error {
  readonly resource: string;
  constructor(resource: string) {
    super(resource);
    this.resource = resource;
  }
}

/** Returns the fault of a text; null for words and for correct expressions. */
export async function faultOf(text: string, resource: string): Promise<Fault | null> {
  if (!isExpression(text) && !(await isPath(text, resource))) return null;
  return faultOfExpression(text, resource);
}

/** Returns the fault of a text where only an expression may be; null for a correct one. Only the names of resources are read, and only once. */
export async function faultOfExpression(text: string, resource: string): Promise<Fault | null> {
  for (;;) {
    try {
      check(parse(text), entityOf(resource));
      return null;
    } catch (error) {
      if (error instanceof ExpressionError) {
        return { message: error.message, at: [...text].slice(0, error.position).join('').length };
      }
      if (!(error instanceof Unread)) throw error;
      // Without names the service judges.
      const isRead = await readNames(error.resource).then(
        () => knownNames(error.resource) !== undefined,
        () => false,
      );
      if (!isRead) return null;
    }
  }
}

/** Returns whether a text is a path from a record to another one, such as `customer.name`: an expression that breaks off, and no words. */
async function isPath(text: string, resource: string): Promise<boolean> {
  const [, relation = ''] = /^\s*([\p{L}_][\p{L}\p{M}\p{N}_]*)\./u.exec(text) ?? [];
  if (relation === '') return false;
  await readNames(resource).catch(() => undefined);
  return Object.hasOwn(knownNames(resource)?.relations ?? {}, relation);
}

const noSql = () => '';

function entityOf(resource: string): Entity {
  const names = knownNames(resource);
  if (!names) throw new Unread(resource);
  const fields = Object.entries(names.fields).map(([name, type]): [string, EntityField] => [
    name,
    { type: type as FieldType, filterable: true, sql: noSql },
  ]);
  const relations = Object.entries(names.relations).map(([name, target]): [string, EntityRelation] => [
    name,
    {
      many: names.many?.includes(name) ?? false,
      parentKey: noSql,
      childKey: noSql,
      // Relations lead in circles, so that each is followed only when an expression uses it.
      get entity() {
        return entityOf(target);
      },
    },
  ]);
  return { name: resource, table: '', fields: new Map(fields), relations: new Map(relations) };
}
