import { reference, text, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const job = record(
  'job',
  'A job that groups orders, with or without a customer',
  {
    name: text({ min: 1, max: 200, write: true, required: true, example: 'Spring fair' }),
    customer_id: reference('customer', { nullable: true, write: true }),
    ...times,
  },
  { relations: { salesorders: many('salesorder') } },
);
