import { boolean, ids, name, reference, text, texts, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

/**
 * No other record has a relation to views: an embed of them would show private ones. Their list has the views that the caller
 * may see.
 */
export const view = record(
  'view',
  'A saved view of a list: a filter, columns and an order, under a name',
  {
    name: name({ example: 'Needs you' }),
    resource: text({ description: 'The resource that is listed, such as `salesorder`', example: 'salesorder' }),
    filter: text({
      nullable: true,
      description: 'A filter expression, as `filter` of the list',
      example: 'state = "attention"',
    }),
    columns: texts({
      description: 'Fields, also of related records: `customer.name`',
      example: ['number', 'customer.name', 'reason', 'since'],
    }),
    sort: text({
      nullable: true,
      description: 'As `sort` of the list: fields with commas, a minus for descending',
      example: 'since',
    }),
    usergroup_ids: ids({
      sql: (row) =>
        `(SELECT coalesce(jsonb_agg(s.usergroup_id ORDER BY s.usergroup_id), '[]') FROM savedview_usergroup s WHERE s.savedview_id = ${row}.id)`,
      filterBy: 'groups.id',
      description: 'The user groups whose members see the view',
      example: [1],
    }),
    everyone: boolean({ description: 'True if all users see the view', example: false }),
    owner_id: reference('user', {
      column: 'account_id',
      description: 'The user who made the view. Only the owner, and users with `view.*`, may change it',
    }),
    ...times,
  },
  {
    table: 'savedview',
    relations: { groups: many('usergroup', { through: { table: 'savedview_usergroup', from: 'savedview_id' } }) },
  },
);
