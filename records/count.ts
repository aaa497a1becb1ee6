import { boolean, decimal, identifier, ids, integer, reference, text, times, timestamp } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

/** SQL: whether a line `a` belongs to a blind count that is open: its counters do not see what the books say. */
const isHidden = (a: string) =>
  `(EXISTS (SELECT FROM count c WHERE c.id = ${a}.count_id AND c.blind AND c.status_id = 1))`;

export const count = record(
  'count',
  'A count of the stock at places of a site. The count of a pickline is another thing',
  {
    number: identifier({ example: 'CT-1' }),
    site_id: reference('site'),
    status_id: reference('countstatus', { indexed: false }),
    blind: boolean({ description: 'Whether its counters do not see what the books say' }),
    location_ids: ids({ nullable: true, example: [1], description: 'The counted locations; null for all of the site' }),
    part_ids: ids({ nullable: true, example: null, description: 'The counted parts; null for all' }),
    note: text({ nullable: true, example: null }),
    user_id: reference('user', { column: 'account_id', indexed: false, description: 'The user who created it' }),
    approved_by: reference('user', { nullable: true, relation: 'approver', indexed: false, example: null }),
    approved_at: timestamp({ nullable: true, example: null }),
    ...times,
  },
  { relations: { lines: many('countline') } },
);

export const countline = record('countline', 'Units of a count: a part at a location, by lot or serial number', {
  count_id: reference('count'),
  part_id: reference('part'),
  location_id: reference('location'),
  lot: identifier({ nullable: true, example: null }),
  serial: identifier({ nullable: true, example: null }),
  qty: decimal({ nullable: true, description: 'The counted quantity; null before', example: 11 }),
  qty_expected: decimal({
    nullable: true,
    sql: (a) => `(CASE WHEN NOT ${isHidden(a)} THEN ${a}.qty_expected END)`,
    filter: false,
    sort: false,
    description:
      "The booked quantity at the moment of the count, without units in people's hands. Null before, and of a blind count until its approval",
    example: 12,
  }),
  counts: integer({ description: 'How often it was counted', example: 1 }),
  user_id: reference('user', {
    column: 'counted_by',
    nullable: true,
    indexed: false,
    description: 'The user who counted it last',
  }),
  counted_at: timestamp({ nullable: true }),
});
