import { z } from 'zod';
import * as records from '../../records/user.ts';
import { permissionShape } from '../platform/access/permissions.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { choice, id, identifier, idList, omittable, text, words } from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

const permissions = () => words(100, { shape: permissionShape, example: 'salesorder.create, pick.* or *' });

const { site_id, active, ...own } = bodyOf(records.user, 'create').shape;

const person = {
  ...own,
  password: omittable(text(200, { min: 8 })),
  permissions: omittable(permissions()),
  usergroup_ids: omittable(idList({ empty: true })),
  site_ids: omittable(idList({ empty: true })),
  site_id,
  active,
};

export const newUser = z.object({ ...person, usertype: choice('Standard', 'API').default('Standard') }).meta({
  example: { first_name: 'Web', last_name: 'Shop', usertype: 'API', permissions: ['salesorder.*', 'part.read'] },
});
export type NewUser = z.infer<typeof newUser>;

export const changedUser = z.object(person).meta({ example: { permissions: ['salesorder.*', 'part.read'] } });
export type ChangedUser = z.infer<typeof changedUser>;

export const newGroup = bodyOf(records.usergroup, 'create').extend({ permissions: omittable(permissions()) });
export type NewGroup = z.infer<typeof newGroup>;

export const changedGroup = newGroup.partial();
export type ChangedGroup = z.infer<typeof changedGroup>;

export const login = z.object({ email: identifier(254, { min: 1 }), password: text(200, { min: 1 }) });
export type Login = z.infer<typeof login>;

/** Sign-in to the console: e-mail and password, or the code of a sign-in link. */
export const signIn = z
  .object({
    email: omittable(identifier(254, { min: 1 })),
    password: omittable(text(200, { min: 1 })),
    code: omittable(text(100, { min: 1 })),
    site_id: omittable(id()),
  })
  .superRefine(({ email, password, code }, context) => {
    const given = { email, password };
    for (const name of ['email', 'password'] as const) {
      const message =
        code === undefined && given[name] === undefined
          ? 'is required without a code'
          : code !== undefined && given[name] !== undefined
            ? 'cannot be sent with a code'
            : null;
      if (message) context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta({ example: { email: 'ana.weber@example.com', password: 'correct horse battery', site_id: 1 } });
export type SignIn = z.infer<typeof signIn>;

export const ownPassword = z.object({ password: text(200, { min: 1 }), new_password: text(200, { min: 8 }) });

export const session = z.object({ site_id: id() });

const refusal = z
  .object({ code: z.string(), detail: z.string() })
  .nullable()
  .describe('Why you cannot change it; null if you may, with the permission of each call');

export const userAccess = z
  .object({
    id: recordId(),
    permissions: z.array(
      z.object({
        name: z.string(),
        usergroup_id: recordId().nullable().describe('The group that has the permission; null for the user alone'),
        usergroup: z.string().nullable().describe('The name of the group. Null without `usergroup.read`, too'),
      }),
    ),
    site_ids: z.array(recordId()).nullable().describe('The sites where the user may act; null for all'),
    refusal,
  })
  .meta({
    example: {
      id: 12,
      permissions: [
        { name: 'salesorder.read', usergroup_id: null, usergroup: null },
        { name: 'pick.*', usergroup_id: 3, usergroup: 'Pickers' },
      ],
      site_ids: [1],
      refusal: null,
    },
  });

export const groupAccess = z
  .object({ id: recordId(), permissions: z.array(z.string()), refusal })
  .meta({ example: { id: 3, permissions: ['pick.*', 'salesorder.read'], refusal: null } });
