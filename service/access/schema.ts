import { z } from 'zod';
import { choice, flag, id, idList, text, words } from '../http/coerce.ts';
import { permissionShape } from './permissions.ts';

const permissions = () => words(100, { shape: permissionShape, example: 'salesorder.create, pick.* or *' });

const email = () => text(254).refine((value) => /^[^@\s]+@[^@\s]+$/.test(value), 'must be an e-mail address');

const person = {
  first_name: text(100).nullish(),
  last_name: text(100).nullish(),
  email: email().nullish(),
  password: text(200, { min: 8 }).optional(),
  permissions: permissions().optional(),
  usergroup_ids: idList({ empty: true }).optional(),
  site_ids: idList({ empty: true }).optional(),
  site_id: id().nullish(),
  active: flag().optional(),
};

export const newUser = z.object({ ...person, usertype: choice('Standard', 'API').default('Standard') });
export type NewUser = z.infer<typeof newUser>;

export const changedUser = z.object(person);
export type ChangedUser = z.infer<typeof changedUser>;

export const newGroup = z.object({ name: text(100, { min: 1 }), permissions: permissions().optional() });
export type NewGroup = z.infer<typeof newGroup>;

export const changedGroup = newGroup.partial();
export type ChangedGroup = z.infer<typeof changedGroup>;

export const login = z.object({ email: text(254, { min: 1 }), password: text(200, { min: 1 }) });
export type Login = z.infer<typeof login>;

export const session = z.object({ site_id: id() });
