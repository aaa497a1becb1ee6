import { z } from 'zod';
import { flag, identifier, idList, list, omittable, text } from '../platform/coercion/coerce.ts';

/** Groups that a view is shared with. More would mean everyone. */
const mostGroups = 100;

const sharing = {
  usergroup_ids: omittable(idList({ empty: true, most: mostGroups })).describe(
    'User groups whose members see the view. Groups that you are not in need `view.share`',
  ),
  everyone: omittable(flag()).describe('True for a view that all users see. This needs `view.share`'),
};

export const newView = z
  .object({
    name: identifier(100, { min: 1 }),
    resource: text(100, { min: 1 }),
    filter: text(2_000).meta({ format: 'expression' }).nullish(),
    columns: omittable(list(text(200, { min: 1 }), { most: 40 })),
    sort: text(1_000).nullish(),
    ...sharing,
  })
  .meta({
    example: {
      name: 'Needs you',
      resource: 'salesorder',
      filter: 'state = "attention"',
      columns: ['number', 'customer.name', 'reason', 'since'],
      sort: 'since',
    },
  });
export type NewView = z.infer<typeof newView>;

export const changedView = newView.partial().meta({ example: { filter: 'state = "held"', everyone: false } });
export type ChangedView = z.infer<typeof changedView>;

export const sharedView = z.object(sharing).meta({ example: { everyone: true } });
export type SharedView = z.infer<typeof sharedView>;
