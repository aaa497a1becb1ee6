import { boolean, identifier, name, reference, text, texts, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

const person = { max: 100, nullable: true, write: true } as const;

/** People and programs that call the service. Passwords and keys are not fields, so that no request can read them. */
export const user = record(
  'user',
  'The callers of the service: people (Standard), programs (API), and the engine. Without `user.read`, related records show only the id and the name of a user',
  {
    first_name: text({ ...person, example: 'Ana' }),
    last_name: text({ ...person, example: 'Weber' }),
    email: identifier({
      max: 254,
      form: /^[^@\s]+@[^@\s]+$/,
      otherwise: 'must be an e-mail address',
      nullable: true,
      write: true,
      indexed: true,
      example: 'ana.weber@example.com',
    }),
    usertype_id: reference('usertype', { indexed: false }),
    permissions: texts({ description: 'The permissions of the user, without those of the groups' }),
    site_id: reference('site', { nullable: true, write: true, description: 'The current site of the user' }),
    active: boolean({ write: true }),
    ...times,
  },
  {
    table: 'account',
    brief: ['first_name', 'last_name'],
    relations: {
      groups: many('usergroup', { through: { table: 'account_usergroup', from: 'account_id' } }),
      sites: many('site', { through: { table: 'account_site', from: 'account_id' } }),
    },
  },
);

export const usergroup = record(
  'usergroup',
  'A group of users, with permissions for all of them',
  { name: name({ indexed: true, example: 'Order entry' }), permissions: texts(), ...times },
  { relations: { users: many('user', { through: { table: 'account_usergroup', to: 'account_id' } }) } },
);

const ofUser = { user_id: reference('user', { column: 'account_id' }) };

export const apikey = record(
  'apikey',
  'An API key of a user: when it was created, and when it was revoked. The service shows the key itself once, when it creates it',
  { ...ofUser, created_at: timestamp(), revoked_at: timestamp({ nullable: true, example: null }) },
  { path: null },
);

export const usersession = record(
  'usersession',
  'A session of a user: of the console, or of a program that has logged in. It shows neither the token nor its hash',
  {
    ...ofUser,
    cookie: boolean({ description: 'True for a session of the console, whose token is in a cookie', example: true }),
    site_id: reference('site', {
      nullable: true,
      indexed: false,
      description: 'The current site of a session of the console. Null means the current site of the user',
    }),
    user_agent: text({ nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }),
    address: text({
      nullable: true,
      description: 'The network address that opened the session',
      example: '203.0.113.9',
    }),
    created_at: timestamp(),
    last_used_at: timestamp({ description: 'It may be a minute old' }),
    expires_at: timestamp({
      description: 'The end of the session. A session of the console ends earlier if it is not used',
    }),
  },
  { path: null, table: '(select * from session where expires_at > now())' },
);
