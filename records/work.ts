import { boolean, decimal, reference } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const work = record(
  'work',
  'Work for a line: one row for each required step and each part that is handled',
  {
    order_id: reference('salesorder'),
    line_id: reference('salesorderline'),
    transactionline_id: reference('salesorderline', { column: 'line_id', description: 'The same as line_id' }),
    task_id: reference('task', { indexed: false }),
    part_id: reference('part', { indexed: false }),
    per_unit: decimal({ description: 'Units of the part for one unit of the line', example: 1 }),
    stocked: boolean({ description: 'False for a part without stock' }),
    qty: decimal(),
    qty_done: decimal({ example: 0 }),
    qty_open: decimal({ sql: (a) => `(${a}.qty - ${a}.qty_done)`, example: 2 }),
    qty_short: decimal({ description: 'For pick work: the quantity that is not reserved yet' }),
  },
  { counted: true, relations: { picklines: many('pickline') } },
);
