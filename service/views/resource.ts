import { z } from 'zod';
import { boolean, id, identifier, json, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { recordId } from '../platform/ids/ids.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

/**
 * No other resource has a relation to views: an embed of them would show private ones. `routes.ts` limits the list to the views
 * that the caller may see.
 */
export const view = resource('view', {
  table: 'savedview',
  description: 'A saved view of a list: a filter, columns and an order, under a name',
  fields: {
    id: id(),
    name: identifier(),
    resource: text({ description: 'The resource that is listed, such as `salesorder`' }),
    filter: text({ nullable: true, description: 'A filter expression, as `filter` of the list' }),
    columns: json({
      sql: (row) => `to_jsonb(${row}.columns)`,
      shape: z.array(z.string()),
      description: 'Fields, also of related records: `customer.name`',
    }),
    sort: text({ nullable: true, description: 'As `sort` of the list: fields with commas, a minus for descending' }),
    usergroup_ids: json({
      sql: (row) =>
        `(SELECT coalesce(jsonb_agg(s.usergroup_id ORDER BY s.usergroup_id), '[]') FROM savedview_usergroup s WHERE s.savedview_id = ${row}.id)`,
      shape: z.array(recordId()),
      filterBy: 'groups.id',
      description: 'The user groups whose members see the view',
    }),
    everyone: boolean({ description: 'True if all users see the view' }),
    owner_id: reference('user', {
      column: 'account_id',
      description: 'The user who made the view. Only the owner, and users with `view.*`, may change it',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: {
    groups: many('usergroup', {
      through: { table: 'savedview_usergroup', from: 'savedview_id', to: 'usergroup_id' },
    }),
  },
});
