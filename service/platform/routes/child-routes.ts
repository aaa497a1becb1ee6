import type { z } from 'zod';
import type { RecordDeclaration } from '../../../records/record.ts';
import { type Body, bodyOf } from '../coercion/body-of.ts';
import { type AnyPathParameters, type Endpoint, endpoint, pathParameter } from '../http/endpoint.ts';
import { children } from '../http/get-endpoints.ts';
import { type Resource, resource } from '../listing/declaration/resource.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { recordName, withArticle } from '../problems/record-names.ts';
import { type ChildOperations, type ChildRules, childOperations } from '../records/child-record.ts';
import { onlyOf } from './record-endpoint.ts';

/** Texts and errors of a child that its declaration does not have. */
interface ChildTexts {
  readonly parent: Resource;
  /** The column with the id of the parent. Default: its name with `_id`. */
  readonly column?: string;
  /** The noun for people: "e-mail". Default: the last part of the address. */
  readonly noun?: string;
  /** Text that the descriptions add. */
  readonly note?: string;
  /** Further errors of its operations. */
  readonly errors?: readonly ProblemCode[];
}

/** A child with operations of its own, and the bodies of its requests. */
interface ChildRecord<Create, Change> extends ChildTexts {
  readonly resource: Resource;
  readonly create: z.ZodType<Create>;
  readonly change: z.ZodType<Change>;
}

/** A child whose operations write its row. The default bodies have all fields that callers write; a change needs none of them. */
interface PlainChild<Create, Change> extends ChildTexts, ChildRules<Create | Change> {
  readonly create?: z.ZodType<Create>;
  readonly change?: z.ZodType<Change>;
}

/** Declares the interface of a plain child: its resource, its operations and their endpoints. */
export function childRecord<
  R extends RecordDeclaration,
  Create extends object = z.infer<Body<R, 'create'>>,
  Change extends object = Partial<Create>,
>(declared: R, options: PlainChild<Create, Change>): Endpoint[] {
  const body = bodyOf(declared, 'create');
  const { parent, noun = segmentOf(declared, parent) } = options;
  const { create = body as unknown as z.ZodType<Create>, change = body.partial() as unknown as z.ZodType<Change> } =
    options;
  return childRoutes(
    { ...options, noun, resource: resource(declared), create, change },
    childOperations<Create, Change>({ name: declared.name, parent: parent.name, noun }, options),
  );
}

/** Returns the last part of the address of a child: its name without that of its parent. */
const segmentOf = (child: { readonly name: string }, parent: Resource) => child.name.slice(parent.name.length);

/**
 * Returns the endpoints of child records: list, get, create, change and delete, at `/customer/{customer_id}/email` and
 * `/customer/{customer_id}/email/{email_id}`. A caller who may change the parent may write its children.
 */
export function childRoutes<Create, Change>(
  record: ChildRecord<Create, Change>,
  { create, change, remove }: ChildOperations<Create, Change>,
): Endpoint[] {
  const { resource: of, parent, column, note, errors = [] } = record;
  const segment = segmentOf(of, parent);
  const by = `${parent.name}_id`;
  const path = `${parent.path}/{${by}}/${segment}`;
  const item = `${path}/{${segment}_id}`;
  const [child, owner] = [withArticle(record.noun ?? segment), withArticle(recordName(parent.name))];
  const permission = `${parent.name}.update`;
  const description = note === undefined ? {} : { description: note };
  const parentIdIn = (params: AnyPathParameters) => pathParameter(params, by);
  const idsIn = (params: AnyPathParameters) => ({
    parentId: parentIdIn(params),
    id: pathParameter(params, `${segment}_id`),
  });
  const writes = [
    endpoint(`POST ${path}`, {
      permission,
      summary: `Add ${child} to ${owner}`,
      ...description,
      errors,
      body: record.create,
      status: 201,
      returns: of,
      handle: async (call) => ({
        record: of,
        id: await create(call, { parentId: parentIdIn(call.params), body: call.body }),
      }),
    }),
    endpoint(`PUT ${item}`, {
      permission,
      summary: `Change ${child} of ${owner}`,
      ...description,
      errors,
      body: record.change,
      returns: of,
      handle: async (call) => {
        const { parentId, id } = idsIn(call.params);
        await change(call, { parentId, id, body: call.body });
        return { record: of, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission,
      summary: `Delete ${child} of ${owner}`,
      errors,
      status: 204,
      handle: async (call) => {
        await remove(call, idsIn(call.params));
        return undefined;
      },
    }),
  ];
  return [
    ...children({ path, permission: `${parent.name}.read`, of, parent, by: column ?? by }),
    ...writes.map((one) => onlyOf(parent, by, one)),
  ];
}
