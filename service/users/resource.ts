import { z } from 'zod';
import { boolean, id, identifier, json, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

/** People and programs that call the service. Passwords and keys are not fields, so that no request can read them. */
export const user = resource('user', {
  table: 'account',
  description:
    'The callers of the service: people (Standard), programs (API), and the engine. Without `user.read`, related records show only the id and the name of a user',
  brief: ['first_name', 'last_name'],
  fields: {
    id: id(),
    first_name: text({ nullable: true }),
    last_name: text({ nullable: true }),
    email: identifier({ nullable: true, indexed: true }),
    usertype_id: reference('usertype', { indexed: false }),
    permissions: json({
      sql: (row) => `to_jsonb(${row}.permissions)`,
      shape: z.array(z.string()),
      description: 'The permissions of the user, without those of the groups',
    }),
    site_id: reference('site', { nullable: true, description: 'The current site of the user' }),
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
  description: 'A group of users, with permissions for all of them',
  fields: {
    id: id(),
    name: identifier({ indexed: true }),
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
  description:
    'An API key of a user: when it was created, and when it was revoked. The service shows the key itself once, when it creates it',
  fields: {
    id: id(),
    user_id: reference('user', { column: 'account_id' }),
    created_at: timestamp(),
    revoked_at: timestamp({ nullable: true }),
  },
});

export const usersession = resource('usersession', {
  path: null,
  table: '(select * from session where expires_at > now())',
  description:
    'A session of a user: of the console, or of a program that has logged in. It shows neither the token nor its hash',
  fields: {
    id: id(),
    user_id: reference('user', { column: 'account_id' }),
    cookie: boolean({ description: 'True for a session of the console, whose token is in a cookie' }),
    site_id: reference('site', {
      nullable: true,
      indexed: false,
      description: 'The current site of a session of the console. Null means the current site of the user',
    }),
    user_agent: text({ nullable: true }),
    address: text({ nullable: true, description: 'The network address that opened the session' }),
    created_at: timestamp(),
    last_used_at: timestamp({ description: 'It may be a minute old' }),
    expires_at: timestamp({
      description: 'The end of the session. A session of the console ends earlier if it is not used',
    }),
  },
});

/** The resources of users and their access. */
