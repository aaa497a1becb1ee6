import { id, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const job = resource('job', {
  description: 'A job that groups orders, with or without a customer',
  fields: {
    id: id(),
    name: text(),
    customer_id: reference('customer', { nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { salesorders: many('salesorder', { on: 'job_id' }) },
});
