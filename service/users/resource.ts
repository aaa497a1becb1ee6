import { z } from 'zod';
import { boolean, id, json, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

/** People and programs that may call. Their passwords and keys are no fields: nothing reads them. */
export const user = resource('user', {
  table: 'account',
  description:
    'Who may call the service: people (Standard), programs (API), and the engine. Without `user.read`, records that lead to one show its id and name',
  brief: ['first_name', 'last_name'],
  fields: {
    id: id(),
    first_name: text({ nullable: true }),
    last_name: text({ nullable: true }),
    email: text({ nullable: true, indexed: true }),
    usertype_id: reference('usertype', { indexed: false }),
    permissions: json({
      sql: (row) => `to_jsonb(${row}.permissions)`,
      shape: z.array(z.string()),
      description: 'Those of their own, without their groups',
    }),
    site_id: reference('site', { nullable: true, description: 'The site they work at now' }),
    active: boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    groups: many('usergroup', { through: { table: 'account_usergroup', from: 'account_id', to: 'usergroup_id' } }),
    sites: many('site', { through: { table: 'account_site', from: 'account_id', to: 'site_id' } }),
  },
});

export const usergroup = resource('usergroup', {
  description: 'Permissions that several users hold together',
  fields: {
    id: id(),
    name: text({ indexed: true }),
    permissions: json({ sql: (row) => `to_jsonb(${row}.permissions)`, shape: z.array(z.string()) }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    users: many('user', { through: { table: 'account_usergroup', from: 'usergroup_id', to: 'account_id' } }),
  },
});

export const apikey = resource('apikey', {
  path: null,
  description: 'A key of a user: when it was made, and when it ended. The key itself is shown once, when it is made',
  fields: {
    id: id(),
    user_id: reference('user', { column: 'account_id' }),
    created_at: timestamp(),
    revoked_at: timestamp({ nullable: true }),
  },
});

export const accessResources = [user, usergroup, apikey];
